// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CopyPlace, CopyRow } from './local-copies.place.ts'
import { createLocalCopies, longestKept } from './local-copies.store.ts'

/** Storage as a browser has it: what is put there is copied. */
const placeInMemory = () => {
  const rows = new Map<string, CopyRow>()
  const place: CopyPlace = {
    all: async () => [...rows.values()].map((row) => structuredClone(row)),
    put: async (row) => void rows.set(row.id, structuredClone(row)),
    remove: async (ids) => {
      for (const id of ids) rows.delete(id)
    },
  }
  return { rows, place }
}

const newKey = () =>
  // biome-ignore lint/plugin: Node has it everywhere
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const open = async (given: { userId?: number; practiceId?: number; key?: CryptoKey } = {}) => {
  const storage = placeInMemory()
  const clock = { at: Date.parse('2026-11-22T10:42:00Z') }
  const parts = { userId: 1, practiceId: 2, key: await newKey(), now: () => clock.at, ...given }
  const of = (more: Partial<typeof parts> = {}) =>
    createLocalCopies({ place: storage.place, ...parts, ...more })
  return { ...storage, clock, of, copies: of() }
}

const address = { patientId: 7, draftKey: 'record:12' }
const content = (text: string) => ({ values: { patientObs: text }, baseVersion: 3 })

describe('a local copy', () => {
  test('H2 says what was typed, to who typed it', async () => {
    const { copies, clock } = await open()
    await copies.write('a', address, content('Duerme de corrido'))
    expect(await copies.of(7)).toEqual([
      { id: 'a', ...address, ...content('Duerme de corrido'), savedAt: clock.at },
    ])
    expect(await copies.of(8)).toEqual([])
    await copies.remove('a')
    expect(await copies.of(7)).toEqual([])
  })

  test('H6 lies in the storage without a word of it, whatever is typed', async () => {
    const { copies, rows } = await open()
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 8, maxLength: 200, unit: 'grapheme' }), async (text) => {
        await copies.write('a', address, content(text))
        const { sealed, nonce, ...open } = rows.get('a') as CopyRow
        const bytes = Buffer.concat([
          Buffer.from(sealed),
          Buffer.from(nonce),
          Buffer.from(JSON.stringify(open)),
        ])
        expect(bytes.includes(Buffer.from(text))).toBe(false)
        expect((await copies.of(7))[0]?.values).toEqual({ patientObs: text })
      }),
      { numRuns: 60 },
    )
  })

  test('H6 is never sealed with the same nonce twice', async () => {
    const { copies, rows } = await open()
    const nonces = new Set<string>()
    for (let time = 0; time < 50; time += 1) {
      await copies.write('a', address, content('lo mismo'))
      nonces.add((rows.get('a') as CopyRow).nonce.join())
    }
    expect(nonces.size).toBe(50)
  })

  test('H3 is neither shown to nor removed by somebody else on the same device', async () => {
    const { copies, of, rows } = await open()
    await copies.write('a', address, content('de Laura'))
    expect(await of({ userId: 5, key: await newKey() }).of(7)).toEqual([])
    expect(await of({ practiceId: 5, key: await newKey() }).of(7)).toEqual([])
    expect(rows.size).toBe(1)
  })

  test('D17 does not open as that of another patient, and is removed', async () => {
    const { copies, rows } = await open()
    await copies.write('a', address, content('de Mariana'))
    rows.set('a', { ...(rows.get('a') as CopyRow), patientId: 8 })
    expect(await copies.of(8)).toEqual([])
    expect(rows.size).toBe(0)
  })

  test('H6 that cannot be opened any more is removed', async () => {
    const { copies, of, rows } = await open()
    await copies.write('a', address, content('x'))
    expect(await of({ key: await newKey() }).of(7)).toEqual([])
    expect(rows.size).toBe(0)
  })

  test('H6 goes after seven days, whoever looks', async () => {
    const { copies, of, clock, rows } = await open()
    await copies.write('a', address, content('x'))
    clock.at += longestKept
    expect(await copies.of(7)).toHaveLength(1)
    clock.at += 1
    expect(await of({ userId: 9, key: await newKey() }).of(1)).toEqual([])
    expect(rows.size).toBe(0)
  })

  test('H6 is not written any more once the copies are closed', async () => {
    const { copies, rows } = await open()
    const writing = copies.write('a', address, content('antes'))
    const closing = copies.close()
    await expect(copies.write('b', address, content('después'))).rejects.toThrow()
    await Promise.all([writing.catch(() => undefined), closing])
    expect(rows.has('b')).toBe(false)
  })

  test('removed right after it was written, it stays removed', async () => {
    const { copies, rows } = await open()
    for (let time = 0; time < 20; time += 1)
      await Promise.all([copies.write('a', address, content('x')), copies.remove('a')])
    expect(rows.size).toBe(0)
  })

  test('H11 where the browser has no room, writing says so and the next try may succeed', async () => {
    const { of, place } = await open()
    let full = true
    const narrow: CopyPlace = {
      ...place,
      put: async (row) => {
        if (full) throw new DOMException('full', 'QuotaExceededError')
        return place.put(row)
      },
    }
    const copies = of({ place: narrow } as never)
    await expect(copies.write('a', address, content('x'))).rejects.toThrow('full')
    full = false
    await copies.write('a', address, content('x'))
    expect(await copies.of(7)).toHaveLength(1)
  })
})

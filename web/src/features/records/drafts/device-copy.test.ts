import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LocalCopies } from '../../../api/local-copies/local-copies.store.ts'
import { createDraftKeeper, keepDelay } from './device-copy.ts'
import { createDraftSaver, type SaveOutcome } from './draft-saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What lies on the device, and whether the device and the server are there. */
const stage = () => {
  const rows = new Map<string, unknown>()
  const world = { isOnline: true, isDenied: false, rows, writes: 0 }
  const copies: LocalCopies = {
    write: async (id, _address, { values }) => {
      if (world.isDenied) throw new DOMException('denied', 'InvalidStateError')
      world.writes += 1
      rows.set(id, values)
    },
    remove: async (id) => void rows.delete(id),
    of: async () => [],
    close: async () => undefined,
  }
  const saver = createDraftSaver({
    send: async (): Promise<SaveOutcome> =>
      world.isOnline ? { kind: 'saved', revision: 1 } : { kind: 'unreachable' },
  })
  createDraftKeeper({
    id: 'a',
    saver,
    address: { patientId: 7, draftKey: 'record:12' },
    baseVersion: 1,
    copies: async () => copies,
  })
  return { world, saver }
}

const text = (value: string) => ({ patientObs: value })

describe('what the server does not have', () => {
  test('is not on the device while the server answers', async () => {
    const { world, saver } = stage()
    saver.change(text('a'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect([...world.rows.values()]).toEqual([])
  })

  test('H1 H2 is on the device within two seconds of the keystroke, whatever one types', async () => {
    const { world, saver } = stage()
    world.isOnline = false
    for (let typed = 1; typed <= 100; typed += 1) {
      saver.change(text('x'.repeat(typed)))
      await vi.advanceTimersByTimeAsync(100)
      const [kept] = [...world.rows.values()] as { patientObs: string }[]
      expect((typed - (kept?.patientObs.length ?? 0)) * 100).toBeLessThanOrEqual(2_000)
    }
    await vi.advanceTimersByTimeAsync(2_000)
    expect([...world.rows.values()]).toEqual([text('x'.repeat(100))])
    expect(saver.state()).toMatchObject({ kind: 'unsent', keptHere: true })
    expect(world.writes).toBeLessThanOrEqual(10_000 / keepDelay + 3)
  })

  test('H6 goes from the device when the server has it', async () => {
    const { world, saver } = stage()
    world.isOnline = false
    saver.change(text('a'))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(world.rows.size).toBe(1)
    world.isOnline = true
    await vi.advanceTimersByTimeAsync(12_000)
    expect(world.rows.size).toBe(0)
  })

  test('H6 goes from the device when it was thrown away', async () => {
    const { world, saver } = stage()
    world.isOnline = false
    saver.change(text('a'))
    await vi.advanceTimersByTimeAsync(3_000)
    await saver.discard()
    await vi.advanceTimersByTimeAsync(0)
    expect(world.rows.size).toBe(0)
  })

  test('H11 the page says that it is in this window only while the device keeps nothing', async () => {
    const { world, saver } = stage()
    world.isOnline = false
    world.isDenied = true
    saver.change(text('a'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(saver.state()).toMatchObject({ kind: 'unsent', keptHere: false })
    world.isDenied = false
    await vi.advanceTimersByTimeAsync(2_000)
    expect(saver.state()).toMatchObject({ kind: 'unsent', keptHere: true })
  })

  test('H11 without a place on the device the server keeps it as ever', async () => {
    const { world, saver } = stage()
    world.isDenied = true
    saver.change(text('a'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(saver.state().kind).toBe('saved')
  })
})

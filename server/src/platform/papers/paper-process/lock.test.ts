import { describe, expect, it } from 'vitest'
import { flatText, poppler } from '../../../../test/poppler.ts'
import { type PaperModel, renderLockedPaper } from '../papers.ts'
import { hardenedHash } from './lock.ts'

const password = 'k7qm-3tzr-x86j-dez3'

const model: PaperModel = {
  ...{
    title: 'Hoja del día: ñ, 日本, (x) \\',
    author: 'Clínica',
    subject: 'Clínica',
    code: null,
    language: 'es',
  },
  at: '2026-11-27T19:00:00.000Z',
  head: { name: 'viernes', facts: '', practice: 'Clínica' },
  foot: { issued: 'Hecha hoy', proof: '', seals: '', pages: '{{page}} de {{pages}}' },
  parts: [{ kind: 'text', text: 'SatO₂ 98 %, “sin dolor”. '.repeat(400) }],
  pictures: [],
}

describe('a locked paper', () => {
  it('opens with its password alone, title and text, over several pages', async () => {
    const { pieces, pages } = await renderLockedPaper({ model, password })
    const pdf = Buffer.concat(pieces)
    expect(pages).toBeGreaterThan(1)
    expect(flatText(await poppler('pdftotext', pdf, '-upw', password))).toContain('SatO₂ 98 %, “sin dolor”.')
    expect(await poppler('pdfinfo', pdf, '-upw', password)).toContain('Hoja del día: ñ, 日本, (x) \\')
    for (const wrong of ['', password.toUpperCase(), password.slice(0, -1)])
      expect(await poppler('pdftotext', pdf, '-upw', wrong)).toBe('')
    const bytes = pdf.toString('latin1')
    expect(bytes).toMatch(/\/ExtensionLevel 8\b/)
    for (const kept of ['viernes', 'SatO', 'xmp', 'Ulna']) expect(bytes).not.toContain(kept)
  })

  it('is locked another way each time, and not at all with what is no password', async () => {
    const keyOf = async () => {
      const { pieces } = await renderLockedPaper({ model: { ...model, parts: [] }, password })
      return /\/UE <([0-9a-f]{64})>/.exec(Buffer.concat(pieces).toString('latin1'))?.[1]
    }
    const [first, second] = [await keyOf(), await keyOf()]
    expect(first).toBeDefined()
    expect(second).not.toBe(first)
    for (const none of ['ñandú', 'x'.repeat(128)])
      await expect(renderLockedPaper({ model, password: none })).rejects.toThrow('no password for a PDF')
  })
})

describe('the hash of a password', () => {
  it('has 32 bytes and depends on password, salt and what else belongs to it', () => {
    const hash = (...parts: readonly string[]) => {
      const [secret, salt, besides] = parts.map((part) => Buffer.from(part))
      return hardenedHash(secret ?? Buffer.alloc(0), salt ?? Buffer.alloc(0), besides ?? Buffer.alloc(0))
    }
    const all = [
      ['a', 'b', 'c'],
      ['a', 'b', ''],
      ['a', 'x', 'c'],
      ['x', 'b', 'c'],
    ].map((parts) => hash(...parts))
    for (const one of all) expect(one).toHaveLength(32)
    expect(new Set(all.map((one) => one.toString('hex'))).size).toBe(4)
    expect(hash('a', 'b', 'c')).toEqual(all[0])
  })
})

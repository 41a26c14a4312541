import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CompressedOnce } from './compressed-once.ts'

/** As long as an answer that is worth knowing; no two kinds compress to the same. */
const answer = (kind: number): Buffer => Buffer.from(`${kind} `.repeat(16 * 1024))

const counting = (limit: number) => {
  let compressed = 0
  const gzip = new CompressedOnce(limit).once('gzip', (bytes: Buffer, options: object) => {
    compressed += 1
    return gzipSync(bytes, options)
  })
  return { ask: (bytes: Buffer) => gzip(bytes, {}), compressed: () => compressed }
}

describe('an answer that is compressed once', () => {
  it('is compressed again only where it says something else', () => {
    const { ask, compressed } = counting(1024 * 1024)
    const first = ask(answer(1))
    expect(ask(answer(1))).toBe(first)
    expect(ask(answer(2))).not.toEqual(first)
    expect(compressed()).toBe(2)
  })

  it('is what was asked for, whoever asked for what before, also where little may be kept', () => {
    const asked = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 })
    const limits = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(asked, limits, (kinds, limit) => {
        const { ask } = counting(limit)
        for (const kind of kinds) expect(gunzipSync(ask(answer(kind)))).toEqual(answer(kind))
      }),
      { numRuns: 20 },
    )
  })

  it('makes room for newer ones where it was asked for longest ago', () => {
    const { ask, compressed } = counting(gzipSync(answer(1)).buffer.byteLength * 2.5)
    for (const kind of [1, 2, 1, 3, 1]) ask(answer(kind))
    expect(compressed()).toBe(3)
    ask(answer(2))
    expect(compressed()).toBe(4)
  })

  it('is not kept where it is short', () => {
    const { ask, compressed } = counting(1024 * 1024)
    for (const _ of [1, 2]) ask(Buffer.from('short '.repeat(200)))
    expect(compressed()).toBe(2)
  })

  it('is kept in the coding that was asked for', () => {
    const answers = new CompressedOnce(1024 * 1024)
    const [gzip, brotli] = [answers.once('gzip', gzipSync), answers.once('br', brotliCompressSync)]
    const bytes = answer(1)
    for (const _ of [1, 2]) {
      expect(gunzipSync(gzip(bytes, {}))).toEqual(bytes)
      expect(brotliDecompressSync(brotli(bytes, {}))).toEqual(bytes)
    }
  })
})

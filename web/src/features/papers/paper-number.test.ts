import { formatPaperCode, readPaperCode } from '@ulna/contract/papers/papers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberInPaper } from './paper-number.ts'

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer
const signs = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
  minLength: 13,
  maxLength: 22,
})

describe('the number of a paper', () => {
  it('is found wherever it stands in a file', () => {
    fc.assert(
      fc.property(signs, fc.string(), (code, around) => {
        const printed = formatPaperCode(code)
        expect(numberInPaper(bytesOf(`%PDF-1.7 ${around.replaceAll('ulna', '')} (ulna:${printed})`))).toBe(
          printed,
        )
      }),
    )
  })

  it('is none in a file that has none', () => {
    expect(numberInPaper(bytesOf('%PDF-1.7 /Keywords (ulna)'))).toBeNull()
    expect(numberInPaper(bytesOf(''))).toBeNull()
  })

  it('is read as people write it', () => {
    fc.assert(
      fc.property(signs, (code) => {
        const typed = formatPaperCode(code)
          .toLowerCase()
          .replaceAll('-', ' ')
          .replaceAll('0', 'o')
          .replaceAll('1', 'l')
        expect(readPaperCode(typed)).toBe(code)
      }),
    )
  })
})

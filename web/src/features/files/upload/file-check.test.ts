import { fileLimits } from '@ulna/contract/files/files'
import { describe, expect, it } from 'vitest'
import { checkFile, guessSubtype, pastedName, typeOf } from './file-check.ts'

const bytes = (text: string, at = 0): Uint8Array => {
  const head = new Uint8Array(140)
  for (const [index, letter] of [...text].entries()) head[at + index] = letter.charCodeAt(0)
  return head
}
const jpeg = bytes('\u00ff\u00d8\u00ff\u00e0')
const heic = bytes('ftypheic', 4)

describe('what may be uploaded', () => {
  it('F1 is told by the first bytes and not by the name', () => {
    expect(typeOf(jpeg)).toBe('image/jpeg')
    expect(typeOf(bytes('\u0089PNG\r\n'))).toBe('image/png')
    expect(typeOf(bytes('RIFF____WEBP'))).toBe('image/webp')
    expect(typeOf(bytes('%PDF-1.7'))).toBe('application/pdf')
    expect(typeOf(bytes('DICM', 128))).toBe('application/dicom')
    expect(checkFile({ name: 'rodilla.jpg', size: 10 }, bytes('MZ'))).toEqual({ fault: 'wrongType' })
    expect(checkFile({ name: 'rodilla.jpg', size: 10 }, bytes('<svg'))).toEqual({ fault: 'wrongType' })
  })

  it('is DICOM whatever stands before its sign, the beginning of a TIFF or of a photo', () => {
    for (const beginning of ['II*\0', 'MM\0*', '\u00ff\u00d8\u00ff', '%PDF-']) {
      const head = bytes('DICM', 128)
      head.set(bytes(beginning).subarray(0, 4))
      expect(typeOf(head)).toBe('application/dicom')
    }
  })

  it('F9 may be a HEIC photo, but no film and no name without one', () => {
    expect(checkFile({ name: 'IMG_1.HEIC', size: 10 }, heic)).toEqual({ type: 'image/heic' })
    expect(checkFile({ name: 'IMG_1.HEIC', size: 10 }, bytes('ftypmif1', 4))).toEqual({ type: 'image/heic' })
    expect(checkFile({ name: 'IMG_1.HEIC', size: 10 }, bytes(''))).toEqual({ fault: 'wrongType' })
    expect(checkFile({ name: 'IMG_1.HEIC', size: 10 }, bytes('ftypmsf1', 4))).toEqual({ fault: 'wrongType' })
  })

  it('F2 ends at the limit: the last byte is taken, one more is not', () => {
    expect(checkFile({ name: 'a.jpg', size: fileLimits.bytes }, jpeg)).toEqual({ type: 'image/jpeg' })
    expect(checkFile({ name: 'a.jpg', size: fileLimits.bytes + 1 }, jpeg)).toEqual({ fault: 'tooLarge' })
    expect(checkFile({ name: 'a.jpg', size: 0 }, new Uint8Array())).toEqual({ fault: 'empty' })
  })
})

describe('what a document is', () => {
  it('is guessed by its files, and different ones together are an exam', () => {
    expect(guessSubtype(['image/jpeg', 'image/png'])).toBe('photo')
    expect(guessSubtype(['application/pdf'])).toBe('pdf')
    expect(guessSubtype(['application/dicom'])).toBe('xray')
    expect(guessSubtype(['application/pdf', 'image/jpeg'])).toBe('exam')
    expect(guessSubtype([])).toBe('exam')
  })
})

it('a pasted picture is named by the moment and what it is', () => {
  expect(pastedName(new File([''], 'image.png', { type: 'image/jpeg' }), '2026-11-22 10.30')).toBe(
    '2026-11-22 10.30.jpg',
  )
})

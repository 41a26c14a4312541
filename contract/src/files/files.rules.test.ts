import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanFileName, fileTypeOf, keptName, keptType, partCount, partLength } from './files.rules.ts'
import { type FileType, fileLimits, fileTypes } from './files.ts'

const types = Object.keys(fileTypes) as FileType[]

describe('the type of a file', () => {
  it('is told by its name, and what its sender calls it must agree', () => {
    expect(fileTypeOf('Foto.JPEG', 'image/jpeg')).toBe('image/jpeg')
    expect(fileTypeOf('rx.dcm', '')).toBe('application/dicom')
    expect(fileTypeOf('rx.dcm', 'application/octet-stream')).toBe('application/dicom')
    expect(fileTypeOf('a.pdf', 'application/pdf; charset=binary')).toBe('application/pdf')
    expect(fileTypeOf('a.png', 'image/jpeg')).toBeUndefined()
    expect(fileTypeOf('IMG_1.HEIC', 'image/heic')).toBe('image/heic')
    expect(fileTypeOf('IMG_1.heif', 'image/heif')).toBe('image/heic')
    expect(fileTypeOf('IMG_1.HEIC', 'image/jpeg')).toBeUndefined()
    expect(fileTypeOf('a.avif', 'image/avif')).toBeUndefined()
    expect(fileTypeOf('pdf', 'application/pdf')).toBeUndefined()
    expect(fileTypeOf('a.constructor', '__proto__')).toBeUndefined()
  })

  it('is DICOM by its sender alone where a name has no ending, as those on CDs of x-rays', () => {
    for (const name of ['IM000001', '1.2.840.113619.2.55', 'DICOMDIR', 'CT.0001.ima'])
      expect(fileTypeOf(name, 'application/dicom'), name).toBe('application/dicom')
    for (const name of ['IM000001', '1.2.840.113619.2.55']) {
      expect(fileTypeOf(name, ''), name).toBeUndefined()
      expect(fileTypeOf(name, 'application/pdf'), name).toBeUndefined()
    }
    for (const name of ['setup.exe', 'setup.exe.1', 'pagina.html', 'carta.doc', 'foto.jpg'])
      expect(fileTypeOf(name, 'application/dicom'), name).toBeUndefined()
    expect(cleanFileName('IM000001', 'application/dicom')).toBe('IM000001.dcm')
    expect(cleanFileName('1.2.840.55', 'application/dicom')).toBe('1.2.840.55.dcm')
  })

  it('is none where the name hides the ending of a program', () => {
    for (const name of ['a.php.jpg', 'a.EXE.jpg', 'a.html .jpg', 'a.js.x.jpg'])
      expect(fileTypeOf(name, 'image/jpeg'), name).toBeUndefined()
    for (const name of ['12.03.2026.jpg', 'www.lab.com.jpg', 'RX v2.1.jpg'])
      expect(fileTypeOf(name, 'image/jpeg'), name).toBe('image/jpeg')
  })
})

describe('the name of a file as it is kept', () => {
  it('can always be kept, is no path, shows all of itself and stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...types), (stem, type) => {
        const kept = cleanFileName(`${stem}.${fileTypes[type].extension}`, type)
        expect(kept.length).toBeLessThanOrEqual(fileLimits.name)
        expect(kept).not.toMatch(/[/\\\p{Cc}\u202A-\u202E]/u)
        expect(kept.isWellFormed()).toBe(true)
        expect(kept.endsWith(`.${fileTypes[type].extension}`)).toBe(true)
        expect(cleanFileName(kept, type)).toBe(kept)
      }),
    )
  })
})

describe('what a file is kept as', () => {
  it('is what it came as, but for HEIC, which becomes JPEG by name and type', () => {
    for (const type of types.filter((one) => one !== 'image/heic')) {
      const name = `foto.${fileTypes[type].extension}`
      expect([keptType(type), keptName(name, type)]).toEqual([type, name])
    }
    expect(keptType('image/heic')).toBe('image/jpeg')
    expect(keptName('IMG_1.HEIC', 'image/heic')).toBe('IMG_1.jpg')
    expect(keptName('12.03.2026.heif', 'image/heic')).toBe('12.03.2026.jpg')
  })
})

describe('the parts of a file', () => {
  it('are as long as the file together, none is empty and none too long', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: fileLimits.bytes }), (size) => {
        const lengths = Array.from({ length: partCount(size) }, (_, index) => partLength(size, index + 1))
        expect(lengths.reduce((sum, one) => sum + one, 0)).toBe(size)
        for (const length of lengths) expect(length > 0 && length <= fileLimits.partBytes).toBe(true)
        expect([0, lengths.length + 1].map((part) => partLength(size, part))).toEqual([0, 0])
      }),
    )
  })
})

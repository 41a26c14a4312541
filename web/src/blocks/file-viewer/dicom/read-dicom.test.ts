import { describe, expect, it } from 'vitest'
import { dicomFile } from './dicom-file.fixture.ts'
import { type DicomImage, readDicom } from './read-dicom.ts'

const read = (file: Uint8Array): DicomImage => {
  const found = readDicom(file)
  if ('fault' in found) throw new Error(found.fault)
  return found
}

describe('a DICOM file', () => {
  it('gives its grey values, of 8 and of 16 bits, with and without sign', () => {
    const small = read(dicomFile({ width: 2, height: 2, pixels: Uint8Array.of(0, 10, 200, 255) }))
    expect(small).toMatchObject({ width: 2, height: 2, frames: 1, tones: { least: 0, greatest: 255 } })
    expect(small.frame(0)).toEqual({ kind: 'grey', values: Uint8Array.of(0, 10, 200, 255) })

    const pixels = new Uint8Array(Int16Array.of(-1024, 0, 40, 3071).buffer)
    const signed = read(dicomFile({ width: 4, height: 1, allocated: 16, signed: true, pixels }))
    expect(signed.tones).toMatchObject({ least: -32_768, greatest: 32_767 })
    expect(signed.frame(0)).toEqual({ kind: 'grey', values: Int16Array.of(-1024, 0, 40, 3071) })

    const unsigned = read(dicomFile({ width: 4, height: 1, allocated: 16, pixels }))
    expect(unsigned.frame(0)).toEqual({ kind: 'grey', values: Uint16Array.of(64_512, 0, 40, 3071) })
  })

  it('says which value is white, how values are counted, and the windows it was looked at with', () => {
    const file = read(
      dicomFile({
        width: 1,
        height: 1,
        photometric: 'MONOCHROME1',
        intercept: '-1024',
        center: '40\\300',
        windowWidth: '400\\1500',
        labels: 'BLANDO\\HUESO',
        pixels: Uint8Array.of(1, 0),
      }),
    )
    expect(file.tones).toMatchObject({ inverted: true, intercept: -1024, slope: 1 })
    expect(file.windows).toEqual([
      { center: 40, width: 400, label: 'BLANDO' },
      { center: 300, width: 1500, label: 'HUESO' },
    ])
  })

  it('gives colours pixel by pixel, however they are stored', () => {
    const parts = { width: 2, height: 1, samples: 3, photometric: 'RGB' }
    const pixels = Uint8Array.of(1, 2, 3, 4, 5, 6)
    expect(read(dicomFile({ ...parts, pixels })).frame(0)).toEqual({ kind: 'colour', bytes: pixels })
    const planes = Uint8Array.of(1, 4, 2, 5, 3, 6)
    const planar = read(dicomFile({ ...parts, planar: true, pixels: planes }))
    expect(planar.frame(0)).toEqual({ kind: 'colour', bytes: pixels })
  })

  it('gives every picture of a series', () => {
    const file = read(dicomFile({ width: 2, height: 1, frames: 2, pixels: Uint8Array.of(1, 2, 3, 4) }))
    expect(file.frame(1)).toEqual({ kind: 'grey', values: Uint8Array.of(3, 4) })
  })

  it('hands out a JPEG as it is, in one piece', () => {
    const syntax = '1.2.840.10008.1.2.4.50'
    const parts = { syntax, width: 8, height: 8 }
    const one = read(dicomFile({ ...parts, fragments: [Uint8Array.of(255, 216), Uint8Array.of(255, 217)] }))
    expect(one.frame(0)).toEqual({ kind: 'jpeg', bytes: Uint8Array.of(255, 216, 255, 217) })
    const fragments = [Uint8Array.of(1, 2), Uint8Array.of(3, 4)]
    const two = read(dicomFile({ ...parts, frames: 2, fragments }))
    expect(two.frame(1)).toEqual({ kind: 'jpeg', bytes: Uint8Array.of(3, 4) })
  })
})

describe('a DICOM file that cannot be shown', () => {
  it('says which compression it has', () => {
    const file = (syntax: string) =>
      dicomFile({ syntax, width: 2, height: 2, fragments: [new Uint8Array(4)] })
    expect(readDicom(file('1.2.840.10008.1.2.4.90'))).toEqual({ fault: 'unsupported', syntax: 'JPEG 2000' })
    expect(readDicom(file('1.2.840.10008.1.2.4.201'))).toMatchObject({ syntax: '1.2.840.10008.1.2.4.201' })
  })

  it('says that pixels are missing, and that it is none at all', () => {
    expect(readDicom(dicomFile({ width: 2, height: 2 }))).toEqual({ fault: 'noImage' })
    expect(readDicom(dicomFile({ width: 9, height: 9, pixels: new Uint8Array(4) }))).toEqual({
      fault: 'broken',
    })
    expect(readDicom(new TextEncoder().encode('not a picture at all'))).toEqual({ fault: 'broken' })
  })
})

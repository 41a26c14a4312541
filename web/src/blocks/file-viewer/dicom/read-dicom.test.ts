import { describe, expect, it } from 'vitest'
import { dicomFile } from './dicom-file.fixture.ts'
import { losslessJpeg, rlePicture } from './packed-pictures.fixture.ts'
import { type DicomImage, readDicom } from './read-dicom.ts'
import { hasTable } from './window-level.ts'

/** Pieces have an even length. */
const even = (bytes: Uint8Array): Uint8Array =>
  bytes.length % 2 === 0 ? bytes : Uint8Array.from([...bytes, 0])

const read = (file: Uint8Array): DicomImage => {
  const found = readDicom(file)
  if ('fault' in found) throw new Error(found.fault)
  return found
}

describe('a DICOM file', () => {
  it('gives its grey values, of 8 and of 16 bits, with and without sign', async () => {
    const small = read(dicomFile({ width: 2, height: 2, pixels: Uint8Array.of(0, 10, 200, 255) }))
    expect(small).toMatchObject({ width: 2, height: 2, frames: 1, tones: { least: 0, greatest: 255 } })
    expect(await small.frame(0)).toEqual({ kind: 'grey', values: Uint8Array.of(0, 10, 200, 255) })

    const pixels = new Uint8Array(Int16Array.of(-1024, 0, 40, 3071).buffer)
    const signed = read(dicomFile({ width: 4, height: 1, allocated: 16, signed: true, pixels }))
    expect(signed.tones).toMatchObject({ least: -32_768, greatest: 32_767 })
    expect(await signed.frame(0)).toEqual({ kind: 'grey', values: Int16Array.of(-1024, 0, 40, 3071) })

    const unsigned = read(dicomFile({ width: 4, height: 1, allocated: 16, pixels }))
    expect(await unsigned.frame(0)).toEqual({ kind: 'grey', values: Uint16Array.of(64_512, 0, 40, 3071) })

    const least = read(dicomFile({ width: 2, height: 1, signed: true, pixels: Uint8Array.of(128, 127) }))
    expect(await least.frame(0)).toEqual({ kind: 'grey', values: Int8Array.of(-128, 127) })
  })

  it('gives its grey values of 32 bits, as a dose has them', async () => {
    const values = Uint32Array.of(0, 795_000, 4_294_967_295)
    const pixels = new Uint8Array(values.buffer)
    const dose = read(dicomFile({ width: 3, height: 1, allocated: 32, pixels }))
    expect(await dose.frame(0)).toEqual({ kind: 'grey', values })
    expect(hasTable(dose.tones)).toBe(false)
  })

  it('gives its values where they are fractions', async () => {
    const values = Float32Array.of(-0.5, 0, 1.25)
    const file = read(
      dicomFile({ width: 3, height: 1, allocated: 32, floats: new Uint8Array(values.buffer) }),
    )
    expect(await file.frame(0)).toEqual({ kind: 'grey', values })
    expect(hasTable(file.tones)).toBe(false)
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

  it('gives colours pixel by pixel, however they are stored', async () => {
    const parts = { width: 2, height: 1, samples: 3, photometric: 'RGB' }
    const pixels = Uint8Array.of(1, 2, 3, 4, 5, 6)
    expect(await read(dicomFile({ ...parts, pixels })).frame(0)).toEqual({ kind: 'colour', bytes: pixels })
    const planes = Uint8Array.of(1, 4, 2, 5, 3, 6)
    const planar = read(dicomFile({ ...parts, planar: true, pixels: planes }))
    expect(await planar.frame(0)).toEqual({ kind: 'colour', bytes: pixels })
  })

  it('gives the highest eight bits of colours that have more', async () => {
    const parts = { width: 1, height: 1, samples: 3, photometric: 'RGB' }
    const sixteen = new Uint8Array(Uint16Array.of(0xffff, 0x8000, 0x00ff).buffer)
    const colours = { kind: 'colour', bytes: Uint8Array.of(255, 128, 0) }
    expect(await read(dicomFile({ ...parts, allocated: 16, pixels: sixteen })).frame(0)).toEqual(colours)
    const twelve = new Uint8Array(Uint16Array.of(0xfff, 0x800, 0x00f).buffer)
    const file = read(dicomFile({ ...parts, allocated: 16, stored: 12, pixels: twelve }))
    expect(await file.frame(0)).toEqual(colours)
    const most = new Uint8Array(Uint32Array.of(0xffffffff, 0x80000000, 0xffff).buffer)
    expect(await read(dicomFile({ ...parts, allocated: 32, pixels: most })).frame(0)).toEqual(colours)
  })

  it('gives every picture of a series', async () => {
    const file = read(dicomFile({ width: 2, height: 1, frames: 2, pixels: Uint8Array.of(1, 2, 3, 4) }))
    expect(await file.frame(1)).toEqual({ kind: 'grey', values: Uint8Array.of(3, 4) })
  })

  it('hands out a JPEG as it is, in one piece', async () => {
    const syntax = '1.2.840.10008.1.2.4.50'
    const parts = { syntax, width: 8, height: 8 }
    const one = read(dicomFile({ ...parts, fragments: [Uint8Array.of(255, 216), Uint8Array.of(255, 217)] }))
    expect(await one.frame(0)).toEqual({ kind: 'jpeg', bytes: Uint8Array.of(255, 216, 255, 217) })
    const fragments = [Uint8Array.of(1, 2), Uint8Array.of(3, 4)]
    const two = read(dicomFile({ ...parts, frames: 2, fragments }))
    expect(await two.frame(1)).toEqual({ kind: 'jpeg', bytes: Uint8Array.of(3, 4) })
  })
})

describe('a DICOM file that is packed', () => {
  const syntaxes = { lossless: '1.2.840.10008.1.2.4.70', rle: '1.2.840.10008.1.2.5' }
  const values = Array.from({ length: 5 * 4 }, (_, at) => at * 200)
  const samples = { width: 5, height: 4, precision: 16, values }

  it('gives the values it was packed from, with and without sign', async () => {
    const parts = { width: 5, height: 4, allocated: 16, signed: true }
    const lossless = read(
      dicomFile({ ...parts, syntax: syntaxes.lossless, fragments: [losslessJpeg(samples)] }),
    )
    expect(await lossless.frame(0)).toEqual({ kind: 'grey', values: Int16Array.from(values) })
    const rle = read(dicomFile({ ...parts, syntax: syntaxes.rle, fragments: [rlePicture(samples)] }))
    expect(await rle.frame(0)).toEqual({ kind: 'grey', values: Int16Array.from(values) })
    expect(rle.tones).toMatchObject({ least: -32_768, greatest: 32_767 })
  })

  it('has its sign where its values have fewer bits than they take', async () => {
    const parts = { width: 5, height: 1, allocated: 16, stored: 12, signed: true }
    const signed = [-2048, -1, 0, 1, 2047]
    const twelve = { width: 5, height: 1, precision: 12, values: signed.map((value) => value & 0xfff) }
    const file = read(
      dicomFile({ ...parts, syntax: syntaxes.lossless, fragments: [losslessJpeg(twelve, { predictor: 7 })] }),
    )
    expect(await file.frame(0)).toEqual({ kind: 'grey', values: Int16Array.from(signed) })
    expect(file.tones).toMatchObject({ least: -2048, greatest: 2047 })
    // Above the bits that mean something an old device may keep what it drew over the picture.
    const pixels = new Uint8Array(Uint16Array.from(signed, (value) => (value & 0xfff) | 0x3000).buffer)
    const plain = read(dicomFile({ ...parts, pixels }))
    expect(await plain.frame(0)).toEqual({ kind: 'grey', values: Int16Array.from(signed) })
  })

  it('gives colours, and every picture of a series, each in as many pieces as it came', async () => {
    const rgb = { width: 2, height: 1, components: 3, precision: 8, values: [1, 2, 3, 4, 5, 6] }
    const colours = { kind: 'colour', bytes: Uint8Array.from(rgb.values) }
    const parts = { width: 2, height: 1, samples: 3, photometric: 'RGB', planar: true }
    for (const [syntax, packed] of [
      [syntaxes.lossless, losslessJpeg(rgb)],
      [syntaxes.rle, rlePicture(rgb)],
    ] as const)
      expect(await read(dicomFile({ ...parts, syntax, fragments: [packed] })).frame(0)).toEqual(colours)
    const [one, two] = [losslessJpeg(rgb), losslessJpeg({ ...rgb, values: [6, 5, 4, 3, 2, 1] })]
    const pieces = [one.subarray(0, 20), one.subarray(20), two.subarray(0, 30), two.subarray(30)]
    const series = read(
      dicomFile({ ...parts, syntax: syntaxes.lossless, frames: 2, fragments: pieces.map(even) }),
    )
    expect(await series.frame(0)).toEqual(colours)
    expect(await series.frame(1)).toEqual({ kind: 'colour', bytes: Uint8Array.of(6, 5, 4, 3, 2, 1) })
  })

  it('is broken where the picture is another one than announced, or is cut off', async () => {
    const parts = { width: 5, height: 5, allocated: 16, syntax: syntaxes.lossless }
    await expect(read(dicomFile({ ...parts, fragments: [losslessJpeg(samples)] })).frame(0)).rejects.toThrow()
    const cut = rlePicture(samples).subarray(0, 70)
    const file = read(dicomFile({ ...parts, height: 4, syntax: syntaxes.rle, fragments: [cut] }))
    await expect(file.frame(0)).rejects.toThrow()
  })
})

describe('a DICOM file that cannot be shown', () => {
  it('says which compression it has', () => {
    const file = (syntax: string) =>
      dicomFile({ syntax, width: 2, height: 2, fragments: [new Uint8Array(4)] })
    expect(readDicom(file('1.2.840.10008.1.2.4.90'))).toEqual({ fault: 'unsupported', syntax: 'JPEG 2000' })
    const twelveBit = dicomFile({
      syntax: '1.2.840.10008.1.2.4.51',
      allocated: 16,
      width: 2,
      height: 2,
      fragments: [new Uint8Array(4)],
    })
    expect(readDicom(twelveBit)).toEqual({ fault: 'unsupported', syntax: 'JPEG 12 bit' })
    expect(readDicom(file('1.2.840.10008.1.2.4.201'))).toMatchObject({ syntax: 'HTJ2K' })
    expect(readDicom(file('1.2.840.10008.1.2.4.103'))).toMatchObject({ syntax: '1.2.840.10008.1.2.4.103' })
  })

  it('says that pixels are missing, and that it is none at all', () => {
    expect(readDicom(dicomFile({ width: 2, height: 2 }))).toEqual({ fault: 'noImage' })
    expect(readDicom(dicomFile({ width: 9, height: 9, pixels: new Uint8Array(4) }))).toEqual({
      fault: 'broken',
    })
    expect(readDicom(new TextEncoder().encode('not a picture at all'))).toEqual({ fault: 'broken' })
  })
})

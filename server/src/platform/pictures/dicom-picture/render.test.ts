import { describe, expect, it } from 'vitest'
import {
  type DicomPicture,
  dicomPicture,
  packed,
  syntaxes,
} from '../../../../test/factories/dicom-pictures.ts'
import { twelveBitJpeg } from '../../../../test/factories/twelve-bit-jpeg.ts'
import { openDicom } from './render.ts'

const width = 24
const height = 16
const pixels = width * height

const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)

/** A slope with some noise on it, always the same, over `most` values from `least` on. */
const slope = (count: number, most: number, least = 0): number[] =>
  Array.from({ length: count }, (_, at) => least + ((Math.floor((at * most) / count) + (at % 7) * 3) % most))

const greys = {
  bytes: Buffer.from(slope(pixels, 256)),
  words: bytesOf(Uint16Array.from(slope(pixels, 65_536))),
  twelve: bytesOf(Uint16Array.from(slope(pixels, 4096))),
  signed: bytesOf(Int16Array.from(slope(pixels, 65_536, -32_768))),
  signedTwelve: bytesOf(Int16Array.from(slope(pixels, 4096, -2048))),
  dose: bytesOf(Uint32Array.from(slope(pixels, 1_000_000, 795_000))),
  fractions: bytesOf(Float32Array.from(slope(pixels, 100, -20), (value) => value / 8)),
}
const colours = Buffer.from(slope(pixels * 3, 256))
const deepColours = bytesOf(Uint16Array.from(slope(pixels * 3, 65_536)))

const size = { width, height }
const sixteen = { ...size, allocated: 16 }
const rgb = { ...size, samples: 3, photometric: 'RGB' }

/** Each as it should come out: those with a name among syntaxes are packed, the others lie there as they are. */
const table: readonly (readonly [name: string, picture: DicomPicture, values: Buffer])[] = [
  ['implicit little endian', { ...size, syntax: syntaxes.implicit }, greys.bytes],
  ['explicit little endian', sixteen, greys.words],
  ['explicit little endian with signs', { ...sixteen, isSigned: true }, greys.signed],
  ['big endian', { ...sixteen, syntax: syntaxes.bigEndian }, greys.words],
  ['big endian with signs', { ...sixteen, syntax: syntaxes.bigEndian, isSigned: true }, greys.signed],
  ['big endian of 32 bits', { ...size, allocated: 32, syntax: syntaxes.bigEndian }, greys.dose],
  ['big endian in colours', { ...rgb, syntax: syntaxes.bigEndian }, colours],
  ['deflated', { ...sixteen, syntax: syntaxes.deflated }, greys.words],
  ['deflated in colours', { ...rgb, syntax: syntaxes.deflated }, colours],
  ['fractions', { ...size, allocated: 32, isFloat: true }, greys.fractions],
  ['32 bits', { ...size, allocated: 32 }, greys.dose],
  ['colours of 16 bits', { ...rgb, allocated: 16 }, deepColours],
  ['lossless JPEG', { ...sixteen, syntax: syntaxes.jpegLossless }, greys.words],
  ['JPEG-LS', { ...sixteen, syntax: syntaxes.jpegLs }, greys.words],
  ['JPEG-LS of 8 bits', { ...size, syntax: syntaxes.jpegLs }, greys.bytes],
  ['JPEG-LS in colours', { ...rgb, syntax: syntaxes.jpegLs }, colours],
  ['JPEG 2000', { ...sixteen, syntax: syntaxes.jpeg2000 }, greys.words],
  ['JPEG 2000 with signs', { ...sixteen, isSigned: true, syntax: syntaxes.jpeg2000 }, greys.signed],
  [
    'JPEG 2000 of 12 bits with signs',
    { ...sixteen, stored: 12, isSigned: true, syntax: syntaxes.jpeg2000 },
    greys.signedTwelve,
  ],
  ['JPEG 2000 in colours', { ...rgb, syntax: syntaxes.jpeg2000 }, colours],
  ['HTJ2K', { ...sixteen, syntax: syntaxes.highThroughput }, greys.words],
  ['JPEG XL', { ...sixteen, syntax: syntaxes.jpegXl }, greys.words],
  ['RLE', { ...sixteen, syntax: syntaxes.rle }, greys.words],
  ['RLE in colours of 16 bits', { ...rgb, allocated: 16, syntax: syntaxes.rle }, deepColours],
]

const isPacked = (syntax = ''): boolean => /\.(4\.\d+|5)$/.test(syntax)

const fileOf = async (picture: DicomPicture, values: Buffer, frames = 1): Promise<Buffer> => {
  const { syntax } = picture
  const all = Array.from({ length: frames }, (_, index) =>
    index === 0 ? values : Buffer.from(values).reverse(),
  )
  if (!isPacked(syntax)) return dicomPicture({ ...picture, frames, pixels: Buffer.concat(all) })
  const pieces = await Promise.all(all.map((one) => packed(one, picture)))
  return dicomPicture({ ...picture, frames, pixels: pieces })
}

/** How far two pictures lie apart at most. */
const apart = (one: Buffer, other: Buffer): number =>
  Math.max(...Array.from(one, (value, at) => Math.abs(value - (other[at] ?? Number.NaN))))

describe('a picture of a DICOM file', () => {
  it.each(table)('has the values it was packed from: %s', async (_, picture, values) => {
    const { frames } = await openDicom(await fileOf(picture, values))
    const [frame = Buffer.alloc(0), ...others] = frames()
    expect(others).toEqual([])
    expect(frame.equals(values)).toBe(true)
  })

  it('has its values of 12 bits where a JPEG holds them', async () => {
    const squares = [0, 4095, 2048, 1, 700, 4000]
    const parts = { ...sixteen, width: 24, stored: 12, syntax: syntaxes.jpegExtended }
    const file = dicomPicture({ ...parts, pixels: [twelveBitJpeg(squares, 3)] })
    const values = Array.from(
      { length: 24 * 16 },
      (_, at) => squares[Math.floor(at / (24 * 8)) * 3 + (Math.floor(at / 8) % 3)] ?? 0,
    )
    const { frames, same } = await openDicom(file)
    expect(frames()[0]?.equals(bytesOf(Uint16Array.from(values)))).toBe(true)
    // No browser shows one: it is written anew.
    expect(same().length).toBeGreaterThan(0)
  })

  it('comes one by one where there are several, packed and not', async () => {
    for (const syntax of [syntaxes.bigEndian, syntaxes.jpeg2000, syntaxes.jpegLs, syntaxes.rle]) {
      const { frames } = await openDicom(await fileOf({ ...rgb, syntax }, colours, 3))
      const turned = Buffer.from(colours).reverse()
      expect(frames().map((frame) => frame.equals(colours))).toEqual([true, false, false])
      expect(frames()[2]?.equals(turned)).toBe(true)
    }
  })

  it('is one bit a pixel without a gap between two pictures', async () => {
    const bits = Array.from({ length: 2 * 15 }, (_, at) => (at % 3 === 0 ? 1 : 0))
    const bytes = Buffer.alloc(4)
    bits.forEach((bit, at) => {
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))
    })
    const file = dicomPicture({ width: 5, height: 3, frames: 2, allocated: 1, pixels: bytes })
    const frames = (await openDicom(file)).frames()
    expect(Buffer.concat(frames)).toEqual(Buffer.from(bits))
  })

  it('is red, green and blue, however its colours are written', async () => {
    // Red, green, blue and grey by PS3.3 C.7.6.3.1.2, two and two.
    const ybr = [76, 85, 255, 150, 44, 21, 29, 255, 107, 128, 128, 128]
    const shown = [
      [254, 0, 0],
      [0, 255, 1],
      [0, 0, 254],
      [128, 128, 128],
    ]
    const four = { width: 4, height: 1, samples: 3 }
    const near = async (picture: DicomPicture, wanted: readonly number[][]) => {
      const [frame = Buffer.alloc(0)] = (await openDicom(dicomPicture(picture))).frames()
      expect(apart(frame, Buffer.from(wanted.flat()))).toBeLessThanOrEqual(1)
    }
    await near({ ...four, photometric: 'YBR_FULL', pixels: Buffer.from(ybr) }, shown)
    const planes = [0, 1, 2].flatMap((place) => ybr.filter((_, at) => at % 3 === place))
    await near({ ...four, photometric: 'YBR_FULL', isPlanar: true, pixels: Buffer.from(planes) }, shown)
    // Two brightnesses, then the colour of both.
    const halved = Buffer.from([76, 76, 85, 255, 29, 128, 128, 128])
    await near({ ...four, photometric: 'YBR_FULL_422', pixels: halved }, [
      [254, 0, 0],
      [254, 0, 0],
      [29, 29, 29],
      [128, 128, 128],
    ])
    const words = (...values: number[]) => bytesOf(Uint16Array.from(values))
    const palette = (bits: number, entries: number[][]) =>
      entries.flatMap((one, index): NonNullable<DicomPicture['more']>[number][] => [
        [0x1101 + index, 'US', words(one.length, 10, bits)],
        [0x1201 + index, 'OW', words(...one)],
      ])
    const named = { width: 4, height: 1, photometric: 'PALETTE COLOR', pixels: Buffer.from([0, 10, 11, 99]) }
    const deep = [
      [0, 65_535],
      [32_896, 0],
      [0, 257],
    ]
    const indexed = [
      [0, 128, 0],
      [0, 128, 0],
      [255, 0, 1],
      [255, 0, 1],
    ]
    await near({ ...named, more: palette(16, deep) }, indexed)
    await near(
      {
        ...named,
        more: palette(
          8,
          deep.map((one) => one.map((entry) => entry >> 8)),
        ),
      },
      indexed,
    )
  })

  it('is read where the elements are written the other way than announced', async () => {
    const picture = { ...sixteen, syntax: syntaxes.jpeg2000, isImplicit: true }
    const [frame] = (await openDicom(await fileOf(picture, greys.words))).frames()
    expect(frame?.equals(greys.words)).toBe(true)
  })

  it('is written anew only where the viewer does not read the file itself', async () => {
    const same = async (picture: DicomPicture, values: Buffer) =>
      (await openDicom(await fileOf(picture, values))).same().length > 0
    for (const syntax of [syntaxes.implicit, syntaxes.explicit, syntaxes.rle, syntaxes.jpegLossless])
      expect(await same({ ...sixteen, syntax }, greys.words), syntax).toBe(false)
    expect(await same({ ...size, syntax: syntaxes.jpeg }, greys.bytes)).toBe(false)
    expect(await same({ ...rgb, photometric: 'YBR_FULL', syntax: syntaxes.jpeg }, colours)).toBe(false)
    // The browser takes the colours of every JPEG for brightness and two differences.
    expect(await same({ ...rgb, syntax: syntaxes.jpeg }, colours)).toBe(true)
    expect(await same({ ...rgb, photometric: 'YBR_FULL' }, colours)).toBe(true)
    expect(await same({ ...sixteen, isImplicit: true }, greys.words)).toBe(true)
    for (const syntax of [syntaxes.bigEndian, syntaxes.deflated, syntaxes.jpegLs, syntaxes.jpeg2000])
      expect(await same({ ...sixteen, syntax }, greys.words), syntax).toBe(true)
  })

  it('keeps its windows and units where it is written anew, and no name', async () => {
    const more = [
      [0x1050, 'DS', Buffer.from('40\\300 ')],
      [0x1051, 'DS', Buffer.from('400\\1500')],
      [0x1052, 'DS', Buffer.from('-1024 ')],
      [0x1053, 'DS', Buffer.from('2 ')],
      [0x1055, 'LO', Buffer.from('BLANDO\\HUESO')],
    ] as const
    const picture = { ...sixteen, stored: 12, syntax: syntaxes.bigEndian, more }
    const written = (await openDicom(await fileOf(picture, greys.twelve))).same()
    for (const kept of ['40\\300', '400\\1500', '-1024', 'BLANDO\\HUESO'])
      expect(written.includes(kept), kept).toBe(true)
    expect(written.includes('Mariana')).toBe(false)
    const again = await openDicom(written)
    expect(again.same().length).toBe(0)
    expect(again.frames()[0]?.equals(greys.twelve)).toBe(true)
  })

  it('is seen small as the viewer first shows it', async () => {
    const values = bytesOf(Uint16Array.from([0, 1000, 2000, 3000]))
    const more = [
      [0x1050, 'DS', Buffer.from('1500')],
      [0x1051, 'DS', Buffer.from('1000')],
    ] as const
    const row = { width: 4, height: 1, allocated: 16, pixels: values }
    const lights = async (picture: DicomPicture) =>
      (await openDicom(dicomPicture(picture))).picture().extractChannel(0).raw().toBuffer()
    expect([...(await lights({ ...row, more }))]).toEqual([0, 0, 255, 255])
    expect([...(await lights(row))]).toEqual([0, 85, 170, 255])
    expect([...(await lights({ ...row, photometric: 'MONOCHROME1' }))]).toEqual([255, 170, 85, 0])
  })
})

import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

export interface Sample {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A photo of one colour with a brighter bar, so that turning and comparing show. */
export const photo = async (name: string, background: string): Promise<Sample> => {
  const bar = { create: { width: 60, height: 420, channels: 3, background: '#f4e4d0' } } as const
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  const buffer = await picture
    .composite([{ input: await sharp(bar).png().toBuffer(), left: 290, top: 30 }])
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** More pixels than are loaded at first. */
export const widePhoto = async (name: string): Promise<Sample> => {
  const buffer = await sharp({ create: { width: 4000, height: 1000, channels: 3, background: '#c8b8a8' } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** A square of 64 pixels a side as an iPhone keeps its photos, packed once with heif-enc. */
const heic =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAHAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAkbWRhdAAAABgoAa8TgOaocNP/+OlFf2K6v/L9WtJ5v3w='

export const heicPhoto = (name: string): Sample => ({
  name,
  mimeType: 'image/heic',
  buffer: Buffer.from(heic, 'base64'),
})

/** A picture that no packing makes smaller: several parts long. */
export const largePicture = async (name: string): Promise<Sample> => {
  const edge = 2000
  const buffer = await sharp(randomBytes(edge * edge * 3), {
    raw: { width: edge, height: edge, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** A PDF written by hand: so many pages, one line of text each. */
export const pdf = (name: string, pages: readonly string[]): Sample => {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const drawn = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}

const element = (group: number, id: number, kind: string, value: string | number | Buffer): Buffer => {
  const number = Buffer.alloc(2)
  if (typeof value === 'number') number.writeUInt16LE(value)
  const plain = typeof value === 'string' ? Buffer.from(value, 'latin1') : value
  const content = typeof plain === 'number' ? number : plain
  const even = content.length % 2 === 0 ? content : Buffer.concat([content, Buffer.from(' ')])
  const isLong = kind === 'OW' || kind === 'OB'
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(id, 2)
  head.write(kind, 4, 'latin1')
  if (isLong) head.writeUInt32LE(even.length, 8)
  else head.writeUInt16LE(even.length, 6)
  return Buffer.concat([head, even])
}

export interface Imaged {
  /** `GOMEZ^MARIANA`. */
  readonly patientName: string
  /** `YYYYMMDD`. */
  readonly birthDate: string
  readonly study?: string
  /** What the second of its windows is called. */
  readonly windowName?: string
  /** How its pixels are written; plainly when absent. */
  readonly packing?: 'rle' | 'jpeg2000'
}

/** One picture by DICOM's RLE: the high bytes of all pixels, then the low ones, in runs of one value. */
const packed = (pixels: Buffer): Buffer => {
  const rows = [1, 0].map((place) => {
    const bytes = pixels.filter((_, at) => at % 2 === place)
    return Buffer.concat(Array.from(bytes, (byte) => Buffer.from([0, byte])))
  })
  const head = Buffer.alloc(64)
  head.writeUInt32LE(rows.length, 0)
  head.writeUInt32LE(64, 4)
  head.writeUInt32LE(64 + (rows[0]?.length ?? 0), 8)
  return Buffer.concat([head, ...rows])
}

const item = (content: Buffer): Buffer => {
  const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

const endOfItems = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])

/** Pixels that are packed have no length of their own: an empty table, the picture, the end. */
const packedElement = (content: Buffer): Buffer => {
  const head = Buffer.from([0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 255, 255, 255, 255])
  return Buffer.concat([head, item(Buffer.alloc(0)), item(content), endOfItems])
}

const syntaxes = {
  plain: '1.2.840.10008.1.2.1\0',
  rle: '1.2.840.10008.1.2.5\0',
  jpeg2000: '1.2.840.10008.1.2.4.90',
} as const

const pixelsOf = (pixels: Buffer, packing: Imaged['packing']): Buffer => {
  if (packing === undefined) return element(0x7fe0, 0x10, 'OW', pixels)
  return packedElement(packing === 'rle' ? packed(pixels) : Buffer.alloc(16))
}

const imageClass = '1.2.840.10008.5.1.4.1.1.7'
const instance = '1.2.826.0.1.3680043.2.1125.1'

const part = (group: number, elements: readonly Buffer[]): Buffer => {
  const all = Buffer.concat(elements)
  if (group !== 2) return all
  const length = Buffer.alloc(4)
  length.writeUInt32LE(all.length)
  return Buffer.concat([element(2, 0, 'UL', length), all])
}

/** A DICOM file of 16 bits that grows brighter from left to right, with two windows to look at it. */
export const dicom = (name: string, imaged: Imaged): Sample => {
  const { patientName, birthDate, study = 'HOMBRO AP', windowName = 'HUESO', packing } = imaged
  const [width, height] = [256, 192]
  const pixels = Buffer.alloc(width * height * 2)
  for (let at = 0; at < width * height; at += 1) pixels.writeUInt16LE((at % width) * 16, at * 2)
  const meta = [
    element(2, 1, 'OB', Buffer.from([0, 1])),
    element(2, 2, 'UI', imageClass.padEnd(26, '\0')),
    element(2, 3, 'UI', instance.padEnd(28, '\0')),
    element(2, 0x10, 'UI', syntaxes[packing ?? 'plain']),
    element(2, 0x12, 'UI', '1.2.826.0.1.3680043.2\0'),
  ]
  const data = [
    element(8, 0x16, 'UI', imageClass.padEnd(26, '\0')),
    element(8, 0x18, 'UI', instance.padEnd(28, '\0')),
    element(8, 0x20, 'DA', '20261102'),
    element(8, 0x60, 'CS', 'DX'),
    element(8, 0x1030, 'LO', study),
    element(0x10, 0x10, 'PN', patientName),
    element(0x10, 0x30, 'DA', birthDate),
    element(0x28, 2, 'US', 1),
    element(0x28, 4, 'CS', 'MONOCHROME2'),
    element(0x28, 0x10, 'US', height),
    element(0x28, 0x11, 'US', width),
    element(0x28, 0x100, 'US', 16),
    element(0x28, 0x101, 'US', 12),
    element(0x28, 0x102, 'US', 11),
    element(0x28, 0x103, 'US', 0),
    element(0x28, 0x1050, 'DS', '2048\\1024'),
    element(0x28, 0x1051, 'DS', '4096\\512'),
    element(0x28, 0x1055, 'LO', `TODO\\${windowName}`),
    pixelsOf(pixels, packing),
  ]
  const buffer = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), part(2, meta), part(8, data)])
  return { name, mimeType: 'application/dicom', buffer }
}

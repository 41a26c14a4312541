import { deflateRawSync } from 'node:zlib'
import type { Sample } from './file-samples.ts'

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
  /** How it is written; plainly when absent. */
  readonly packing?: Packing
  /** What its first bytes are of, before the sign of DICOM. */
  readonly preamble?: 'tiff'
  /** In place of a picture. */
  readonly holds?: 'report'
}

type Packing = 'rle' | 'jpeg2000' | 'cutJpeg2000' | 'deflated'

/** The pixels of `dicom` below, packed once with OpenJPEG. */
const jpeg2000 = Buffer.from(
  '/0//UQApAAAAAAEAAAAAwAAAAAAAAAAAAAABAAAAAMAAAAAAAAAAAAABCwEB/1IADAAAAAIABQQEAAH/XAATQGBoaHBoaHBoaHBoaHBoaHD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAACTAAH/k9/YZBFpg7HJAyHQLhm1D0o3sL/KFdcL/KFdcL7B94SANp0oHyiJfWF4wPvDQF+nxUZBhILfKHnsC3fAfYIgi2IBfaV3iwDCLswISCa8YR/APpIgrXIBv2U0YRGAABhIP6esJCXQB+YQ/MGArXIBv9mz/3+tcgG9mUfA9ADAAMAAwACgQAD/2Q==',
  'base64',
)

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

const syntaxes: Readonly<Record<Packing | 'plain', string>> = {
  plain: '1.2.840.10008.1.2.1\0',
  deflated: '1.2.840.10008.1.2.1.99',
  rle: '1.2.840.10008.1.2.5\0',
  jpeg2000: '1.2.840.10008.1.2.4.90',
  cutJpeg2000: '1.2.840.10008.1.2.4.90',
}

const pixelsOf = (pixels: Buffer, packing: Imaged['packing']): Buffer => {
  if (packing === 'rle') return packedElement(packed(pixels))
  if (packing === 'jpeg2000') return packedElement(jpeg2000)
  if (packing === 'cutJpeg2000') return packedElement(jpeg2000.subarray(0, 120))
  return element(0x7fe0, 0x10, 'OW', pixels)
}

const preambleOf = (preamble: Imaged['preamble']): Buffer => {
  const bytes = Buffer.alloc(128)
  if (preamble === 'tiff') bytes.write('II*\0\b\0\0\0', 'latin1')
  return bytes
}

const imageClass = '1.2.840.10008.5.1.4.1.1.7'
const reportClass = '1.2.840.10008.5.1.4.1.1.88.11'
const instance = '1.2.826.0.1.3680043.2.1125.1'

const part = (group: number, elements: readonly Buffer[]): Buffer => {
  const all = Buffer.concat(elements)
  if (group !== 2) return all
  const length = Buffer.alloc(4)
  length.writeUInt32LE(all.length)
  return Buffer.concat([element(2, 0, 'UL', length), all])
}

const size = { width: 256, height: 192 }

const pictureElements = ({ windowName = 'HUESO', packing }: Imaged): Buffer[] => {
  const { width, height } = size
  const pixels = Buffer.alloc(width * height * 2)
  for (let at = 0; at < width * height; at += 1) pixels.writeUInt16LE((at % width) * 16, at * 2)
  return [
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
}

const uid = (value: string): string => (value.length % 2 === 0 ? value : `${value}\0`)

/** A DICOM file of 16 bits that grows brighter from left to right, with two windows to look at it. */
export const dicom = (name: string, imaged: Imaged): Sample => {
  const { patientName, birthDate, study = 'HOMBRO AP', packing, preamble, holds } = imaged
  const storageClass = uid(holds === 'report' ? reportClass : imageClass)
  const meta = part(2, [
    element(2, 1, 'OB', Buffer.from([0, 1])),
    element(2, 2, 'UI', storageClass),
    element(2, 3, 'UI', uid(instance)),
    element(2, 0x10, 'UI', syntaxes[packing ?? 'plain']),
    element(2, 0x12, 'UI', '1.2.826.0.1.3680043.2\0'),
  ])
  const data = part(8, [
    element(8, 0x16, 'UI', storageClass),
    element(8, 0x18, 'UI', uid(instance)),
    element(8, 0x20, 'DA', '20261102'),
    element(8, 0x60, 'CS', 'DX'),
    element(8, 0x1030, 'LO', study),
    element(0x10, 0x10, 'PN', patientName),
    element(0x10, 0x30, 'DA', birthDate),
    ...(holds === undefined ? pictureElements(imaged) : []),
  ])
  const written = packing === 'deflated' ? deflateRawSync(data) : data
  const buffer = Buffer.concat([preambleOf(preamble), Buffer.from('DICM'), meta, written])
  return { name, mimeType: 'application/dicom', buffer }
}

import { createRequire } from 'node:module'
import { deflateRawSync } from 'node:zlib'
import type { Context as Codec, NativeCodecs as Encoders } from 'dcmjs-codecs'

/** Its bundle names its exports only when it runs. */
const { Context, NativeCodecs } = createRequire(import.meta.url)('dcmjs-codecs') as {
  Context: typeof Codec
  NativeCodecs: typeof Encoders
}

const syntaxOf = (end: string): string => `1.2.840.10008.1.2${end}`

export const syntaxes = {
  implicit: syntaxOf(''),
  explicit: syntaxOf('.1'),
  deflated: syntaxOf('.1.99'),
  bigEndian: syntaxOf('.2'),
  jpeg: syntaxOf('.4.50'),
  jpegExtended: syntaxOf('.4.51'),
  jpegLossless: syntaxOf('.4.70'),
  jpegLs: syntaxOf('.4.80'),
  jpeg2000: syntaxOf('.4.90'),
  jpegXl: syntaxOf('.4.110'),
  highThroughput: syntaxOf('.4.201'),
  rle: syntaxOf('.5'),
} as const

export interface DicomPicture {
  readonly syntax?: string
  /** Written without the kinds of its elements, whatever the syntax says. */
  readonly isImplicit?: boolean
  /** The first bytes of the file, before its sign. */
  readonly preamble?: Buffer
  readonly storageClass?: string
  readonly width?: number
  readonly height?: number
  readonly frames?: number
  readonly samples?: number
  readonly photometric?: string
  readonly isPlanar?: boolean
  readonly allocated?: number
  readonly stored?: number
  readonly isSigned?: boolean
  /** More elements of group 28, as they stand in the file. */
  readonly more?: readonly (readonly [number: number, kind: string, value: Buffer])[]
  /** One picture after the other, little end first; pictures of their own where there are several. */
  readonly pixels?: Buffer | readonly Buffer[]
  /** Where the pixels are fractions. */
  readonly isFloat?: boolean
}

type Write = (group: number, number: number, kind: string, value: Buffer, length?: number) => Buffer

const isLong = (kind: string): boolean => ['OB', 'OW', 'OF', 'OD', 'UN', 'SQ'].includes(kind)

const even = (value: Buffer): Buffer =>
  value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.from([value.at(-1) === 0 ? 0 : 32])])

const wordSizes: Readonly<Record<string, number>> = { US: 2, OW: 2, OF: 4, OD: 8, UL: 4 }

const swapped = (kind: string, value: Buffer, wordSize = wordSizes[kind]): Buffer => {
  const copy = Buffer.from(value)
  if (wordSize === 2) copy.swap16()
  if (wordSize === 4) copy.swap32()
  if (wordSize === 8) copy.swap64()
  return copy
}

const writer = (isExplicit: boolean, isBig: boolean): Write => {
  const number = (value: number, size: 2 | 4): Buffer => {
    const bytes = Buffer.alloc(size)
    if (size === 2) bytes.writeUInt16LE(value)
    else bytes.writeUInt32LE(value)
    return isBig ? bytes.reverse() : bytes
  }
  return (group, id, kind, value, length) => {
    const whole = even(value)
    const said = length ?? whole.length
    const tag = [number(group, 2), number(id, 2)]
    if (!isExplicit) return Buffer.concat([...tag, number(said, 4), whole])
    const name = Buffer.from(kind, 'latin1')
    const size = isLong(kind) ? [Buffer.alloc(2), number(said, 4)] : [number(said, 2)]
    return Buffer.concat([...tag, name, ...size, isBig ? swapped(kind, whole) : whole])
  }
}

const wordOf = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer)
const text = (value: string): Buffer => Buffer.from(value, 'latin1')

const item = (content: Buffer): Buffer => {
  const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
  head.writeUInt32LE(even(content).length, 4)
  return Buffer.concat([head, even(content)])
}

const pixelsOf = (write: Write, picture: DicomPicture): Buffer[] => {
  const { pixels, allocated = 8, isFloat } = picture
  if (pixels === undefined) return []
  if (!Buffer.isBuffer(pixels)) {
    const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])
    const pieces = [item(Buffer.alloc(0)), ...pixels.map(item), end]
    return [write(0x7fe0, 0x10, 'OB', Buffer.concat(pieces), 0xffffffff)]
  }
  if (isFloat) return [write(0x7fe0, allocated === 64 ? 9 : 8, allocated === 64 ? 'OD' : 'OF', pixels)]
  const isBig = picture.syntax === syntaxes.bigEndian
  // A word of 32 bits is swapped as one.
  const turned = isBig && allocated === 32 ? swapped('OW', swapped('UL', pixels)) : pixels
  return [write(0x7fe0, 0x10, allocated === 8 ? 'OB' : 'OW', turned)]
}

/** What the file says of its pictures; nothing where it has none. */
const described = (write: Write, picture: DicomPicture): Buffer[] => {
  const { samples = 1, width = 16, height = 16, frames = 1, allocated = 8, stored = allocated } = picture
  if (picture.pixels === undefined) return []
  return [
    write(0x28, 2, 'US', wordOf(samples)),
    write(0x28, 4, 'CS', text(picture.photometric ?? 'MONOCHROME2')),
    ...(samples > 1 ? [write(0x28, 6, 'US', wordOf(picture.isPlanar ? 1 : 0))] : []),
    write(0x28, 8, 'IS', text(String(frames))),
    write(0x28, 0x10, 'US', wordOf(height)),
    write(0x28, 0x11, 'US', wordOf(width)),
    write(0x28, 0x100, 'US', wordOf(allocated)),
    write(0x28, 0x101, 'US', wordOf(stored)),
    write(0x28, 0x102, 'US', wordOf(stored - 1)),
    write(0x28, 0x103, 'US', wordOf(picture.isSigned ? 1 : 0)),
  ]
}

/** A DICOM file with a header of a few elements, written and packed as is wished. */
export const dicomPicture = (picture: DicomPicture = {}): Buffer => {
  const { syntax = syntaxes.explicit, isImplicit = syntax === syntaxes.implicit } = picture
  const write = writer(!isImplicit, syntax === syntaxes.bigEndian)
  const meta = writer(true, false)(2, 0x10, 'UI', text(`${syntax}${syntax.length % 2 ? '\0' : ''}`))
  const body = Buffer.concat([
    write(8, 0x16, 'UI', text(picture.storageClass ?? '1.2.840.10008.5.1.4.1.1.7\0')),
    write(8, 0x60, 'CS', text('DX')),
    write(0x10, 0x10, 'PN', text('Gomez^Mariana')),
    ...described(write, picture),
    ...(picture.more ?? []).map(([number, kind, value]) => write(0x28, number, kind, value)),
    ...pixelsOf(write, picture),
  ])
  const length = Buffer.from(Uint32Array.of(meta.length).buffer)
  return Buffer.concat([
    Buffer.concat([picture.preamble ?? Buffer.alloc(0), Buffer.alloc(128)]).subarray(0, 128),
    text('DICM'),
    writer(true, false)(2, 0, 'UL', length),
    meta,
    syntax === syntaxes.deflated ? deflateRawSync(body) : body,
  ])
}

type Encoder =
  | 'encodeJpeg'
  | 'encodeJpegLs'
  | 'encodeJpeg2000'
  | 'encodeJpegXl'
  | 'encodeHtJpeg2000'
  | 'encodeRle'

const encoders: Readonly<Record<string, Encoder>> = {
  [syntaxes.jpeg]: 'encodeJpeg',
  [syntaxes.jpegLossless]: 'encodeJpeg',
  [syntaxes.jpegLs]: 'encodeJpegLs',
  [syntaxes.jpeg2000]: 'encodeJpeg2000',
  [syntaxes.jpegXl]: 'encodeJpegXl',
  [syntaxes.highThroughput]: 'encodeHtJpeg2000',
  [syntaxes.rle]: 'encodeRle',
}

/** The bytes of one picture as a codec packs them; as they are where its syntax packs nothing. */
export const packed = async (pixels: Buffer, picture: DicomPicture): Promise<Buffer> => {
  if (!NativeCodecs.isInitialized()) await NativeCodecs.initializeAsync()
  const { syntax = '', width = 16, height = 16, samples = 1, allocated = 8, stored = allocated } = picture
  const encoder = encoders[syntax]
  if (encoder === undefined) return pixels
  const context = new Context({
    width,
    height,
    bitsAllocated: allocated,
    bitsStored: stored,
    samplesPerPixel: samples,
    pixelRepresentation: picture.isSigned ? 1 : 0,
    planarConfiguration: picture.isPlanar ? 1 : 0,
    photometricInterpretation: picture.photometric ?? 'MONOCHROME2',
    decodedBuffer: pixels,
  })
  const encoded = NativeCodecs[encoder](context, { lossy: syntax === syntaxes.jpeg, quality: 100 })
  return Buffer.from(encoded.getEncodedBuffer() ?? [])
}

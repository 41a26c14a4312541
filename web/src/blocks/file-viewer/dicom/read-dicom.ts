import {
  type DataSet,
  parseDicom,
  readEncapsulatedImageFrame,
  readEncapsulatedPixelDataFromFragments,
} from 'dicom-parser'
import type { Tones, Window } from './window-level.ts'

/** Why a DICOM file cannot be shown. */
export type DicomFault =
  | { readonly fault: 'broken' }
  | { readonly fault: 'noImage' }
  | { readonly fault: 'unsupported'; readonly syntax: string }

/** The values of one picture, one number a pixel. */
export type Greys = Uint8Array | Uint16Array | Int16Array

export type DicomFrame =
  | { readonly kind: 'grey'; readonly values: Greys }
  /** RGB, three bytes a pixel. */
  | { readonly kind: 'colour'; readonly bytes: Uint8Array }
  /** A JPEG of its own, which the browser decodes. */
  | { readonly kind: 'jpeg'; readonly bytes: Uint8Array<ArrayBuffer> }

export interface DicomWindow extends Window {
  /** As the file names it. */
  readonly label: string | undefined
}

export interface DicomImage {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly isColour: boolean
  readonly tones: Tones
  readonly windows: readonly DicomWindow[]
  readonly frame: (index: number) => DicomFrame
}

const tag = {
  syntax: 'x00020010',
  samples: 'x00280002',
  photometric: 'x00280004',
  planar: 'x00280006',
  frames: 'x00280008',
  rows: 'x00280010',
  columns: 'x00280011',
  allocated: 'x00280100',
  stored: 'x00280101',
  signed: 'x00280103',
  center: 'x00281050',
  width: 'x00281051',
  intercept: 'x00281052',
  slope: 'x00281053',
  windowLabel: 'x00281055',
  pixels: 'x7fe00010',
} as const

const syntax = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
} as const

/** What compressions are called, for whoever has to open the file elsewhere. */
const syntaxNames: Readonly<Record<string, string>> = {
  [syntax.deflated]: 'Deflate',
  [syntax.bigEndian]: 'Big Endian',
  '1.2.840.10008.1.2.4.51': 'JPEG 12 bit',
  '1.2.840.10008.1.2.4.57': 'JPEG Lossless',
  '1.2.840.10008.1.2.4.70': 'JPEG Lossless',
  '1.2.840.10008.1.2.4.80': 'JPEG-LS',
  '1.2.840.10008.1.2.4.81': 'JPEG-LS',
  '1.2.840.10008.1.2.4.90': 'JPEG 2000',
  '1.2.840.10008.1.2.4.91': 'JPEG 2000',
  '1.2.840.10008.1.2.5': 'RLE',
}

interface Header {
  readonly width: number
  readonly height: number
  readonly samples: number
  readonly photometric: string
  readonly allocated: number
  readonly isSigned: boolean
  readonly frames: number
  readonly isPlanar: boolean
  readonly isJpeg: boolean
}

const readHeader = (data: DataSet, written: string): Header => ({
  width: data.uint16(tag.columns) ?? 0,
  height: data.uint16(tag.rows) ?? 0,
  samples: data.uint16(tag.samples) ?? 1,
  photometric: (data.string(tag.photometric) ?? 'MONOCHROME2').trim(),
  allocated: data.uint16(tag.allocated) ?? 8,
  isSigned: data.uint16(tag.signed) === 1,
  frames: Math.max(1, data.intString(tag.frames) ?? 1),
  isPlanar: data.uint16(tag.planar) === 1,
  isJpeg: written === syntax.jpegBaseline,
})

const isReadable = ({ samples, photometric, allocated, isJpeg }: Header): boolean => {
  if (isJpeg) return allocated === 8
  if (samples === 1) return /^MONOCHROME[12]$/.test(photometric) && (allocated === 8 || allocated === 16)
  return samples === 3 && photometric === 'RGB' && allocated === 8
}

const rangeOf = ({ allocated, isSigned, isJpeg }: Header): { least: number; greatest: number } => {
  const values = isJpeg ? 256 : 2 ** allocated
  return isSigned && !isJpeg
    ? { least: -values / 2, greatest: values / 2 - 1 }
    : { least: 0, greatest: values - 1 }
}

const tonesOf = (data: DataSet, header: Header): Tones => ({
  ...rangeOf(header),
  slope: data.floatString(tag.slope) ?? 1,
  intercept: data.floatString(tag.intercept) ?? 0,
  inverted: header.photometric === 'MONOCHROME1',
})

const windowsOf = (data: DataSet): DicomWindow[] => {
  const count = data.numStringValues(tag.center) ?? 0
  const labels = (data.string(tag.windowLabel) ?? '').split('\\')
  return Array.from({ length: count }, (_, index) => ({
    center: data.floatString(tag.center, index) ?? Number.NaN,
    width: data.floatString(tag.width, index) ?? Number.NaN,
    label: labels[index]?.trim() || undefined,
  })).filter(({ center, width }) => Number.isFinite(center) && width >= 1)
}

/** Copied: 16 bits are read from even places only, and the file may have them at odd ones. */
const copyOf = (bytes: Uint8Array, from: number, length: number): ArrayBuffer => {
  const copy = new Uint8Array(length)
  copy.set(bytes.subarray(from, from + length))
  return copy.buffer
}

/** One colour after the other as three colours a pixel. */
const interleaved = (planes: Uint8Array): Uint8Array => {
  const count = planes.length / 3
  const pixels = new Uint8Array(planes.length)
  for (let index = 0; index < count; index += 1)
    for (let colour = 0; colour < 3; colour += 1)
      pixels[index * 3 + colour] = planes[colour * count + index] ?? 0
  return pixels
}

const greysOf = ({ allocated, isSigned }: Header, buffer: ArrayBuffer): Greys => {
  if (allocated === 8) return new Uint8Array(buffer)
  return isSigned ? new Int16Array(buffer) : new Uint16Array(buffer)
}

const plainFrame = (data: DataSet, header: Header, index: number): DicomFrame => {
  const { width, height, samples, allocated, isPlanar } = header
  const length = (width * height * samples * allocated) / 8
  const from = (data.elements[tag.pixels]?.dataOffset ?? 0) + index * length
  const buffer = copyOf(data.byteArray, from, length)
  if (samples === 1) return { kind: 'grey', values: greysOf(header, buffer) }
  const bytes = new Uint8Array(buffer)
  return { kind: 'colour', bytes: isPlanar ? interleaved(bytes) : bytes }
}

/** Where there is no table of frames, every fragment is one. */
const jpegFrame = (data: DataSet, index: number): DicomFrame => {
  const pixels = data.elements[tag.pixels]
  if (!pixels) throw new Error('no pixels')
  const isSingle = (pixels.basicOffsetTable ?? []).length === 0
  const bytes = isSingle
    ? readEncapsulatedPixelDataFromFragments(data, pixels, index, 1)
    : readEncapsulatedImageFrame(data, pixels, index)
  return { kind: 'jpeg', bytes: new Uint8Array(bytes) }
}

/** A single picture may lie in several fragments. */
const onlyJpegFrame = (data: DataSet): DicomFrame => {
  const pixels = data.elements[tag.pixels]
  if (!pixels) throw new Error('no pixels')
  const count = pixels.fragments?.length ?? 1
  return {
    kind: 'jpeg',
    bytes: new Uint8Array(readEncapsulatedPixelDataFromFragments(data, pixels, 0, count)),
  }
}

const isWhole = (data: DataSet, header: Header): boolean => {
  const pixels = data.elements[tag.pixels]
  if (!pixels) return false
  if (header.isJpeg) return (pixels.fragments?.length ?? 0) >= header.frames
  const { width, height, samples, allocated, frames } = header
  const needed = (width * height * samples * allocated * frames) / 8
  return pixels.dataOffset + needed <= data.byteArray.length
}

const readable: readonly string[] = [syntax.implicit, syntax.explicit, syntax.jpegBaseline]

const parse = (bytes: Uint8Array): DataSet | undefined => {
  try {
    return parseDicom(bytes)
  } catch {
    // The parser throws texts at whatever is no DICOM.
    return undefined
  }
}

/** Reads the picture of a DICOM file, or says what stands in the way. */
export const readDicom = (bytes: Uint8Array): DicomImage | DicomFault => {
  const data = parse(bytes)
  if (!data) return { fault: 'broken' }
  const written = (data.string(tag.syntax) ?? syntax.implicit).trim()
  const header = readHeader(data, written)
  const { width, height, frames, isJpeg } = header
  if (!data.elements[tag.pixels] || width === 0 || height === 0) return { fault: 'noImage' }
  if (!readable.includes(written)) return { fault: 'unsupported', syntax: syntaxNames[written] ?? written }
  if (!isReadable(header))
    return { fault: 'unsupported', syntax: `${header.photometric}, ${header.allocated} bit` }
  if (!isWhole(data, header)) return { fault: 'broken' }
  const jpeg = (index: number): DicomFrame => (frames === 1 ? onlyJpegFrame(data) : jpegFrame(data, index))
  return {
    width,
    height,
    frames,
    isColour: header.samples > 1,
    tones: tonesOf(data, header),
    windows: windowsOf(data),
    frame: (index) => (isJpeg ? jpeg(index) : plainFrame(data, header, index)),
  }
}

import {
  createJPEGBasicOffsetTable,
  type DataSet,
  type Element,
  parseDicom,
  readEncapsulatedImageFrame,
  readEncapsulatedPixelDataFromFragments,
} from 'dicom-parser'
import { type Coding, codingOf, syntaxes, syntaxName } from './dicom-syntaxes.ts'
import { colourBytes, type Greys, greysOf, interleaved } from './samples.ts'
import type { Tones, Window } from './window-level.ts'

/** Why a DICOM file cannot be shown. */
export type DicomFault =
  | { readonly fault: 'broken' }
  | { readonly fault: 'noImage' }
  | { readonly fault: 'unsupported'; readonly syntax: string }

export type DicomFrame =
  | { readonly kind: 'grey'; readonly values: Greys }
  /** RGB, three bytes a pixel. */
  | { readonly kind: 'colour'; readonly bytes: Uint8Array }
  /** A JPEG of its own, which the browser decodes. */
  | { readonly kind: 'jpeg'; readonly bytes: Uint8Array<ArrayBuffer> }

export interface DicomWindow extends Window {
  /** The name that the file gives it. */
  readonly label: string | undefined
}

export interface DicomImage {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly isColour: boolean
  readonly tones: Tones
  readonly windows: readonly DicomWindow[]
  /** Rejects where its bytes are none. */
  readonly frame: (index: number) => Promise<DicomFrame>
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
  highest: 'x00280102',
  signed: 'x00280103',
  center: 'x00281050',
  width: 'x00281051',
  intercept: 'x00281052',
  slope: 'x00281053',
  windowLabel: 'x00281055',
  pixels: 'x7fe00010',
  floats: 'x7fe00008',
  doubles: 'x7fe00009',
} as const

interface Header {
  readonly width: number
  readonly height: number
  readonly samples: number
  readonly photometric: string
  /** Bits a sample takes, and how many of them mean something. */
  readonly allocated: number
  readonly stored: number
  readonly isSigned: boolean
  readonly isFloat: boolean
  readonly frames: number
  readonly isPlanar: boolean
  readonly coding: Coding | undefined
}

const pixelsOf = ({ elements }: DataSet): Element | undefined =>
  elements[tag.pixels] ?? elements[tag.floats] ?? elements[tag.doubles]

/** Where the highest bit is none of the lowest ones that mean something, all of them are taken as they are. */
const storedBits = (data: DataSet, allocated: number): number => {
  const stored = data.uint16(tag.stored) ?? allocated
  const isPlain = stored > 0 && stored < allocated && data.uint16(tag.highest) === stored - 1
  return isPlain ? stored : allocated
}

const readHeader = (data: DataSet, written: string): Header => ({
  width: data.uint16(tag.columns) ?? 0,
  height: data.uint16(tag.rows) ?? 0,
  samples: data.uint16(tag.samples) ?? 1,
  photometric: (data.string(tag.photometric) ?? 'MONOCHROME2').trim(),
  allocated: data.uint16(tag.allocated) ?? 8,
  stored: storedBits(data, data.uint16(tag.allocated) ?? 8),
  isSigned: data.uint16(tag.signed) === 1,
  isFloat: data.elements[tag.pixels] === undefined,
  frames: Math.max(1, data.intString(tag.frames) ?? 1),
  isPlanar: data.uint16(tag.planar) === 1,
  coding: codingOf(written),
})

const isReadable = ({ samples, photometric, allocated, isFloat, coding }: Header): boolean => {
  if (coding === 'jpeg') return allocated === 8
  const isKnown = [8, 16, 32].includes(allocated) || (isFloat && allocated === 64)
  if (samples === 1) return /^MONOCHROME[12]$/.test(photometric) && isKnown
  return samples === 3 && photometric === 'RGB' && isKnown && !isFloat
}

const rangeOf = ({ stored, isSigned, isFloat, coding }: Header): { least: number; greatest: number } => {
  if (isFloat) return { least: Number.NEGATIVE_INFINITY, greatest: Number.POSITIVE_INFINITY }
  const values = 2 ** stored
  return isSigned && coding !== 'jpeg'
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

const frameOf = (header: Header, buffer: ArrayBuffer): DicomFrame =>
  header.samples === 1
    ? { kind: 'grey', values: greysOf(header, buffer) }
    : { kind: 'colour', bytes: colourBytes(header, buffer) }

const plainFrame = (data: DataSet, header: Header, index: number): DicomFrame => {
  const { width, height, samples, allocated, isPlanar } = header
  const length = (width * height * samples * allocated) / 8
  const from = (pixelsOf(data)?.dataOffset ?? 0) + index * length
  const buffer = copyOf(data.byteArray, from, length)
  const frame = frameOf(header, buffer)
  return isPlanar && frame.kind === 'colour' ? { ...frame, bytes: interleaved(frame.bytes) } : frame
}

/**
 * The coded bytes of one picture. A single one may lie in several fragments; where there is no table of several, every
 * fragment is one, or they begin where a JPEG does.
 */
const codedBytes = (data: DataSet, { frames }: Header, index: number): Uint8Array<ArrayBuffer> => {
  const pixels = data.elements[tag.pixels]
  if (!pixels) throw new Error('no pixels')
  const fragments = pixels.fragments?.length ?? 0
  const hasTable = (pixels.basicOffsetTable ?? []).length > 0
  if (frames === 1) return new Uint8Array(readEncapsulatedPixelDataFromFragments(data, pixels, 0, fragments))
  if (hasTable) return new Uint8Array(readEncapsulatedImageFrame(data, pixels, index))
  if (fragments === frames)
    return new Uint8Array(readEncapsulatedPixelDataFromFragments(data, pixels, index, 1))
  return new Uint8Array(
    readEncapsulatedImageFrame(data, pixels, index, createJPEGBasicOffsetTable(data, pixels)),
  )
}

const readFrame = async (data: DataSet, header: Header, index: number): Promise<DicomFrame> => {
  const { coding } = header
  if (coding === undefined) throw new Error('no such coding')
  if (coding === 'plain') return plainFrame(data, header, index)
  const bytes = codedBytes(data, header, index)
  if (coding === 'jpeg') return { kind: 'jpeg', bytes }
  const { decodeFrame } = await import('./decode-frame.ts')
  return frameOf(header, decodeFrame(coding, bytes, header))
}

const isWhole = (data: DataSet, header: Header): boolean => {
  const pixels = pixelsOf(data)
  if (!pixels) return false
  const { width, height, samples, allocated, frames, coding } = header
  if (coding !== 'plain') return (pixels.fragments?.length ?? 0) >= frames
  const needed = (width * height * samples * allocated * frames) / 8
  return pixels.dataOffset + needed <= data.byteArray.length
}

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
  const written = (data.string(tag.syntax) ?? syntaxes.implicit).trim()
  const header = readHeader(data, written)
  const { width, height, frames } = header
  if (!pixelsOf(data) || width === 0 || height === 0) return { fault: 'noImage' }
  const isTwelveBit = written === syntaxes.jpegExtended && header.allocated > 8
  if (header.coding === undefined || isTwelveBit) return { fault: 'unsupported', syntax: syntaxName(written) }
  if (!isReadable(header))
    return { fault: 'unsupported', syntax: `${header.photometric}, ${header.allocated} bit` }
  if (!isWhole(data, header)) return { fault: 'broken' }
  return {
    width,
    height,
    frames,
    isColour: header.samples > 1,
    tones: tonesOf(data, header),
    windows: windowsOf(data),
    frame: (index) => readFrame(data, header, index),
  }
}

// What a DICOM file says of its pictures (PS3.3 C.7.6.3), within bounds, and whether the viewer in the browser shows
// them as they are.
import type { DataSet, Element } from 'dicom-parser'
import type { ReadData } from './data-set.ts'
import { decoderOf } from './transfer-syntaxes.ts'

const tag = {
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
  pixels: 'x7fe00010',
  floats: 'x7fe00008',
  doubles: 'x7fe00009',
}

/** Limit of one picture: more than any x-ray has, and what a picture may have (picture-process.ts). */
const mostPixels = 50_000_000

/** Limit of all pictures of a file together, unpacked. */
export const mostBytes = 256 * 1024 * 1024

/** How the pixels lie in the file: as they are, or unpacked by a codec. */
type Coding = 'plain' | 'packed'

/** Bits that one sample takes. */
export type SampleBits = 1 | 8 | 16 | 32 | 64

/** The names are those of the attributes (PS3.3 C.7.6.3). */
export interface Shape {
  readonly width: number
  readonly height: number
  readonly samples: 1 | 3
  readonly photometric: string
  readonly allocated: SampleBits
  readonly stored: number
  readonly highest: number
  readonly isSigned: boolean
  readonly isFloat: boolean
  readonly frames: number
  readonly isPlanar: boolean
  readonly isLittle: boolean
  readonly isAsAnnounced: boolean
  /** Transfer syntax. */
  readonly syntax: string
  readonly pixels: Element
  /** Coding of the pixels; undefined where nothing here unpacks it. */
  readonly coding: Coding | undefined
}

const pixelsOf = ({ elements }: DataSet): Element | undefined =>
  elements[tag.pixels] ?? elements[tag.floats] ?? elements[tag.doubles]

const codingOf = (syntax: string, pixels: Element): Coding | undefined => {
  if (pixels.hadUndefinedLength !== true) return 'plain'
  return decoderOf(syntax) === undefined ? undefined : 'packed'
}

const refuse = (): never => {
  throw new Error('no picture that is known here')
}

const samplesOf = (data: DataSet): Shape['samples'] => {
  const samples = data.uint16(tag.samples) ?? 1
  return samples === 1 || samples === 3 ? samples : refuse()
}

const allBits: readonly SampleBits[] = [1, 8, 16, 32, 64]

const allocatedOf = (data: DataSet): SampleBits => {
  const announced = data.uint16(tag.allocated) ?? 8
  return allBits.find((bits) => bits === announced) ?? refuse()
}

const check = (shape: Shape): Shape => {
  const { width, height } = shape
  return width > 0 && height > 0 && width * height <= mostPixels ? shape : refuse()
}

/** Undefined for a file without pixels; throws where they are of a kind that is not known, or more than anybody needs. */
export const shapeOf = ({ data, syntax, isLittle, isAsAnnounced }: ReadData): Shape | undefined => {
  const pixels = pixelsOf(data)
  if (pixels === undefined) return undefined
  const allocated = allocatedOf(data)
  const stored = data.uint16(tag.stored) ?? allocated
  return check({
    width: data.uint16(tag.columns) ?? 0,
    height: data.uint16(tag.rows) ?? 0,
    samples: samplesOf(data),
    photometric: (data.string(tag.photometric) ?? 'MONOCHROME2').trim(),
    allocated,
    stored: stored > 0 && stored <= allocated ? stored : allocated,
    highest: data.uint16(tag.highest) ?? stored - 1,
    isSigned: data.uint16(tag.signed) === 1,
    isFloat: pixels.tag !== tag.pixels,
    frames: Math.max(1, data.intString(tag.frames) ?? 1),
    isPlanar: data.uint16(tag.planar) === 1,
    isLittle,
    isAsAnnounced,
    syntax,
    pixels,
    coding: codingOf(syntax, pixels),
  })
}

export const isGrey = ({ photometric }: Pick<Shape, 'photometric'>): boolean =>
  /^MONOCHROME[12]$/.test(photometric)

const rle = '1.2.840.10008.1.2.5'
const lossless = ['1.2.840.10008.1.2.4.57', '1.2.840.10008.1.2.4.70']
const byBrowser = ['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51']

/** Samples that the viewer takes as they are: greys, and red, green and blue. */
const isKnown = (shape: Shape, sizes: readonly SampleBits[]): boolean =>
  sizes.includes(shape.allocated) &&
  ((shape.samples === 1 && isGrey(shape)) || (shape.samples === 3 && shape.photometric === 'RGB'))

/**
 * Whether the viewer shows the file itself (web/src/blocks/file-viewer/dicom). The browser's own decoder turns all
 * colours of a JPEG from YBR to RGB, so those that are RGB already are none of its.
 */
export const isShownAsItIs = (shape: Shape): boolean => {
  const { coding, syntax, allocated, samples, photometric } = shape
  if (!shape.isAsAnnounced || !shape.isLittle || coding === undefined) return false
  if (coding === 'plain') return shape.isFloat || isKnown(shape, [8, 16, 32])
  if (syntax === rle) return isKnown(shape, [8, 16, 32])
  if (lossless.includes(syntax)) return isKnown(shape, [8, 16])
  if (!byBrowser.includes(syntax) || allocated !== 8) return false
  return samples === 1 ? isGrey(shape) : /^YBR_FULL(_422)?$/.test(photometric)
}

// What a DICOM file says of its pictures (PS3.3 C.7.6.3), within bounds, and whether the viewer in the browser shows
// them as they are.
import { decoderOf } from './codecs.mjs'

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

/** Of one picture: more than any x-ray has, and what a picture may have (picture-process.mjs). */
const mostPixels = 50_000_000

/** Of all pictures of a file, unpacked. */
export const mostBytes = 256 * 1024 * 1024

const pixelsOf = ({ elements }) => elements[tag.pixels] ?? elements[tag.floats] ?? elements[tag.doubles]

const codingOf = (syntax, pixels) => {
  if (pixels.hadUndefinedLength !== true) return 'plain'
  return decoderOf(syntax) === undefined ? undefined : 'packed'
}

const check = (shape) => {
  const { width, height, samples, allocated, frames } = shape
  const isPossible =
    width > 0 &&
    height > 0 &&
    width * height <= mostPixels &&
    (samples === 1 || samples === 3) &&
    [1, 8, 16, 32, 64].includes(allocated) &&
    frames >= 1
  if (!isPossible) throw new Error('no picture that is known here')
  return shape
}

/** Undefined for a file without pixels; throws where they are of a kind that is not known, or more than anybody needs. */
export const shapeOf = ({ data, syntax, isLittle, isAsAnnounced }) => {
  const pixels = pixelsOf(data)
  if (pixels === undefined) return undefined
  const allocated = data.uint16(tag.allocated) ?? 8
  const stored = data.uint16(tag.stored) ?? allocated
  return check({
    width: data.uint16(tag.columns) ?? 0,
    height: data.uint16(tag.rows) ?? 0,
    samples: data.uint16(tag.samples) ?? 1,
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

export const isGrey = ({ photometric }) => /^MONOCHROME[12]$/.test(photometric)

const rle = '1.2.840.10008.1.2.5'
const lossless = ['1.2.840.10008.1.2.4.57', '1.2.840.10008.1.2.4.70']
const byBrowser = ['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51']

/** Samples that the viewer takes as they are: greys, and red, green and blue. */
const isKnown = (shape, sizes) =>
  sizes.includes(shape.allocated) &&
  ((shape.samples === 1 && isGrey(shape)) || (shape.samples === 3 && shape.photometric === 'RGB'))

/**
 * Whether the viewer shows the file itself (web/src/blocks/file-viewer/dicom). The browser's own decoder turns all
 * colours of a JPEG from YBR to RGB, so those that are RGB already are none of its.
 */
export const isShownAsItIs = (shape) => {
  const { coding, syntax, allocated, samples, photometric } = shape
  if (!shape.isAsAnnounced || !shape.isLittle || coding === undefined) return false
  if (coding === 'plain') return shape.isFloat || isKnown(shape, [8, 16, 32])
  if (syntax === rle) return isKnown(shape, [8, 16, 32])
  if (lossless.includes(syntax)) return isKnown(shape, [8, 16])
  if (!byBrowser.includes(syntax) || allocated !== 8) return false
  return samples === 1 ? isGrey(shape) : /^YBR_FULL(_422)?$/.test(photometric)
}

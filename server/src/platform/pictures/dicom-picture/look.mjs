// Draws a picture of a DICOM file as the viewer first shows it, for a small one of it.
import sharp from 'sharp'
import { numbersOf } from './colours.mjs'

const signed = { 8: Int8Array, 16: Int16Array, 32: Int32Array }

const greysOf = (bytes, { allocated, stored, isSigned, isFloat }) => {
  const { buffer, byteOffset, length } = bytes
  if (isFloat)
    return allocated === 64
      ? new Float64Array(buffer, byteOffset, length / 8)
      : new Float32Array(buffer, byteOffset, length / 4)
  if (!isSigned) return numbersOf(bytes, allocated)
  const above = allocated === 16 ? 16 - stored : 0
  const Numbers = signed[allocated]
  const values = new Numbers(buffer, byteOffset, length / Numbers.BYTES_PER_ELEMENT)
  return above > 0 ? values.map((value) => (value << (16 + above)) >> (16 + above)) : values
}

/** From the darkest to the brightest value there is. */
const rangeOf = (values) => {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return [least, greatest]
}

/** The values that are black and white: by the first window of the file, else by what there is. */
const endsOf = (values, data) => {
  const slope = data.floatString('x00281053') || 1
  const intercept = data.floatString('x00281052') || 0
  const [center, width] = [data.floatString('x00281050', 0), data.floatString('x00281051', 0)]
  if (center === undefined || width === undefined || !(width >= 1)) return rangeOf(values)
  return [center - width / 2, center + width / 2].map((value) => (value - intercept) / slope)
}

const grey = (bytes, shape, data) => {
  const values = greysOf(bytes, shape)
  const [black, white] = endsOf(values, data)
  const isInverted = shape.photometric === 'MONOCHROME1'
  const pixels = Buffer.alloc(values.length)
  for (let at = 0; at < values.length; at += 1) {
    const light = Math.min(1, Math.max(0, (values[at] - black) / (white - black || 1)))
    pixels[at] = Math.round(255 * (isInverted ? 1 - light : light))
  }
  return pixels
}

const colours = (bytes, { allocated, stored }) => {
  if (allocated === 8) return bytes
  return Buffer.from(numbersOf(bytes, allocated).map((value) => value >>> (stored - 8)))
}

/** A picture for sharp, eight bits a sample; `bytes` are of the shape. */
export const looked = (bytes, shape, data) => {
  const { width, height, samples } = shape
  const pixels = samples === 1 ? grey(bytes, shape, data) : colours(bytes, shape)
  return sharp(pixels, { raw: { width, height, channels: samples } })
}

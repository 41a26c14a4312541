// Draws a picture of a DICOM file as the viewer first shows it, for a small one of it.
import type { DataSet } from 'dicom-parser'
import sharp, { type Sharp } from 'sharp'
import { numbersOf } from './colours.ts'
import type { Shape } from './shape.ts'

type Values = ReturnType<typeof numbersOf> | Int8Array | Int16Array | Int32Array | Float32Array | Float64Array

const fractionsOf = ({ buffer, byteOffset, length }: Buffer, { allocated }: Shape): Values =>
  allocated === 64
    ? new Float64Array(buffer, byteOffset, length / 8)
    : new Float32Array(buffer, byteOffset, length / 4)

const signedOf = ({ buffer, byteOffset, length }: Buffer, { allocated, stored }: Shape): Values => {
  if (allocated === 8) return new Int8Array(buffer, byteOffset, length)
  if (allocated === 32) return new Int32Array(buffer, byteOffset, length / 4)
  if (allocated !== 16) throw new Error(`samples of ${allocated} bits have no sign here`)
  const values = new Int16Array(buffer, byteOffset, length / 2)
  // A sign is the highest of the bits that mean something.
  const above = 32 - stored
  return above > 16 ? values.map((value) => (value << above) >> above) : values
}

const greysOf = (bytes: Buffer, shape: Shape): Values => {
  if (shape.isFloat) return fractionsOf(bytes, shape)
  return shape.isSigned ? signedOf(bytes, shape) : numbersOf(bytes, shape.allocated)
}

type Ends = readonly [black: number, white: number]

/** Range from the darkest to the brightest value there is. */
const rangeOf = (values: Values): Ends => {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return [least, greatest]
}

/** The values that are black and white: by the first window of the file, else by what there is. */
const endsOf = (values: Values, data: DataSet): Ends => {
  const slope = data.floatString('x00281053') || 1
  const intercept = data.floatString('x00281052') || 0
  const [center, width] = [data.floatString('x00281050', 0), data.floatString('x00281051', 0)]
  if (center === undefined || width === undefined || !(width >= 1)) return rangeOf(values)
  const stored = (value: number): number => (value - intercept) / slope
  return [stored(center - width / 2), stored(center + width / 2)]
}

const grey = (bytes: Buffer, shape: Shape, data: DataSet): Buffer => {
  const values = greysOf(bytes, shape)
  const [black, white] = endsOf(values, data)
  const isInverted = shape.photometric === 'MONOCHROME1'
  const pixels = Buffer.alloc(values.length)
  for (let at = 0; at < values.length; at += 1) {
    const light = Math.min(1, Math.max(0, ((values[at] ?? 0) - black) / (white - black || 1)))
    pixels[at] = Math.round(255 * (isInverted ? 1 - light : light))
  }
  return pixels
}

const colours = (bytes: Buffer, { allocated, stored }: Shape): Buffer => {
  if (allocated === 8) return bytes
  return Buffer.from(numbersOf(bytes, allocated).map((value) => value >>> (stored - 8)))
}

/** A picture for sharp, eight bits a sample; `bytes` are of the shape. */
export const looked = (bytes: Buffer, shape: Shape, data: DataSet): Sharp => {
  const { width, height, samples } = shape
  const pixels = samples === 1 ? grey(bytes, shape, data) : colours(bytes, shape)
  return sharp(pixels, { raw: { width, height, channels: samples } })
}

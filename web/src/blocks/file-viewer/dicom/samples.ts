/** The values of one picture, one number a pixel. */
export type Greys =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

/** How the samples of a picture are written. */
export interface SampleKind {
  /** Bits a sample takes, and how many of them mean something. */
  readonly allocated: number
  readonly stored: number
  readonly isSigned: boolean
  readonly isFloat: boolean
}

/** What stands above the bits that mean something is none of the picture's; a sign is the highest of them. */
const meant = <Values extends Uint16Array | Int16Array>(values: Values, stored: number): Values => {
  const above = 32 - stored
  const isSigned = values instanceof Int16Array
  for (let at = 0; at < values.length; at += 1) {
    const value = (values[at] ?? 0) << above
    values[at] = isSigned ? value >> above : value >>> above
  }
  return values
}

export const greysOf = ({ allocated, stored, isSigned, isFloat }: SampleKind, buffer: ArrayBuffer): Greys => {
  if (isFloat) return allocated === 64 ? new Float64Array(buffer) : new Float32Array(buffer)
  if (allocated === 8) return isSigned ? new Int8Array(buffer) : new Uint8Array(buffer)
  if (allocated === 32) return isSigned ? new Int32Array(buffer) : new Uint32Array(buffer)
  const values = isSigned ? new Int16Array(buffer) : new Uint16Array(buffer)
  return stored < allocated ? meant(values, stored) : values
}

/** Eight bits a colour, as a screen shows them: the highest of those that mean something. */
export const colourBytes = ({ allocated, stored }: SampleKind, buffer: ArrayBuffer): Uint8Array => {
  if (allocated === 8) return new Uint8Array(buffer)
  const values = allocated === 16 ? new Uint16Array(buffer) : new Uint32Array(buffer)
  return Uint8Array.from(values, (value) => value >>> (stored - 8))
}

/** One colour after the other as three colours a pixel. */
export const interleaved = (planes: Uint8Array): Uint8Array => {
  const count = planes.length / 3
  const pixels = new Uint8Array(planes.length)
  for (let index = 0; index < count; index += 1)
    for (let colour = 0; colour < 3; colour += 1)
      pixels[index * 3 + colour] = planes[colour * count + index] ?? 0
  return pixels
}

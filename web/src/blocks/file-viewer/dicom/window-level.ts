/** Which values of a picture are drawn from black to white: `width` of them around `center`. */
export interface Window {
  readonly center: number
  readonly width: number
}

/** The grey of a value, 0 to 255, as DICOM PS3.3 C.11.2.1.2 counts it. */
export const greyOf = (value: number, { center, width }: Window): number => {
  const wide = Math.max(1, width)
  if (wide === 1) return value < center - 0.5 ? 0 : 255
  const grey = ((value - (center - 0.5)) / (wide - 1) + 0.5) * 255
  return Math.round(Math.min(255, Math.max(0, grey)))
}

export interface Tones {
  /** Least and greatest stored value a pixel can have. */
  readonly least: number
  readonly greatest: number
  readonly slope: number
  readonly intercept: number
  /** Whether the least value is white, as MONOCHROME1 says. */
  readonly inverted: boolean
}

/** The grey of every stored value, from the least on: one look-up a pixel instead of a sum. */
export const greyTable = (
  { least, greatest, slope, intercept, inverted }: Tones,
  window: Window,
): Uint8ClampedArray => {
  const table = new Uint8ClampedArray(greatest - least + 1)
  for (let index = 0; index < table.length; index += 1) {
    const grey = greyOf((least + index) * slope + intercept, window)
    table[index] = inverted ? 255 - grey : grey
  }
  return table
}

/** Shows everything there is between the darkest and the brightest pixel. */
export const fullWindow = (
  values: ArrayLike<number>,
  { slope, intercept }: Pick<Tones, 'slope' | 'intercept'>,
): Window => {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  if (greatest < least) return { center: 128, width: 256 }
  const ends = [least * slope + intercept, greatest * slope + intercept]
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  return { center: (low + high + 1) / 2, width: Math.max(1, high - low + 1) }
}

/** Most values that a table is made for; where a picture has more, the grey of every pixel is counted. */
const mostEntries = 65_536

export const hasTable = ({ least, greatest }: Tones): boolean => greatest - least < mostEntries

/** Fills RGBA pixels with the greys of one frame whose values are too many for a table. */
export const paintValues = (
  values: ArrayLike<number>,
  { slope, intercept, inverted }: Tones,
  window: Window,
  pixels: Uint8ClampedArray,
): void => {
  for (let index = 0; index < values.length; index += 1) {
    const grey = greyOf((values[index] ?? 0) * slope + intercept, window)
    pixels.fill(inverted ? 255 - grey : grey, index * 4, index * 4 + 3)
    pixels[index * 4 + 3] = 255
  }
}

/** Fills RGBA pixels with the greys of one frame. */
export const paintGreys = (
  values: ArrayLike<number>,
  table: Uint8ClampedArray,
  least: number,
  pixels: Uint8ClampedArray,
): void => {
  for (let index = 0; index < values.length; index += 1) {
    const grey = table[(values[index] ?? 0) - least] ?? 0
    const at = index * 4
    pixels[at] = grey
    pixels[at + 1] = grey
    pixels[at + 2] = grey
    pixels[at + 3] = 255
  }
}

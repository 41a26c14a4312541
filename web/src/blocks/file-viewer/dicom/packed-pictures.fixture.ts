/** Samples of a picture, those of a pixel beside each other. */
export interface Samples {
  readonly width: number
  readonly height: number
  readonly components?: number
  readonly precision: number
  readonly values: ArrayLike<number>
}

export interface LosslessWish {
  /** 1 to 7, as ITU-T T.81 numbers them. */
  readonly predictor?: number
  /** Rows between two restarts. */
  readonly restartRows?: number
  /** Bits that are left away. */
  readonly shift?: number
  /** One scan a component in place of one for all. */
  readonly separate?: boolean
}

const word = (value: number): number[] => [(value >> 8) & 255, value & 255]

const segment = (marker: number, content: readonly number[]): number[] => [
  255,
  marker,
  ...word(content.length + 2),
  ...content,
]

/** Codes of five bits for all of the seventeen sizes a difference can have. */
const codes = segment(0xc4, [0, 0, 0, 0, 0, 17, ...Array<number>(11).fill(0), ...Array(17).keys()])

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1)

const codeOf = (difference: number): number[] => {
  if (difference === 32_768) return bitsOf(16, 5)
  const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
  const written = difference < 0 ? difference + 2 ** size - 1 : difference
  return [...bitsOf(size, 5), ...bitsOf(written, size)]
}

/** Makes bytes of bits: they are filled up with ones, and a zero is stuffed behind 255. */
const stuffed = (bits: readonly number[]): number[] => {
  const bytes: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    let byte = 0
    for (let index = 0; index < 8; index += 1) byte = byte * 2 + (bits[at + index] ?? 1)
    bytes.push(byte)
    if (byte === 255) bytes.push(0)
  }
  return bytes
}

const expected = (predictor: number, left: number, above: number, corner: number): number => {
  if (predictor === 1) return left
  if (predictor === 2) return above
  if (predictor === 3) return corner
  if (predictor === 4) return left + above - corner
  if (predictor === 5) return left + Math.floor((above - corner) / 2)
  if (predictor === 6) return above + Math.floor((left - corner) / 2)
  return Math.floor((left + above) / 2)
}

/** Between −32,767 and 32,768, modulo 65,536. */
const wrapped = (difference: number): number => {
  const rest = ((difference % 65_536) + 65_536) % 65_536
  return rest > 32_768 ? rest - 65_536 : rest
}

/** The sample at a place, as it is coded. */
type SampleAt = (x: number, y: number, place: number) => number

/** How far a sample lies from what is expected of it; `isFirst`: no row above is known. */
const codedSample = (
  value: SampleAt,
  [x, y, place]: readonly [number, number, number],
  { isFirst, predictor, half }: { isFirst: boolean; predictor: number; half: number },
): number[] => {
  const guess = (): number => {
    if (isFirst) return x > 0 ? value(x - 1, y, place) : half
    if (x === 0) return value(x, y - 1, place)
    return expected(predictor, value(x - 1, y, place), value(x, y - 1, place), value(x - 1, y - 1, place))
  }
  return codeOf(wrapped(value(x, y, place) - guess()))
}

const scanOf = (samples: Samples, wish: LosslessWish, places: readonly number[]): number[] => {
  const { width, height, components = 1, precision, values } = samples
  const { predictor = 1, restartRows = height, shift = 0 } = wish
  const half = 2 ** (precision - shift - 1)
  const value: SampleAt = (x, y, place) =>
    Math.floor((values[(y * width + x) * components + place] ?? 0) / 2 ** shift)
  const coded: number[] = []
  for (let top = 0; top < height; top += restartRows) {
    const bits: number[] = []
    for (let y = top; y < Math.min(height, top + restartRows); y += 1)
      for (let x = 0; x < width; x += 1)
        for (const place of places)
          bits.push(...codedSample(value, [x, y, place], { isFirst: y === top, predictor, half }))
    if (top > 0) coded.push(255, 0xd0 + ((top / restartRows - 1) % 8))
    coded.push(...stuffed(bits))
  }
  const parts = places.flatMap((place) => [place + 1, 0])
  return [...segment(0xda, [places.length, ...parts, predictor, 0, shift]), ...coded]
}

/** Writes a lossless JPEG by ITU-T T.81, Annex H, the plainest way there is. */
export const losslessJpeg = (samples: Samples, wish: LosslessWish = {}): Uint8Array => {
  const { width, height, components = 1, precision } = samples
  const places = [...Array(components).keys()]
  const frame = places.flatMap((place) => [place + 1, 0x11, 0])
  const scans = wish.separate ? places.map((place) => [place]) : [places]
  return Uint8Array.from([
    255,
    0xd8,
    ...segment(0xe0, [1, 2, 3]),
    ...codes,
    ...(wish.restartRows ? segment(0xdd, word(wish.restartRows * width)) : []),
    ...segment(0xc3, [precision, ...word(height), ...word(width), components, ...frame]),
    ...scans.flatMap((scan) => scanOf(samples, wish, scan)),
    255,
    0xd9,
  ])
}

/** One row of bytes: runs of three and more, the rest as it is. */
const packBits = (bytes: readonly number[]): number[] => {
  const packed: number[] = []
  let plain: number[] = []
  const flush = (): void => {
    for (let at = 0; at < plain.length; at += 128) {
      const some = plain.slice(at, at + 128)
      packed.push(some.length - 1, ...some)
    }
    plain = []
  }
  for (let at = 0; at < bytes.length; ) {
    let run = 1
    while (run < 128 && bytes[at + run] === bytes[at]) run += 1
    if (run > 2) {
      flush()
      packed.push(257 - run, bytes[at] ?? 0)
    } else plain.push(...bytes.slice(at, at + run))
    at += run
  }
  flush()
  return packed.length % 2 === 0 ? packed : [...packed, 128]
}

/** Writes a picture by DICOM PS3.5, Annex G: the high bytes of each sample come first. */
export const rlePicture = ({ components = 1, precision, values }: Samples): Uint8Array => {
  const shifts = precision > 8 ? [8, 0] : [0]
  const all = Array.from(values)
  const rows = [...Array(components).keys()].flatMap((place) =>
    shifts.map((shift) =>
      packBits(all.filter((_, at) => at % components === place).map((value) => (value >> shift) & 255)),
    ),
  )
  const head = new Uint32Array(16)
  head[0] = rows.length
  let at = 64
  rows.forEach((row, index) => {
    head[index + 1] = at
    at += row.length
  })
  return Uint8Array.from([...new Uint8Array(head.buffer), ...rows.flat()])
}

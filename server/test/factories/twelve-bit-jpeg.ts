const word = (value: number): number[] => [value >> 8, value & 255]

const segment = (marker: number, content: readonly number[]): number[] => [
  255,
  marker,
  ...word(content.length + 2),
  ...content,
]

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1)

/** Codes of five bits for every size a difference of brightness can have, and one of one bit for "nothing more". */
const codes = [
  ...segment(0xc4, [0x00, 0, 0, 0, 0, 16, ...Array<number>(11).fill(0), ...Array(16).keys()]),
  ...segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
]

const codeOf = (difference: number): number[] => {
  const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
  const written = difference < 0 ? difference + 2 ** size - 1 : difference
  return [...bitsOf(size, 5), ...bitsOf(written, size), 0]
}

/** Makes bytes of bits: they are filled up with ones, and a zero is stuffed behind 255. */
const stuffed = (bits: readonly number[]): number[] =>
  Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    Array.from({ length: 8 }, (_, bit) => bits[index * 8 + bit] ?? 1).reduce((sum, bit) => sum * 2 + bit, 0),
  ).flatMap((byte) => (byte === 255 ? [255, 0] : [byte]))

/**
 * A JPEG of 12 bits (ITU-T T.81, extended sequential) whose squares of eight pixels have one value each, `across` of them
 * beside each other: such a one comes back without any rounding.
 */
export const twelveBitJpeg = (squares: readonly number[], across: number): Buffer => {
  const bits = squares.flatMap((value, index) => codeOf(8 * (value - (squares[index - 1] ?? 2048))))
  return Buffer.from([
    ...[255, 0xd8],
    ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    ...segment(0xc1, [12, ...word((squares.length / across) * 8), ...word(across * 8), 1, 1, 0x11, 0]),
    ...codes,
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...stuffed(bits),
    ...[255, 0xd9],
  ])
}

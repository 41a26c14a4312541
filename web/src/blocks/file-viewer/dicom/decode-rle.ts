/** Bytes of the table that a picture begins with: how many rows of bytes there are, and where each begins. */
const headBytes = 64

/** Two bytes stand for at most 128: what announces more would only fill the memory. */
const isPossible = (bytes: Uint8Array, count: number): boolean => count <= bytes.length * 64

interface Piece {
  /** Bytes it stands for, and those of it that say them: one for all, or one each. */
  readonly count: number
  readonly isRun: boolean
  readonly next: number
}

/** What a head byte announces; 128 stands for nothing. */
const pieceAt = (packed: Uint8Array, at: number): Piece => {
  const head = packed[at]
  if (head === undefined) throw new Error('bytes are missing')
  if (head === 128) return { count: 0, isRun: false, next: at + 1 }
  const isRun = head > 128
  const count = isRun ? 257 - head : head + 1
  const next = at + 1 + (isRun ? 1 : count)
  if (next > packed.length) throw new Error('bytes are missing')
  return { count, isRun, next }
}

/** One row of bytes, packed as PackBits does it, to every `step`th place of `whole`. */
const unpackInto = (packed: Uint8Array, whole: Uint8Array, from: number, step: number): void => {
  let at = 0
  let to = from
  while (to < whole.length) {
    const { count, isRun, next } = pieceAt(packed, at)
    for (let index = 0; index < count && to < whole.length; index += 1, to += step)
      whole[to] = packed[at + 1 + (isRun ? 0 : index)] ?? 0
    at = next
  }
}

/**
 * Unpacks a picture of DICOM's RLE (PS3.5, Annex G) to the bytes it had: `pixels` of them, each of `samples` of so many
 * bytes, little end first.
 */
export const decodeRle = (
  bytes: Uint8Array,
  { pixels, samples, sampleBytes }: { pixels: number; samples: number; sampleBytes: number },
): Uint8Array<ArrayBuffer> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const step = samples * sampleBytes
  const isWhole = bytes.length > headBytes && view.getUint32(0, true) === step
  if (!isWhole || !isPossible(bytes, pixels * step)) throw new Error('not as many rows as announced')
  const whole = new Uint8Array(pixels * step)
  for (let row = 0; row < step; row += 1) {
    const start = view.getUint32(4 + row * 4, true)
    const end = row + 1 < step ? view.getUint32(8 + row * 4, true) : bytes.length
    const sample = Math.floor(row / sampleBytes)
    // The high byte of a sample comes first.
    const place = sample * sampleBytes + (sampleBytes - 1 - (row % sampleBytes))
    unpackInto(bytes.subarray(start, end), whole, place, step)
  }
  return whole
}

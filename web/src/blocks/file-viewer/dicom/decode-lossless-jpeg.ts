import { type CodeTable, codeTable, EntropyBits } from './entropy-bits.ts'

/** The samples of a lossless JPEG, those of one pixel beside each other. */
export interface LosslessPicture {
  readonly width: number
  readonly height: number
  readonly components: number
  /** How many bits a sample has. */
  readonly precision: number
  readonly samples: Uint16Array<ArrayBuffer>
}

const marker = {
  start: 0xd8,
  end: 0xd9,
  lossless: 0xc3,
  codes: 0xc4,
  scan: 0xda,
  restarts: 0xdd,
} as const

interface Reading {
  readonly bytes: Uint8Array
  readonly tables: CodeTable[]
  /** Pixels between two restarts; 0 where there is none. */
  restarts: number
  frame: (LosslessPicture & { readonly ids: readonly number[] }) | undefined
  /** Components whose samples are still to come. */
  missing: number
}

const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

const readCodes = ({ tables }: Reading, segment: Uint8Array): void => {
  let at = 0
  while (at < segment.length) {
    const counts = segment.subarray(at + 1, at + 17)
    const count = counts.reduce((sum, one) => sum + one, 0)
    tables[segment[at] ?? 0] = codeTable(counts, segment.subarray(at + 17, at + 17 + count))
    at += 17 + count
  }
}

/** A sample takes a bit at least: what announces more than there is would only fill the memory. */
const readFrame = (reading: Reading, segment: Uint8Array): void => {
  const precision = segment[0] ?? 0
  const [height, width, components] = [wordAt(segment, 1), wordAt(segment, 3), segment[5] ?? 0]
  const count = width * height * components
  const isReadable = precision >= 2 && precision <= 16 && (components === 1 || components === 3)
  if (!isReadable || reading.frame || count === 0 || count > reading.bytes.length * 8)
    throw new Error('not a lossless JPEG')
  const ids = Array.from({ length: components }, (_, index) => segment[6 + index * 3] ?? 0)
  const factors = ids.map((_, index) => segment[7 + index * 3])
  if (components > 1 && factors.some((factor) => factor !== 0x11)) throw new Error('colours of fewer pixels')
  reading.frame = { width, height, components, precision, ids, samples: new Uint16Array(count) }
  reading.missing = components
}

/** How far a sample lies from what was expected (ITU-T T.81, H.1.2.2). */
const difference = (bits: EntropyBits, table: CodeTable): number => {
  const size = bits.code(table)
  if (size === 0) return 0
  if (size === 16) return 32_768
  if (size > 16) throw new Error('no such difference')
  const found = bits.number(size)
  return found < 1 << (size - 1) ? found - (1 << size) + 1 : found
}

/** What a sample is expected to be from its neighbours: left, above, and left of that (T.81, table H.1). */
const expected = (predictor: number, left: number, above: number, corner: number): number => {
  if (predictor === 1) return left
  if (predictor === 2) return above
  if (predictor === 3) return corner
  if (predictor === 4) return left + above - corner
  if (predictor === 5) return left + ((above - corner) >> 1)
  if (predictor === 6) return above + ((left - corner) >> 1)
  return (left + above) >> 1
}

/** One sample of each pixel: where it stands in it, and its codes. */
interface Part {
  readonly place: number
  readonly table: CodeTable
}

interface Scan {
  readonly parts: readonly Part[]
  /** 1 to 7. */
  readonly predictor: number
  /** Bits that were left away. */
  readonly shift: number
}

const scanOf = ({ frame, tables }: Reading, segment: Uint8Array): Scan => {
  const count = segment[0] ?? 0
  const parts = Array.from({ length: count }, (_, index) => {
    const place = frame?.ids.indexOf(segment[1 + index * 2] ?? -1) ?? -1
    const table = tables[(segment[2 + index * 2] ?? 0) >> 4]
    if (place < 0 || !table) throw new Error('no codes for a scan')
    return { place, table }
  })
  const predictor = segment[1 + count * 2] ?? 0
  if (predictor < 1 || predictor > 7) throw new Error('no such predictor')
  return { parts, predictor, shift: (segment[3 + count * 2] ?? 0) & 15 }
}

const widen = (samples: Uint16Array, place: number, components: number, shift: number): void => {
  for (let at = place; at < samples.length; at += components) samples[at] = (samples[at] ?? 0) << shift
}

interface Row {
  readonly samples: Uint16Array
  /** Where it begins, and how far samples lie that are beside and above each other. */
  readonly from: number
  readonly stride: number
  readonly components: number
  /** Whether no row above it is known; then its first sample is expected to be `half`. */
  readonly isFirst: boolean
  readonly half: number
}

const expectedAt = (row: Row, predictor: number, at: number, isStart: boolean): number => {
  const { samples, stride, components, isFirst, half } = row
  const left = samples[at - components] ?? 0
  if (isFirst) return isStart ? half : left
  const above = samples[at - stride] ?? 0
  return isStart ? above : expected(predictor, left, above, samples[at - stride - components] ?? 0)
}

const readRow = (bits: EntropyBits, { parts, predictor }: Scan, row: Row): void => {
  const { samples, from, stride, components } = row
  for (let pixel = from; pixel < from + stride; pixel += components)
    for (const { place, table } of parts) {
      const at = pixel + place
      samples[at] = expectedAt(row, predictor, at, pixel === from) + difference(bits, table)
    }
}

/** Reads every row; the first one, and each behind a restart, knows nothing of a row above (T.81, H.1.1). */
const readScan = ({ bytes, restarts, frame }: Reading, scan: Scan, from: number): number => {
  if (!frame) throw new Error('a scan before its frame')
  const { width, height, components, precision, samples } = frame
  if (restarts % width !== 0) throw new Error('a restart within a row')
  const rows = restarts / width
  const bits = new EntropyBits(bytes, from)
  const half = 2 ** (precision - scan.shift - 1)
  const stride = width * components
  for (let y = 0; y < height; y += 1) {
    const isRestart = rows > 0 && y > 0 && y % rows === 0
    if (isRestart) bits.skipRestart()
    const isFirst = y === 0 || isRestart
    readRow(bits, scan, { samples, from: y * stride, stride, components, isFirst, half })
  }
  if (scan.shift > 0) for (const { place } of scan.parts) widen(samples, place, components, scan.shift)
  return bits.toMarker()
}

interface Segment {
  readonly kind: number
  readonly content: Uint8Array
  /** Where what follows it begins. */
  readonly end: number
}

const segmentAt = (bytes: Uint8Array, at: number): Segment => {
  let start = at
  // Any number of them may fill the way to a marker.
  while (bytes[start + 1] === 255) start += 1
  if (bytes[start] !== 255) throw new Error('a marker is missing')
  const end = start + 2 + wordAt(bytes, start + 2)
  return { kind: bytes[start + 1] ?? 0, content: bytes.subarray(start + 4, end), end }
}

const isOtherFrame = (kind: number): boolean => kind >= 0xc0 && kind <= 0xcf

/** Takes in one segment; answers where the next one begins. */
const readSegment = (reading: Reading, { kind, content, end }: Segment): number => {
  if (kind === marker.scan) {
    const scan = scanOf(reading, content)
    reading.missing -= scan.parts.length
    return readScan(reading, scan, end)
  }
  if (kind === marker.codes) readCodes(reading, content)
  else if (kind === marker.restarts) reading.restarts = wordAt(content, 0)
  else if (kind === marker.lossless) readFrame(reading, content)
  else if (kind === marker.end || isOtherFrame(kind)) throw new Error('not a whole lossless JPEG')
  return end
}

/**
 * Decodes a lossless JPEG (ITU-T T.81, Annex H, with Huffman codes), as DICOM transfer syntaxes …4.57 and …4.70 hold it.
 * What is cut off or contradicts itself throws: half a picture is none that anybody may judge by.
 */
export const decodeLosslessJpeg = (bytes: Uint8Array): LosslessPicture => {
  const reading: Reading = { bytes, tables: [], restarts: 0, frame: undefined, missing: 1 }
  if (wordAt(bytes, 0) !== 0xff00 + marker.start) throw new Error('not a JPEG')
  let at = 2
  while (reading.missing > 0) at = readSegment(reading, segmentAt(bytes, at))
  if (!reading.frame) throw new Error('a scan without a frame')
  return reading.frame
}

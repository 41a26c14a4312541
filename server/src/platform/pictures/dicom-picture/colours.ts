// Turns colours of other kinds into red, green and blue (DICOM PS3.3 C.7.6.3.1.2 and C.7.6.3.1.5).

import type { DataSet } from 'dicom-parser'
import type { SampleBits } from './shape.ts'

type Numbers = Uint8Array | Uint16Array | Uint32Array

const perBits: Partial<
  Record<
    SampleBits,
    { new (count: number): Numbers; new (buffer: ArrayBufferLike, at: number, count: number): Numbers }
  >
> = {
  8: Uint8Array,
  16: Uint16Array,
  32: Uint32Array,
}

const numbersOfBits = (allocated: SampleBits) => {
  const Kind = perBits[allocated]
  if (Kind === undefined) throw new Error(`samples of ${allocated} bits are no whole numbers here`)
  return Kind
}

/** Samples as numbers; their bytes stand at a place that they may begin at. */
export const numbersOf = (bytes: Buffer, allocated: SampleBits): Numbers => {
  const Kind = numbersOfBits(allocated)
  return new Kind(bytes.buffer, bytes.byteOffset, (bytes.length * 8) / allocated)
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** One colour after the other as three colours a pixel. */
export const interleaved = (bytes: Buffer, allocated: SampleBits): Buffer => {
  const planes = numbersOf(bytes, allocated)
  const pixels = new (numbersOfBits(allocated))(planes.length)
  const count = planes.length / 3
  for (let index = 0; index < count; index += 1)
    for (let colour = 0; colour < 3; colour += 1)
      pixels[index * 3 + colour] = planes[colour * count + index] ?? 0
  return bytesOf(pixels)
}

/** Two pixels share their colour: two brightnesses, then the colour of both. */
export const withAllColours = (bytes: Buffer): Buffer => {
  const pixels = Buffer.alloc((bytes.length / 4) * 6)
  for (let from = 0, to = 0; from + 3 < bytes.length; from += 4, to += 6) {
    pixels[to] = bytes[from] ?? 0
    pixels[to + 3] = bytes[from + 1] ?? 0
    pixels[to + 1] = pixels[to + 4] = bytes[from + 2] ?? 0
    pixels[to + 2] = pixels[to + 5] = bytes[from + 3] ?? 0
  }
  return pixels
}

const within = (value: number): number => Math.min(255, Math.max(0, Math.floor(value + 0.5)))

/** Brightness and two differences, eight bits each. */
export const fromYbr = (bytes: Buffer): Buffer => {
  const pixels = Buffer.alloc(bytes.length)
  for (let at = 0; at < bytes.length; at += 3) {
    const y = bytes[at] ?? 0
    const blue = (bytes[at + 1] ?? 0) - 128
    const red = (bytes[at + 2] ?? 0) - 128
    pixels[at] = within(y + 1.402 * red)
    pixels[at + 1] = within(y - (0.114 * 1.772 * blue + 0.299 * 1.402 * red) / 0.587)
    pixels[at + 2] = within(y + 1.772 * blue)
  }
  return pixels
}

/** Elements that a table of colours lies in. */
interface TableTags {
  readonly descriptor: string
  readonly content: string
}

const tables: readonly TableTags[] = ['x00281101', 'x00281102', 'x00281103'].map((descriptor) => ({
  descriptor,
  content: descriptor.replace('x002811', 'x002812'),
}))

interface ColourTable {
  /** The value that the first entry stands for. */
  readonly first: number
  /** How bright each is, 0 to 255. */
  readonly entries: readonly number[]
}

const tableOf = (data: DataSet, { descriptor, content }: TableTags): ColourTable => {
  const element = data.elements[content]
  const bits = data.uint16(descriptor, 2)
  if (element === undefined || bits === undefined) throw new Error('no table of colours')
  const count = data.uint16(descriptor, 0) || 65_536
  const isBytes = element.length <= count + 1
  const { byteArray, byteArrayParser } = data
  const entries = Array.from({ length: count }, (_, index) => {
    if (isBytes) return byteArray[element.dataOffset + index] ?? 0
    return byteArrayParser.readUint16(byteArray, element.dataOffset + index * 2)
  })
  // Some write eight bits into words and call them sixteen.
  const shift = bits > 8 && entries.some((entry) => entry > 255) ? 8 : 0
  return { first: data.uint16(descriptor, 1) ?? 0, entries: entries.map((entry) => entry >> shift) }
}

/** A pixel names an entry in each of three tables; what lies beyond them is their end. */
export const fromPalette = (bytes: Buffer, allocated: SampleBits, data: DataSet): Buffer => {
  const colours = tables.map((one) => tableOf(data, one))
  const named = numbersOf(bytes, allocated)
  const pixels = Buffer.alloc(named.length * 3)
  for (let at = 0; at < named.length; at += 1)
    colours.forEach(({ first, entries }, colour) => {
      const place = Math.min(entries.length - 1, Math.max(0, (named[at] ?? 0) - first))
      pixels[at * 3 + colour] = entries[place] ?? 0
    })
  return pixels
}

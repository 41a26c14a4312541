// Turns colours of other kinds into red, green and blue (DICOM PS3.3 C.7.6.3.1.2 and C.7.6.3.1.5).

const word = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array }

/** Samples as numbers; their bytes stand at a place that they may begin at. */
export const numbersOf = (bytes, allocated) => {
  const Numbers = word[allocated]
  return new Numbers(bytes.buffer, bytes.byteOffset, bytes.length / Numbers.BYTES_PER_ELEMENT)
}

const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)

/** One colour after the other as three colours a pixel. */
export const interleaved = (bytes, allocated) => {
  const planes = numbersOf(bytes, allocated)
  const pixels = new word[allocated](planes.length)
  const count = planes.length / 3
  for (let index = 0; index < count; index += 1)
    for (let colour = 0; colour < 3; colour += 1) pixels[index * 3 + colour] = planes[colour * count + index]
  return bytesOf(pixels)
}

/** Two pixels share their colour: two brightnesses, then the colour of both. */
export const withAllColours = (bytes) => {
  const pixels = Buffer.alloc((bytes.length / 4) * 6)
  for (let from = 0, to = 0; from + 3 < bytes.length; from += 4, to += 6) {
    pixels[to] = bytes[from]
    pixels[to + 3] = bytes[from + 1]
    pixels[to + 1] = pixels[to + 4] = bytes[from + 2]
    pixels[to + 2] = pixels[to + 5] = bytes[from + 3]
  }
  return pixels
}

const within = (value) => Math.min(255, Math.max(0, Math.floor(value + 0.5)))

/** Brightness and two differences, eight bits each. */
export const fromYbr = (bytes) => {
  const pixels = Buffer.alloc(bytes.length)
  for (let at = 0; at < bytes.length; at += 3) {
    const y = bytes[at]
    const blue = bytes[at + 1] - 128
    const red = bytes[at + 2] - 128
    pixels[at] = within(y + 1.402 * red)
    pixels[at + 1] = within(y - (0.114 * 1.772 * blue + 0.299 * 1.402 * red) / 0.587)
    pixels[at + 2] = within(y + 1.772 * blue)
  }
  return pixels
}

const tables = ['x00281101', 'x00281102', 'x00281103'].map((descriptor) => ({
  descriptor,
  content: descriptor.replace('x002811', 'x002812'),
}))

/** How bright each entry is, 0 to 255, and which value the first one stands for. */
const tableOf = (data, { descriptor, content }) => {
  const element = data.elements[content]
  const bits = data.uint16(descriptor, 2)
  if (element === undefined || bits === undefined) throw new Error('no table of colours')
  const count = data.uint16(descriptor, 0) || 65_536
  const isBytes = element.length <= count + 1
  const { byteArray, byteArrayParser } = data
  const entries = Array.from({ length: count }, (_, index) => {
    if (isBytes) return byteArray[element.dataOffset + index]
    return byteArrayParser.readUint16(byteArray, element.dataOffset + index * 2)
  })
  // Some write eight bits into words and call them sixteen.
  const shift = bits > 8 && entries.some((entry) => entry > 255) ? 8 : 0
  return { first: data.uint16(descriptor, 1) ?? 0, entries: entries.map((entry) => entry >> shift) }
}

/** A pixel names an entry in each of three tables; what lies beyond them is their end. */
export const fromPalette = (bytes, allocated, data) => {
  const colours = tables.map((one) => tableOf(data, one))
  const named = numbersOf(bytes, allocated)
  const pixels = Buffer.alloc(named.length * 3)
  for (let at = 0; at < named.length; at += 1)
    colours.forEach(({ first, entries }, colour) => {
      const place = Math.min(entries.length - 1, Math.max(0, named[at] - first))
      pixels[at * 3 + colour] = entries[place]
    })
  return pixels
}

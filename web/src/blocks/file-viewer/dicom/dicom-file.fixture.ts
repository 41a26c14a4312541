/** Text, or numbers of 16 bits. */
type Value = string | number | Uint8Array

const textOf = (value: string): Uint8Array => {
  const bytes = new TextEncoder().encode(value)
  const even = new Uint8Array(bytes.length + (bytes.length % 2))
  even.fill(0x20)
  even.set(bytes)
  return even
}

const bytesOf = (value: Value): Uint8Array => {
  if (typeof value === 'string') return textOf(value)
  return typeof value === 'number' ? Uint8Array.of(value & 255, value >> 8) : value
}

/** One element of an explicit little endian file. */
const element = (
  group: number,
  {
    id,
    vr,
    value,
    isEndless = false,
  }: { id: number; vr: string; value: Value; isEndless?: boolean | undefined },
): Uint8Array => {
  const content = bytesOf(value)
  const isLong = ['OB', 'OW', 'OF'].includes(vr)
  const head = new Uint8Array(isLong ? 12 : 8)
  const view = new DataView(head.buffer)
  view.setUint16(0, group, true)
  view.setUint16(2, id, true)
  head.set(new TextEncoder().encode(vr), 4)
  if (isLong) view.setUint32(8, isEndless ? 0xffffffff : content.length, true)
  else view.setUint16(6, content.length, true)
  return joined([head, content])
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const item = (content: Uint8Array): Uint8Array => {
  const head = new Uint8Array(8)
  const view = new DataView(head.buffer)
  view.setUint16(0, 0xfffe, true)
  view.setUint16(2, 0xe000, true)
  view.setUint32(4, content.length, true)
  return joined([head, content])
}

const endOfItems = Uint8Array.of(0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0)

export interface DicomParts {
  syntax?: string
  photometric?: string
  samples?: number
  width: number
  height: number
  allocated?: number
  stored?: number
  signed?: boolean
  planar?: boolean
  frames?: number
  center?: string
  windowWidth?: string
  labels?: string
  intercept?: string
  pixels?: Uint8Array
  /** Fractions of 32 bits, in place of pixels. */
  floats?: Uint8Array
  /** Pictures of their own, in place of pixels. */
  fragments?: readonly Uint8Array[]
}

/** A DICOM file of a few elements, as a device would write it. */
export const dicomFile = (parts: DicomParts): Uint8Array => {
  const { samples = 1, allocated = 8 } = parts
  const { stored = allocated } = parts
  const optional = (id: number, vr: string, value: Value | undefined): Uint8Array[] =>
    value === undefined ? [] : [element(0x28, { id, vr, value })]
  const pixels = parts.fragments
    ? [
        element(0x7fe0, {
          id: 0x10,
          vr: 'OB',
          value: joined([item(new Uint8Array()), ...parts.fragments.map(item), endOfItems]),
          isEndless: true,
        }),
      ]
    : parts.pixels
      ? [element(0x7fe0, { id: 0x10, vr: allocated === 8 ? 'OB' : 'OW', value: parts.pixels })]
      : []
  const floats = parts.floats ? [element(0x7fe0, { id: 0x08, vr: 'OF', value: parts.floats })] : []
  return joined([
    new Uint8Array(128),
    new TextEncoder().encode('DICM'),
    element(0x02, { id: 0x10, vr: 'UI', value: parts.syntax ?? '1.2.840.10008.1.2.1' }),
    element(0x28, { id: 0x02, vr: 'US', value: samples }),
    element(0x28, { id: 0x04, vr: 'CS', value: parts.photometric ?? 'MONOCHROME2' }),
    ...optional(0x06, 'US', parts.planar ? 1 : undefined),
    ...optional(0x08, 'IS', parts.frames === undefined ? undefined : String(parts.frames)),
    element(0x28, { id: 0x10, vr: 'US', value: parts.height }),
    element(0x28, { id: 0x11, vr: 'US', value: parts.width }),
    element(0x28, { id: 0x100, vr: 'US', value: allocated }),
    element(0x28, { id: 0x101, vr: 'US', value: stored }),
    element(0x28, { id: 0x102, vr: 'US', value: stored - 1 }),
    element(0x28, { id: 0x103, vr: 'US', value: parts.signed ? 1 : 0 }),
    ...optional(0x1050, 'DS', parts.center),
    ...optional(0x1051, 'DS', parts.windowWidth),
    ...optional(0x1052, 'DS', parts.intercept),
    ...optional(0x1055, 'LO', parts.labels),
    ...floats,
    ...pixels,
  ])
}

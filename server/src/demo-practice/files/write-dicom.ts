/** Whom an x-ray names, and when it was taken. */
export interface Imaged {
  readonly firstName: string
  readonly lastName: string
  /** `YYYY-MM-DD`, both. */
  readonly birthDate: string
  readonly day: string
  readonly study: string
}

export interface GreyPicture {
  readonly width: number
  readonly height: number
  /** A byte a pixel, black to white. */
  readonly greys: Uint8Array
}

const evenly = (content: Buffer, filling: string): Buffer =>
  content.length % 2 === 0 ? content : Buffer.concat([content, Buffer.from(filling)])

const element = (group: number, id: number, kind: string, content: Buffer): Buffer => {
  const even = evenly(content, kind === 'UI' || kind === 'OB' ? '\0' : ' ')
  const isLong = kind === 'OW' || kind === 'OB'
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(id, 2)
  head.write(kind, 4, 'latin1')
  if (isLong) head.writeUInt32LE(even.length, 8)
  else head.writeUInt16LE(even.length, 6)
  return Buffer.concat([head, even])
}

const text = (group: number, id: number, kind: string, value: string): Buffer =>
  element(group, id, kind, Buffer.from(value, 'latin1'))

const number = (id: number, value: number): Buffer => {
  const content = Buffer.alloc(2)
  content.writeUInt16LE(value)
  return element(0x28, id, 'US', content)
}

const digitalXRay = '1.2.840.10008.5.1.4.1.1.1.1'
const explicitLittleEndian = '1.2.840.10008.1.2.1'
/** Below the root for what has no register of its own (DICOM PS3.5, B.2). */
const instance = '2.25.202600010001'

const meta = (): Buffer => {
  const elements = Buffer.concat([
    element(2, 1, 'OB', Buffer.from([0, 1])),
    text(2, 2, 'UI', digitalXRay),
    text(2, 3, 'UI', instance),
    text(2, 0x10, 'UI', explicitLittleEndian),
    text(2, 0x12, 'UI', '2.25.2026'),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(elements.length)
  return Buffer.concat([element(2, 0, 'UL', length), elements])
}

/** Twelve bits, with the grain of a plate: always the same. */
const pixelsOf = ({ greys }: GreyPicture): Buffer => {
  const pixels = Buffer.alloc(greys.length * 2)
  let grain = 1
  for (let at = 0; at < greys.length; at += 1) {
    grain = (grain * 1_664_525 + 1_013_904_223) % 4_294_967_296
    const value = (greys[at] ?? 0) * 15 + 90 + (grain >>> 25)
    pixels.writeUInt16LE(Math.min(4095, value), at * 2)
  }
  return pixels
}

/** A DICOM file without compression: an x-ray of 12 bits with two windows. */
export const writeDicom = (imaged: Imaged, picture: GreyPicture): Buffer => {
  const day = imaged.day.replaceAll('-', '')
  const elements = [
    text(8, 5, 'CS', 'ISO_IR 100'),
    text(8, 0x16, 'UI', digitalXRay),
    text(8, 0x18, 'UI', instance),
    text(8, 0x20, 'DA', day),
    text(8, 0x60, 'CS', 'DX'),
    text(8, 0x1030, 'LO', imaged.study),
    text(0x10, 0x10, 'PN', `${imaged.lastName}^${imaged.firstName}`),
    text(0x10, 0x30, 'DA', imaged.birthDate.replaceAll('-', '')),
    number(2, 1),
    text(0x28, 4, 'CS', 'MONOCHROME2'),
    number(0x10, picture.height),
    number(0x11, picture.width),
    number(0x100, 16),
    number(0x101, 12),
    number(0x102, 11),
    number(0x103, 0),
    text(0x28, 0x1050, 'DS', '2048\\3000'),
    text(0x28, 0x1051, 'DS', '4096\\1600'),
    text(0x28, 0x1055, 'LO', 'TODO\\HUESO'),
    element(0x7fe0, 0x10, 'OW', pixelsOf(picture)),
  ]
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), meta(), ...elements])
}

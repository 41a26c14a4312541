// Writes pictures as a DICOM file that any viewer opens: explicit little endian, nothing packed, and of the header only
// what the pictures are and how they were looked at. No name of anybody is in it.
import type { DataSet } from 'dicom-parser'
import type { Shape } from './shape.ts'

/** Value representations of DICOM PS3.5 §6.2 that are written here. */
type Kind = 'CS' | 'DS' | 'IS' | 'LO' | 'OB' | 'OD' | 'OF' | 'OW' | 'UI' | 'UL' | 'US'

const isLong = (kind: Kind): boolean => ['OB', 'OW', 'OF', 'OD'].includes(kind)

const headOf = (group: number, number: number, kind: Kind, length: number): Buffer => {
  const head = Buffer.alloc(isLong(kind) ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(kind, 4, 'latin1')
  if (isLong(kind)) head.writeUInt32LE(length, 8)
  else head.writeUInt16LE(length, 6)
  return head
}

const element = (group: number, number: number, kind: Kind, value: Buffer): Buffer => {
  const odd = value.length % 2
  const filler = kind === 'UI' ? '\0' : ' '
  const whole = odd ? Buffer.concat([value, Buffer.from(filler)]) : value
  return Buffer.concat([headOf(group, number, kind, whole.length), whole])
}

const wordOf = (number: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(number)
  return bytes
}

const explicit = Buffer.from('1.2.840.10008.1.2.1', 'latin1')

/** Elements that say how the pictures were looked at, as they stand in the file: windows, their names, and units. */
const carried: readonly (readonly [number: number, kind: Kind])[] = [
  [0x1050, 'DS'],
  [0x1051, 'DS'],
  [0x1052, 'DS'],
  [0x1053, 'DS'],
  [0x1055, 'LO'],
]

const carriedOf = ({ elements, byteArray }: DataSet): readonly Buffer[] =>
  carried.flatMap(([number, kind]) => {
    const found = elements[`x0028${number.toString(16).padStart(4, '0')}`]
    if (found === undefined || found.length === 0) return []
    const value = Buffer.from(byteArray.subarray(found.dataOffset, found.dataOffset + found.length))
    return [element(0x28, number, kind, value)]
  })

const describe = (shape: Shape): readonly Buffer[] => [
  element(0x28, 0x02, 'US', wordOf(shape.samples)),
  element(0x28, 0x04, 'CS', Buffer.from(shape.photometric, 'latin1')),
  ...(shape.samples > 1 ? [element(0x28, 0x06, 'US', wordOf(0))] : []),
  element(0x28, 0x08, 'IS', Buffer.from(String(shape.frames), 'latin1')),
  element(0x28, 0x10, 'US', wordOf(shape.height)),
  element(0x28, 0x11, 'US', wordOf(shape.width)),
  element(0x28, 0x100, 'US', wordOf(shape.allocated)),
  element(0x28, 0x101, 'US', wordOf(shape.stored)),
  element(0x28, 0x102, 'US', wordOf(shape.highest)),
  element(0x28, 0x103, 'US', wordOf(shape.isSigned ? 1 : 0)),
]

const pixelsHead = ({ allocated, isFloat }: Shape, length: number): Buffer => {
  if (isFloat) return allocated === 64 ? headOf(0x7fe0, 9, 'OD', length) : headOf(0x7fe0, 8, 'OF', length)
  return headOf(0x7fe0, 0x10, allocated === 8 ? 'OB' : 'OW', length)
}

/** `frames` are of the shape; `data` is the file they were taken out of. */
export const dicomOf = (frames: readonly Buffer[], shape: Shape, data: DataSet): Buffer => {
  const length = frames.reduce((sum, { length: bytes }) => sum + bytes, 0)
  const filler = Buffer.alloc(length % 2)
  const syntax = element(2, 0x10, 'UI', explicit)
  const meta = headOf(2, 0, 'UL', 4)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM', 'latin1'),
    meta,
    Buffer.from(Uint32Array.of(syntax.length).buffer),
    syntax,
    ...describe(shape),
    ...carriedOf(data),
    pixelsHead(shape, length + filler.length),
    ...frames,
    filler,
  ])
}

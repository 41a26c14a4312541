// Takes the pictures of a DICOM file out of it, as a file without compression has them: greys as they are, colours as
// red, green and blue, samples of a pixel beside each other, little end first.
import dicomParser, { type DataSet } from 'dicom-parser'
import { openCodecs, type Samples } from './codecs.ts'
import { fromPalette, fromYbr, interleaved, withAllColours } from './colours.ts'
import { isGrey, type SampleBits, type Shape } from './shape.ts'

const { createJPEGBasicOffsetTable, readEncapsulatedImageFrame, readEncapsulatedPixelDataFromFragments } =
  dicomParser

/** A single picture may lie in several pieces; where no table says, each is one, or they begin where a JPEG does. */
const packedFrame = (data: DataSet, { pixels, frames }: Shape, index: number): Uint8Array => {
  const pieces = pixels.fragments?.length ?? 0
  if (frames === 1) return readEncapsulatedPixelDataFromFragments(data, pixels, 0, pieces)
  if (pixels.basicOffsetTable?.length) return readEncapsulatedImageFrame(data, pixels, index)
  if (pieces === frames) return readEncapsulatedPixelDataFromFragments(data, pixels, index, 1)
  return readEncapsulatedImageFrame(data, pixels, index, createJPEGBasicOffsetTable(data, pixels))
}

const isHalved = ({ photometric, coding }: Shape): boolean =>
  photometric === 'YBR_FULL_422' && coding === 'plain'

/** Bytes of one picture as it lies in a file without compression. */
const plainBytes = (shape: Shape): number => {
  const samples = isHalved(shape) ? 2 : shape.samples
  return (shape.width * shape.height * samples * shape.allocated) / 8
}

const swap: Partial<Record<SampleBits, 'swap16' | 'swap32' | 'swap64'>> = {
  16: 'swap16',
  32: 'swap32',
  64: 'swap64',
}

const plainFrame = (data: DataSet, shape: Shape, index: number): Buffer => {
  const size = plainBytes(shape)
  const from = shape.pixels.dataOffset + index * size
  if (index * size + size > shape.pixels.length || from + size > data.byteArray.length)
    throw new Error('pixels are missing')
  const bytes = Buffer.from(data.byteArray.subarray(from, from + size))
  const turn = swap[shape.allocated]
  if (!shape.isLittle && turn) bytes[turn]()
  return bytes
}

/** One bit a pixel, the lowest first, and no gap between two pictures. */
const bitFrame = (data: DataSet, { width, height, pixels }: Shape, index: number): Buffer => {
  const count = width * height
  const bytes = data.byteArray.subarray(pixels.dataOffset, pixels.dataOffset + pixels.length)
  if ((index + 1) * count > bytes.length * 8) throw new Error('pixels are missing')
  return Buffer.from(
    Array.from({ length: count }, (_, pixel) => {
      const bit = index * count + pixel
      return ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1
    }),
  )
}

/** A sign is the highest of the bits that mean something; codecs leave what is above it empty. */
const withSigns = (bytes: Buffer, { allocated, stored, isSigned }: Shape): Buffer => {
  if (!isSigned || allocated !== 16 || stored >= 16) return bytes
  const above = 32 - stored
  for (let at = 0; at < bytes.length; at += 2)
    bytes.writeInt16LE((bytes.readUInt16LE(at) << above) >> above, at)
  return bytes
}

const colourFrame = ({ samples: bytes, isPlanar }: Samples, shape: Shape, data: DataSet): Buffer => {
  const { photometric, allocated, samples } = shape
  if (photometric === 'PALETTE COLOR') return fromPalette(bytes, allocated, data)
  if (samples !== 3) throw new Error('colours that are not known here')
  const beside = isPlanar ? interleaved(bytes, allocated) : bytes
  // What JPEG 2000 does to colours it undoes itself.
  if (['RGB', 'YBR_RCT', 'YBR_ICT'].includes(photometric)) return beside
  if (!/^YBR_FULL(_422)?$/.test(photometric) || allocated !== 8)
    throw new Error('colours that are not known here')
  return fromYbr(isHalved(shape) ? withAllColours(beside) : beside)
}

/** Bits that a sample takes once its picture is taken out. */
const takenBits = ({ photometric, allocated }: Shape): SampleBits => {
  if (allocated === 1) return 8
  return photometric === 'PALETTE COLOR' ? 8 : allocated
}

/** What the pictures are once they are taken out. */
export const takenShape = (shape: Shape): Shape => {
  const allocated = takenBits(shape)
  const isSame = allocated === shape.allocated
  const { stored, highest } = isSame ? shape : { stored: allocated, highest: allocated - 1 }
  const kind = isGrey(shape) ? {} : ({ photometric: 'RGB', samples: 3 } as const)
  return { ...shape, ...kind, allocated, stored, highest }
}

/** The picture with this number. Throws where there is none such. */
export type FrameAt = (index: number) => Buffer

/** Something that takes out one picture after the other. */
export const openFrames = async (data: DataSet, shape: Shape): Promise<FrameAt> => {
  if (shape.coding === undefined) throw new Error('packed in a way that is not known here')
  const unpack = shape.coding === 'packed' ? await openCodecs() : undefined
  const taken = (index: number): Samples => {
    if (unpack === undefined)
      return { samples: plainFrame(data, shape, index), isPlanar: shape.isPlanar && shape.samples > 1 }
    const { samples, isPlanar } = unpack(shape.syntax, packedFrame(data, shape, index), shape)
    return { samples: withSigns(samples, shape), isPlanar }
  }
  return (index) => {
    if (shape.allocated === 1) return bitFrame(data, shape, index)
    const frame = taken(index)
    return isGrey(shape) ? frame.samples : colourFrame(frame, shape, data)
  }
}

import { decodeLosslessJpeg } from './decode-lossless-jpeg.ts'
import { decodeRle } from './decode-rle.ts'
import type { PackedCoding } from './dicom-syntaxes.ts'

/** What the file says of its pictures. */
export interface FrameShape {
  readonly width: number
  readonly height: number
  readonly samples: number
  /** Bits a sample takes: 8 or 16. */
  readonly allocated: number
}

const losslessFrame = (bytes: Uint8Array, shape: FrameShape): ArrayBuffer => {
  const picture = decodeLosslessJpeg(bytes)
  const isSame =
    picture.width === shape.width &&
    picture.height === shape.height &&
    picture.components === shape.samples &&
    picture.precision <= shape.allocated
  if (!isSame) throw new Error('another picture than announced')
  return shape.allocated === 8 ? Uint8Array.from(picture.samples).buffer : picture.samples.buffer
}

/** The pixels of a picture as a file without compression has them, samples of a pixel beside each other. */
export const decodeFrame = (coding: PackedCoding, bytes: Uint8Array, shape: FrameShape): ArrayBuffer => {
  if (coding === 'lossless') return losslessFrame(bytes, shape)
  const { width, height, samples, allocated } = shape
  return decodeRle(bytes, { pixels: width * height, samples, sampleBytes: allocated / 8 }).buffer
}

// Run inside picture-process.ts: looks at the pictures of a DICOM file, of which the browser shows some as they are.
import type { Sharp } from 'sharp'
import { findPieces, inflated, readDataSet } from './data-set.ts'
import { type FrameAt, openFrames, takenShape } from './frames.ts'
import { looked } from './look.ts'
import { isShownAsItIs, mostBytes, type Shape, shapeOf } from './shape.ts'
import { dicomOf } from './write.ts'

/** Most that a deflated file may become: its pictures, and a header. */
const mostInflated = mostBytes + 16 * 1024 * 1024

const allFrames = (first: Buffer, frameAt: FrameAt, { frames }: Shape): readonly Buffer[] => {
  if (first.length * frames > mostBytes) throw new Error('too much to unpack')
  return [first, ...Array.from({ length: frames - 1 }, (_, index) => frameAt(index + 1))]
}

interface OpenedDicom {
  readonly about: { readonly width: number; readonly height: number; readonly format: 'dicom' }
  readonly frames: () => readonly Buffer[]
  readonly same: () => Buffer
  readonly picture: () => Sharp
}

/**
 * What a DICOM file shows: `frames` are its pictures, greys or red, green and blue, without a gap; `same` is the file
 * as the viewer reads it, empty where it reads the file itself; `picture` is the first one, to be made small. Throws
 * where there is no picture that is known here.
 */
export const openDicom = async (bytes: Buffer): Promise<OpenedDicom> => {
  const found = readDataSet(await inflated(bytes, mostInflated))
  findPieces(found)
  const { data } = found
  const shape = shapeOf(found)
  if (shape === undefined) throw new Error('no picture')
  const frameAt = await openFrames(data, shape)
  const taken = takenShape(shape)
  const first = frameAt(0)
  const frames = () => allFrames(first, frameAt, shape)
  return {
    about: { width: shape.width, height: shape.height, format: 'dicom' },
    frames,
    same: () => (isShownAsItIs(shape) ? Buffer.alloc(0) : dicomOf(frames(), taken, data)),
    picture: () => looked(first, taken, data),
  }
}

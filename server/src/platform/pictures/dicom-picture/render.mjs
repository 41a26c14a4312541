// Run inside picture-process.mjs: looks at the pictures of a DICOM file, of which the browser shows some as they are.
import { findPieces, inflated, readDataSet } from './data-set.mjs'
import { openFrames, takenShape } from './frames.mjs'
import { looked } from './look.mjs'
import { isShownAsItIs, mostBytes, shapeOf } from './shape.mjs'
import { dicomOf } from './write.mjs'

/** Most that a deflated file may become: its pictures, and a header. */
const mostInflated = mostBytes + 16 * 1024 * 1024

const allFrames = (first, frameAt, { frames }) => {
  if (first.length * frames > mostBytes) throw new Error('too much to unpack')
  return [first, ...Array.from({ length: frames - 1 }, (_, index) => frameAt(index + 1))]
}

/**
 * What a DICOM file shows: `frames` are its pictures, greys or red, green and blue, without a gap; `same` is the file as the viewer reads it, empty where it reads the file itself; every other
 * wish is a small picture of the first one. Throws where there is no picture that is known here.
 */
export const openDicom = async (bytes) => {
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

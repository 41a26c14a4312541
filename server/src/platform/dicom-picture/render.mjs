// Run inside picture-process.mjs: looks at the pictures of a DICOM file, of which the browser shows some as they are.
import { findPieces, inflated, readDataSet } from './data-set.mjs'
import { openFrames, takenShape } from './frames.mjs'
import { looked } from './look.mjs'
import { isShownAsItIs, mostBytes, shapeOf } from './shape.mjs'
import { dicomOf } from './write.mjs'

/** Most that a deflated file may become. */
const mostInflated = 512 * 1024 * 1024

const unpacked = (first, frameAt, shape, data) => {
  if (first.length * shape.frames > mostBytes) throw new Error('too much to unpack')
  const others = Array.from({ length: shape.frames - 1 }, (_, index) => frameAt(index + 1))
  return dicomOf([first, ...others], shape, data)
}

/**
 * What a DICOM file shows: `same` is the file as the viewer reads it, empty where it reads the file itself; every other
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
  return {
    about: { width: shape.width, height: shape.height, format: 'dicom' },
    same: () => (isShownAsItIs(shape) ? Buffer.alloc(0) : unpacked(first, frameAt, taken, data)),
    picture: () => looked(first, taken, data),
  }
}

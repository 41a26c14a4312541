// Unpacks pictures with the codecs of dcmjs-codecs: libijg, CharLS, OpenJPEG, OpenJPH and libjxl, compiled to one WebAssembly,
// which has a memory of its own that a broken file cannot leave. Called by its C functions: what the package has around
// them would be loaded for nothing.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const syntax = (...ends) => ends.map((end) => `1.2.840.10008.1.2.${end}`)

/** Which function unpacks which transfer syntaxes (DICOM PS3.6, table A-1). */
const decoders = {
  DecodeRle: syntax('5'),
  DecodeJpeg: syntax('4.50', '4.51', '4.53', '4.55', '4.57', '4.70'),
  DecodeJpegLs: syntax('4.80', '4.81'),
  DecodeJpeg2000: syntax('4.90', '4.91'),
  DecodeJpegXl: syntax('4.110', '4.111', '4.112'),
  DecodeHtJpeg2000: syntax('4.201', '4.202', '4.203'),
}

/** The name of the function that unpacks a transfer syntax; undefined where none does. */
export const decoderOf = (written) => Object.keys(decoders).find((name) => decoders[name].includes(written))

/** What colours mean, as the codecs count it. */
const photometrics = [
  'MONOCHROME1',
  'MONOCHROME2',
  'PALETTE COLOR',
  'RGB',
  'YBR_FULL',
  'YBR_FULL_422',
  'YBR_PARTIAL_422',
  'YBR_PARTIAL_420',
  'YBR_ICT',
  'YBR_RCT',
]

const fail = (what) => () => {
  throw new Error(what)
}
const nothing = () => 0

const load = async () => {
  const entry = createRequire(import.meta.url).resolve('dcmjs-codecs')
  const bytes = await readFile(path.join(path.dirname(entry), 'dcmjs-native-codecs.wasm'))
  let memory
  const write = (at, value) => new DataView(memory.buffer).setUint32(at, value, true)
  const read = (at) => new DataView(memory.buffer).getUint32(at, true)
  // What the codecs want of a system: there is no file, no clock and no environment, and what they say goes nowhere.
  const { instance } = await WebAssembly.instantiate(bytes, {
    env: {
      onCodecsException: fail('not such a picture'),
      onCodecsInfo: nothing,
      onCodecsTrace: nothing,
      emscripten_notify_memory_growth: nothing,
    },
    wasi_snapshot_preview1: {
      proc_exit: fail('the codec gave up'),
      clock_time_get: nothing,
      environ_get: nothing,
      environ_sizes_get: (count, size) => {
        write(count, 0)
        write(size, 0)
        return 0
      },
      fd_close: nothing,
      fd_seek: nothing,
      fd_write: (_, pieces, count, written) => {
        let size = 0
        for (let index = 0; index < count; index += 1) size += read(pieces + index * 8 + 4)
        write(written, size)
        return 0
      },
    },
  })
  memory = instance.exports.memory
  instance.exports._initialize()
  return instance.exports
}

/** Tells a codec what the file says of its picture. */
const describe = (codecs, context, shape) => {
  codecs.SetColumns(context, shape.width)
  codecs.SetRows(context, shape.height)
  codecs.SetBitsAllocated(context, shape.allocated)
  codecs.SetBitsStored(context, shape.stored)
  codecs.SetSamplesPerPixel(context, shape.samples)
  codecs.SetPixelRepresentation(context, shape.isSigned ? 1 : 0)
  codecs.SetPlanarConfiguration(context, shape.isPlanar ? 1 : 0)
  codecs.SetPhotometricInterpretation(context, Math.max(0, photometrics.indexOf(shape.photometric)))
}

/**
 * Something that unpacks frame by frame: the samples as a file without compression has them, little end first, and
 * whether they lie colour by colour. Throws where the bytes are another picture than announced, or none.
 */
export const openCodecs = async () => {
  const codecs = await load()
  return (written, bytes, shape) => {
    const name = decoderOf(written)
    const context = codecs.CreateCodecsContext()
    const parameters = codecs.CreateDecoderParameters()
    describe(codecs, context, shape)
    codecs.SetConvertColorspaceToRgb(parameters, 0)
    codecs.SetEncodedBufferSize(context, bytes.length)
    new Uint8Array(codecs.memory.buffer).set(bytes, codecs.GetEncodedBuffer(context))
    codecs[name](context, parameters)
    const isPlanar = codecs.GetPlanarConfiguration(context) === 1
    const size = codecs.GetDecodedBufferSize(context)
    const whole = shape.width * shape.height * shape.samples * (shape.allocated / 8)
    if (size !== whole) throw new Error('another picture than announced')
    const samples = Buffer.from(Buffer.from(codecs.memory.buffer, codecs.GetDecodedBuffer(context), size))
    codecs.ReleaseDecoderParameters(parameters)
    codecs.ReleaseCodecsContext(context)
    return { samples, isPlanar }
  }
}

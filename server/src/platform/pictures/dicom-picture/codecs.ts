// Unpacks pictures with the codecs of dcmjs-codecs: libijg, CharLS, OpenJPEG, OpenJPH and libjxl, compiled to one WebAssembly,
// which has a memory of its own that a broken file cannot leave. Called by its C functions: what the package has around
// them would be loaded for nothing.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Shape } from './shape.ts'
import { type Decoder, decoderOf } from './transfer-syntaxes.ts'

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

type Setter =
  | 'SetColumns'
  | 'SetRows'
  | 'SetBitsAllocated'
  | 'SetBitsStored'
  | 'SetSamplesPerPixel'
  | 'SetPixelRepresentation'
  | 'SetPlanarConfiguration'
  | 'SetPhotometricInterpretation'
  | 'SetEncodedBufferSize'

type Getter = 'GetPlanarConfiguration' | 'GetEncodedBuffer' | 'GetDecodedBuffer' | 'GetDecodedBufferSize'

/** What is called of the WebAssembly. Contexts, parameters and buffers are places in its memory. */
type Codecs = Readonly<Record<Setter, (context: number, value: number) => void>> &
  Readonly<Record<Getter, (context: number) => number>> &
  Readonly<Record<Decoder, (context: number, parameters: number) => void>> & {
    readonly memory: WebAssembly.Memory
    readonly _initialize: () => void
    readonly CreateCodecsContext: () => number
    readonly ReleaseCodecsContext: (context: number) => void
    readonly CreateDecoderParameters: () => number
    readonly ReleaseDecoderParameters: (parameters: number) => void
    readonly SetConvertColorspaceToRgb: (parameters: number, convert: number) => void
  }

const fail = (what: string) => (): never => {
  throw new Error(what)
}
const nothing = (): number => 0

/** What the codecs want of a system: there is no file, no clock and no environment, and what they say goes nowhere. */
const systemIn = (memory: () => DataView): WebAssembly.Imports => ({
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
    environ_sizes_get: (count: number, size: number): number => {
      memory().setUint32(count, 0, true)
      memory().setUint32(size, 0, true)
      return 0
    },
    fd_close: nothing,
    fd_seek: nothing,
    fd_write: (_: number, pieces: number, count: number, written: number): number => {
      let size = 0
      for (let index = 0; index < count; index += 1) size += memory().getUint32(pieces + index * 8 + 4, true)
      memory().setUint32(written, size, true)
      return 0
    },
  },
})

const load = async (): Promise<Codecs> => {
  const entry = createRequire(import.meta.url).resolve('dcmjs-codecs')
  const bytes = await readFile(path.join(path.dirname(entry), 'dcmjs-native-codecs.wasm'))
  let codecs: Codecs | undefined
  const memory = (): DataView => new DataView(codecs?.memory.buffer ?? new ArrayBuffer(0))
  const { instance } = await WebAssembly.instantiate(bytes, systemIn(memory))
  codecs = instance.exports as Codecs
  codecs._initialize()
  return codecs
}

/** Tells a codec what the file says of its picture. */
const describe = (codecs: Codecs, context: number, shape: Shape): void => {
  codecs.SetColumns(context, shape.width)
  codecs.SetRows(context, shape.height)
  codecs.SetBitsAllocated(context, shape.allocated)
  codecs.SetBitsStored(context, shape.stored)
  codecs.SetSamplesPerPixel(context, shape.samples)
  codecs.SetPixelRepresentation(context, shape.isSigned ? 1 : 0)
  codecs.SetPlanarConfiguration(context, shape.isPlanar ? 1 : 0)
  codecs.SetPhotometricInterpretation(context, Math.max(0, photometrics.indexOf(shape.photometric)))
}

/** Samples of a picture, little end first. */
export interface Samples {
  readonly samples: Buffer
  /** Whether they lie colour by colour. */
  readonly isPlanar: boolean
}

/** Unpacks the bytes of one picture that is packed in a transfer syntax. */
type Unpack = (written: string, bytes: Uint8Array, shape: Shape) => Samples

const samplesIn = (codecs: Codecs, context: number, shape: Shape): Samples => {
  const size = codecs.GetDecodedBufferSize(context)
  const whole = shape.width * shape.height * shape.samples * (shape.allocated / 8)
  if (size !== whole) throw new Error('another picture than announced')
  const lying = Buffer.from(codecs.memory.buffer, codecs.GetDecodedBuffer(context), size)
  return { samples: Buffer.from(lying), isPlanar: codecs.GetPlanarConfiguration(context) === 1 }
}

/** Something that unpacks frame by frame. Throws where the bytes are another picture than announced, or none. */
export const openCodecs = async (): Promise<Unpack> => {
  const codecs = await load()
  return (written, bytes, shape) => {
    const name = decoderOf(written)
    if (name === undefined) throw new Error('packed in a way that is not known here')
    const context = codecs.CreateCodecsContext()
    const parameters = codecs.CreateDecoderParameters()
    describe(codecs, context, shape)
    codecs.SetConvertColorspaceToRgb(parameters, 0)
    codecs.SetEncodedBufferSize(context, bytes.length)
    new Uint8Array(codecs.memory.buffer).set(bytes, codecs.GetEncodedBuffer(context))
    codecs[name](context, parameters)
    const taken = samplesIn(codecs, context, shape)
    codecs.ReleaseDecoderParameters(parameters)
    codecs.ReleaseCodecsContext(context)
    return taken
  }
}

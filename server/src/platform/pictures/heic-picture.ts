// Decodes HEIC, what iPhones take photos as, inside picture-process.ts: libheif and libde265 as WebAssembly, which has a
// memory of its own that a broken file cannot leave (docs/decisions/0025-heic.md).
import { crc32, deflateSync } from 'node:zlib'
import type { Heif } from 'libheif-js/wasm-bundle.js'

const mega = 1024 * 1024
/** Most that the decoder may take: enough for 50 megapixels. */
const mostMemory = 512 * mega
const pageBytes = 65_536

/** Letters at which a picture of this kind is known; `mif1` is what other programs write into the same format. */
const brands = ['heic', 'heix', 'mif1']

export const isHeic = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 4, 8) === 'ftyp' && brands.includes(bytes.toString('latin1', 8, 12))

/** A decoder that asks for more gets none, and says that the picture cannot be read. */
const boundMemory = (): void => {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function growWithin(pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > mostMemory) throw new RangeError('too much memory')
    return grow.call(this, pages)
  }
}

const load = async (): Promise<Heif> => {
  boundMemory()
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  return libheif
}

/** Calls a function of libheif, which tells what went wrong in a structure of three words. */
const attempt = (heif: Heif, call: (error: number) => void): void => {
  const error = heif._malloc(12)
  call(error)
  if (heif.HEAP32[error / 4] !== 0) throw new Error(`libheif: ${heif.HEAP32[error / 4 + 1]}`)
}

const wordAt = (heif: Heif, place: number): number => heif.HEAPU32[place / 4] ?? 0

/** What a function writes where it is told to. */
const answerOf = (heif: Heif, call: (error: number, place: number) => void): number => {
  const place = heif._malloc(4)
  attempt(heif, (error) => call(error, place))
  return wordAt(heif, place)
}

const open = (heif: Heif, bytes: Buffer, mostPixels: number): number => {
  const context = heif._heif_context_alloc()
  heif._heif_context_set_maximum_image_size_limit(context, Math.floor(Math.sqrt(mostPixels)))
  const memory = heif._malloc(bytes.length)
  heif.HEAPU8.set(bytes, memory)
  attempt(heif, (error) =>
    heif._heif_context_read_from_memory_without_copy(error, context, memory, bytes.length, 0),
  )
  return answerOf(heif, (error, place) => heif._heif_context_get_primary_image_handle(error, context, place))
}

const profileOf = (heif: Heif, handle: number): Buffer | undefined => {
  const size = heif._heif_image_handle_get_raw_color_profile_size(handle)
  if (size === 0) return undefined
  const place = heif._malloc(size)
  attempt(heif, (error) => heif._heif_image_handle_get_raw_color_profile(error, handle, place))
  return Buffer.from(heif.HEAPU8.subarray(place, place + size))
}

interface Size {
  readonly width: number
  readonly height: number
}

const decode = (heif: Heif, handle: number): number => {
  const { heif_colorspace: spaces, heif_chroma: chromas } = heif
  const colours = spaces.heif_colorspace_RGB.value
  const chroma = chromas.heif_chroma_interleaved_RGB.value
  return answerOf(heif, (error, place) => heif._heif_decode_image(error, handle, place, colours, chroma, 0))
}

const pixelsOf = (heif: Heif, handle: number, { width, height }: Size): Buffer => {
  const image = decode(heif, handle)
  const channel = heif.heif_channel.heif_channel_interleaved.value
  const stride = heif._malloc(4)
  const plane = heif._heif_image_get_plane_readonly(image, channel, stride)
  const step = wordAt(heif, stride)
  if (heif._heif_image_get_width(image, channel) !== width) throw new Error('another width than announced')
  if (heif._heif_image_get_height(image, channel) !== height) throw new Error('another height than announced')
  const pixels = Buffer.allocUnsafe(width * height * 3)
  for (let row = 0; row < height; row += 1) {
    const from = plane + row * step
    pixels.set(heif.HEAPU8.subarray(from, from + width * 3), row * width * 3)
  }
  return pixels
}

interface DecodedPicture extends Size {
  readonly pixels: Buffer
  readonly profile: Buffer | undefined
}

/** Upright pixels, three bytes each, with the profile of their colours where the file has one. */
export const decodeHeic = async (bytes: Buffer, mostPixels: number): Promise<DecodedPicture> => {
  const heif = await load()
  const handle = open(heif, bytes, mostPixels)
  const width = heif._heif_image_handle_get_width(handle)
  const height = heif._heif_image_handle_get_height(handle)
  if (width < 1 || height < 1 || width * height > mostPixels) throw new Error('too many pixels')
  const profile = profileOf(heif, handle)
  return { width, height, profile, pixels: pixelsOf(heif, handle, { width, height }) }
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** Bytes of a PNG before its second chunk: signature and head. */
const headOfPng = 33

/** A PNG with a colour profile in it, so that its colours are read as they are meant (PNG §11.3.2.3). */
export const withProfile = (png: Buffer, profile: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, headOfPng),
    chunk('iCCP', Buffer.concat([Buffer.from('camera\0\0', 'latin1'), deflateSync(profile)])),
    png.subarray(headOfPng),
  ])

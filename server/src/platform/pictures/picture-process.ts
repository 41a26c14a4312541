// Run by pictures.ts as a process of its own: reads a picture from stdin and writes to stdout, each with its length in
// four bytes before it, what it is as JSON and then the picture once for each wish, upright and without any metadata.
// Exit code 2: it is no picture.
import sharp, { type Metadata, type Sharp } from 'sharp'
import { isDicom } from './dicom-picture/sign.ts'
import { decodeHeic, isHeic, withProfile } from './heic-picture.ts'
import type { PictureFacts, PictureWish, SmallPicture } from './pictures.ts'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.concurrency(1)

const readAll = async (stream: NodeJS.ReadStream): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Format = Exclude<PictureFacts['format'], 'dicom'>

/** How sharp reads the pixels of a picture. */
type Pixels = Partial<Pick<Metadata, 'depth' | 'space'>>

// An x-ray that came as 16-bit PNG keeps its shades.
const withDepth = (picture: Sharp, { depth, space }: Pixels): Sharp => {
  if (depth !== 'ushort') return picture
  return picture.toColourspace(space === 'grey16' || space === 'b-w' ? 'grey16' : 'rgb16')
}

const sameFormat: Readonly<Record<Format, (picture: Sharp, pixels: Pixels) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (picture, pixels) => withDepth(picture, pixels).png({ compressionLevel: 6 }),
  webp: (picture) => picture.webp({ quality: 92 }),
  // What a phone packed more tightly than any browser reads.
  heic: (picture) => picture.jpeg({ quality: 92 }),
}

const isFormat = (format: string): format is Format => Object.hasOwn(sameFormat, format)

const smaller = (picture: Sharp, { edge, fit }: SmallPicture): Sharp =>
  picture.resize(edge, edge, { fit, withoutEnlargement: fit === 'inside' }).webp({ quality: 82 })

interface OpenedPicture {
  readonly picture: Sharp
  readonly pixels: Pixels
  readonly about: PictureFacts & { readonly format: Format }
}

const render = ({ picture, pixels, about }: OpenedPicture, wish: PictureWish): Promise<Buffer> => {
  const copy = picture.clone()
  return (wish === 'same' ? sameFormat[about.format](copy, pixels) : smaller(copy, wish)).toBuffer()
}

const withLength = (bytes: Buffer): readonly Buffer[] => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
}

// A picture of 50 megapixels is more than any camera in a practice makes; a larger one is an attack.
const mostPixels = 50_000_000
const rules = { limitInputPixels: mostPixels, failOn: 'error', pages: 1 } as const

const openHeic = async (bytes: Buffer): Promise<OpenedPicture> => {
  const { pixels, width, height, profile } = await decodeHeic(bytes, mostPixels)
  const raw = sharp(pixels, { raw: { width, height, channels: 3 } })
  const about = { width, height, format: 'heic' } as const
  if (!profile) return { picture: raw, pixels: {}, about }
  // Raw pixels cannot say what their colours mean: a PNG that is not packed can.
  const png = await raw.png({ compressionLevel: 0 }).toBuffer()
  return { picture: sharp(withProfile(png, profile), rules), pixels: {}, about }
}

const open = async (bytes: Buffer): Promise<OpenedPicture> => {
  if (isHeic(bytes)) return openHeic(bytes)
  const picture = sharp(bytes, rules).rotate()
  const { format, autoOrient, depth, space } = await picture.metadata()
  if (!isFormat(format)) throw new Error(`a picture of a kind that is not taken: ${format}`)
  const { width, height } = autoOrient
  return { picture, pixels: { depth, space }, about: { width, height, format } }
}

interface Rendered {
  readonly about: PictureFacts
  readonly rendered: readonly Buffer[]
}

const renderPicture = async (bytes: Buffer, wishes: readonly PictureWish[]): Promise<Rendered> => {
  const opened = await open(bytes)
  const rendered: Buffer[] = []
  for (const wish of wishes) rendered.push(await render(opened, wish))
  return { about: opened.about, rendered }
}

const renderDicom = async (bytes: Buffer, wishes: readonly PictureWish[]): Promise<Rendered> => {
  const { openDicom } = await import('./dicom-picture/render.ts')
  const { about, same, picture } = await openDicom(bytes)
  const rendered: Buffer[] = []
  for (const wish of wishes)
    rendered.push(wish === 'same' ? same() : await smaller(picture(), wish).toBuffer())
  return { about, rendered }
}

const bytes = await readAll(process.stdin)
try {
  const wishes = JSON.parse(process.argv[2] ?? '[]') as readonly PictureWish[]
  const { about, rendered } = await (isDicom(bytes) ? renderDicom : renderPicture)(bytes, wishes)
  for (const one of [Buffer.from(JSON.stringify(about)), ...rendered])
    for (const piece of withLength(one)) process.stdout.write(piece)
} catch {
  process.exitCode = 2
}

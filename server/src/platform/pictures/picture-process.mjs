// Run by pictures.ts as a process of its own: reads a picture from stdin and writes to stdout, each with its length in
// four bytes before it, what it is as JSON and then the picture once for each wish, upright and without any metadata.
// Exit code 2: it is no picture.
import sharp from 'sharp'
import { isDicom } from './dicom-picture/sign.mjs'
import { decodeHeic, isHeic, withProfile } from './heic-picture.mjs'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.concurrency(1)

const readAll = async (stream) => {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

// An x-ray that came as 16-bit PNG keeps its shades.
const withDepth = (picture, { depth, space }) => {
  if (depth !== 'ushort') return picture
  return picture.toColourspace(space === 'grey16' || space === 'b-w' ? 'grey16' : 'rgb16')
}

const sameFormat = {
  jpeg: (picture) => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (picture, metadata) => withDepth(picture, metadata).png({ compressionLevel: 6 }),
  webp: (picture) => picture.webp({ quality: 92 }),
  // What a phone packed more tightly than any browser reads.
  heic: (picture) => picture.jpeg({ quality: 92 }),
}

const smaller = (picture, { edge, fit }) =>
  picture.resize(edge, edge, { fit, withoutEnlargement: fit === 'inside' }).webp({ quality: 82 })

const render = (picture, wish, metadata) => {
  const copy = picture.clone()
  const wished = wish === 'same' ? sameFormat[metadata.format](copy, metadata) : smaller(copy, wish)
  return wished.toBuffer()
}

const withLength = (bytes) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
}

// A picture of 50 megapixels is more than any camera in a practice makes; a larger one is an attack.
const mostPixels = 50_000_000
const rules = { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }

const openHeic = async (bytes) => {
  const { pixels, width, height, profile } = await decodeHeic(bytes, mostPixels)
  const raw = sharp(pixels, { raw: { width, height, channels: 3 } })
  const metadata = { format: 'heic', autoOrient: { width, height } }
  if (!profile) return { picture: raw, metadata }
  // Raw pixels cannot say what their colours mean: a PNG that is not packed can.
  const png = await raw.png({ compressionLevel: 0 }).toBuffer()
  return { picture: sharp(withProfile(png, profile), rules), metadata }
}

const open = async (bytes) => {
  if (isHeic(bytes)) return openHeic(bytes)
  const picture = sharp(bytes, rules).rotate()
  return { picture, metadata: await picture.metadata() }
}

const renderPicture = async (bytes, wishes) => {
  const { picture, metadata } = await open(bytes)
  const rendered = []
  for (const wish of wishes) rendered.push(await render(picture, wish, metadata))
  const { width, height } = metadata.autoOrient
  return { about: { width, height, format: metadata.format }, rendered }
}

const renderDicom = async (bytes, wishes) => {
  const { openDicom } = await import('./dicom-picture/render.mjs')
  const { about, same, picture } = await openDicom(bytes)
  const rendered = []
  for (const wish of wishes)
    rendered.push(wish === 'same' ? same() : await smaller(picture(), wish).toBuffer())
  return { about, rendered }
}

const bytes = await readAll(process.stdin)
try {
  const wishes = JSON.parse(process.argv[2])
  const { about, rendered } = await (isDicom(bytes) ? renderDicom : renderPicture)(bytes, wishes)
  for (const one of [Buffer.from(JSON.stringify(about)), ...rendered])
    for (const piece of withLength(one)) process.stdout.write(piece)
} catch {
  process.exitCode = 2
}

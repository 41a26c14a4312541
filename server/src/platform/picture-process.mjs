// Run by pictures.ts as a process of its own: reads a picture from stdin, writes it to stdout as WebP once for each wish
// (length in four bytes, then the bytes), without any metadata. Exit code 2: it is no picture.
import sharp from 'sharp'

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

const render = (picture, { edge, fit }) =>
  picture
    .clone()
    .resize(edge, edge, { fit, withoutEnlargement: fit === 'inside' })
    .webp({ quality: 82 })
    .toBuffer()

const withLength = (bytes) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const bytes = await readAll(process.stdin)
// A picture of 50 megapixels is more than any camera in a practice makes; a larger one is an attack.
const picture = sharp(bytes, { limitInputPixels: 50_000_000, failOn: 'error', pages: 1 }).rotate()
try {
  const rendered = []
  for (const wish of JSON.parse(process.argv[2])) rendered.push(await render(picture, wish))
  process.stdout.write(Buffer.concat(rendered.map(withLength)))
} catch {
  process.exitCode = 2
}

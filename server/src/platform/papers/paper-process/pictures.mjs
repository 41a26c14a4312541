// Pictures as they stand on paper. The next two are made ready while one is laid out.
import sharp from 'sharp'
import { outlinesOf } from './strokes.mjs'

sharp.cache(false)

// Two thirds of a page at 200 dots an inch.
const photo = (bytes) =>
  sharp(bytes)
    .resize(1300, 1300, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, progressive: false })
    .toBuffer()

const kinds = { photo, strokes: outlinesOf }

// A picture whose bytes are gone or went bad does not keep the rest off paper; its name and digest stand there anyway.
const readable = (bytes, { kind }) => kinds[kind](bytes).catch(() => null)

const ahead = 2

/** One after the other as they arrive: a photo as JPEG, strokes as outlines, null for what is no picture. */
export async function* picturesOf(blocks, model) {
  const waiting = []
  let index = 0
  for await (const bytes of blocks) {
    waiting.push(readable(bytes, model.pictures[index]))
    index += 1
    if (waiting.length > ahead) yield await waiting.shift()
  }
  for (const picture of waiting) yield await picture
}

// Pictures as they stand on paper. The next two are made ready while one is laid out.
import sharp from 'sharp'
import type { PaperModel } from '../papers.ts'
import { type Outlines, outlinesOf } from './strokes.ts'

sharp.cache(false)

// Two thirds of a page at 200 dots an inch.
const photo = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes)
    .resize(1300, 1300, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, progressive: false })
    .toBuffer()

/** A photo as JPEG, or the strokes of a pen. */
export type ReadyPicture =
  | { readonly kind: 'photo'; readonly jpeg: Buffer }
  | { readonly kind: 'strokes'; readonly outlines: Outlines }

const readyFrom = async (bytes: Buffer, kind: ReadyPicture['kind']): Promise<ReadyPicture> =>
  kind === 'photo' ? { kind, jpeg: await photo(bytes) } : { kind, outlines: await outlinesOf(bytes) }

// A picture whose bytes are gone or went bad does not keep the rest off paper; its name and digest stand there anyway.
const readable = (bytes: Buffer, kind: ReadyPicture['kind']): Promise<ReadyPicture | null> =>
  readyFrom(bytes, kind).catch(() => null)

const ahead = 2

/** One after the other as they arrive; null for what is no picture. */
export async function* picturesOf(
  blocks: AsyncIterable<Buffer>,
  { pictures }: Pick<PaperModel, 'pictures'>,
): AsyncGenerator<ReadyPicture | null, void> {
  const waiting: Promise<ReadyPicture | null>[] = []
  let index = 0
  for await (const bytes of blocks) {
    const announced = pictures[index]
    if (announced === undefined) throw new Error('more pictures than the model announces')
    waiting.push(readable(bytes, announced.kind))
    index += 1
    const [next] = waiting.length > ahead ? waiting.splice(0, 1) : []
    if (next) yield await next
  }
  for (const picture of waiting) yield await picture
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ArchivedFile } from './archive-writer.ts'

/** How many bytes a file on the disk has, and their SHA-256. */
export const measureFile = async (file: string): Promise<ArchivedFile> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(piece)
    size += piece.length
  }
  return { size, sha256: hash.digest('hex') }
}

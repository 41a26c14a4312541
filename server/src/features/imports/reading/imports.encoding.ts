import type { ImportEncoding } from '@ulna/contract/imports/imports.fields'

const startsWith = (bytes: Buffer, ...mark: number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

/** What the mark at the beginning of a file says; null without one. */
const encodingOfMark = (first: Buffer): ImportEncoding | null => {
  if (startsWith(first, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(first, 0xff, 0xfe)) return 'utf-16le'
  return startsWith(first, 0xfe, 0xff) ? 'utf-16be' : null
}

/**
 * Finds the encoding of a text while it passes: its mark, else UTF-8 when all of it is that, else Windows-1252, in which
 * European Excel writes. Programs that guess more took one for another, so a person may switch and sees a preview.
 */
export class EncodingFinder {
  #first = Buffer.alloc(0)
  #strict: InstanceType<typeof TextDecoder> | null = new TextDecoder('utf-8', { fatal: true })

  take(piece: Buffer): void {
    if (this.#first.length < 4) this.#first = Buffer.concat([this.#first, piece.subarray(0, 4)])
    this.#decode(piece, true)
  }

  #decode(piece: Buffer, stream: boolean): void {
    try {
      this.#strict?.decode(piece, { stream })
    } catch {
      this.#strict = null
    }
  }

  /** After the last piece. */
  found(): ImportEncoding {
    this.#decode(Buffer.alloc(0), false)
    return encodingOfMark(this.#first) ?? (this.#strict ? 'utf-8' : 'windows-1252')
  }
}

/** A text piece by piece, without the mark at its beginning; bytes that mean nothing become U+FFFD, a NUL a space. */
export async function* decoded(
  pieces: AsyncIterable<Buffer>,
  encoding: ImportEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const clean = (text: string): string => text.replaceAll('\u0000', ' ')
  for await (const piece of pieces) yield clean(decoder.decode(piece, { stream: true }))
  yield clean(decoder.decode())
}

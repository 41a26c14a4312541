import { hash } from 'node:crypto'

/** Bytes from which on an answer is recognized sooner than it is compressed. */
const worthKnowing = 16 * 1024

/** Bytes of memory that hold an answer: zlib gives out pieces of 16 KiB, however little of one is filled. */
const heldBy = ({ buffer }: Buffer): number => buffer.byteLength

type Compress<Options> = (bytes: Buffer, options: Options) => Buffer

/**
 * Compressed answers by the digest of what they were made of: whoever asks has just been given the same bytes, so nothing is
 * known here that must be forgotten when something changes. Whichever was asked for longest ago goes first.
 */
export class CompressedOnce {
  private readonly kept = new Map<string, Buffer>()
  private readonly limit: number
  private size = 0

  /** At most so many bytes are kept. */
  constructor(limit: number) {
    this.limit = limit
  }

  /** Compresses as before, but what it made of the same bytes already is given once more. */
  once<Options>(coding: string, compress: Compress<Options>): Compress<Options> {
    return (bytes, options) => {
      if (bytes.length < worthKnowing) return compress(bytes, options)
      const content = `${coding} ${hash('sha256', bytes, 'base64')}`
      return this.keep(content, this.kept.get(content) ?? compress(bytes, options))
    }
  }

  private keep(content: string, compressed: Buffer): Buffer {
    if (this.kept.delete(content)) this.size -= heldBy(compressed)
    this.kept.set(content, compressed)
    this.size += heldBy(compressed)
    for (const [oldest, known] of this.kept) {
      if (this.size <= this.limit) break
      this.kept.delete(oldest)
      this.size -= heldBy(known)
    }
    return compressed
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { childEnvironment } from '../child-environment.ts'
import type { IncomingFile } from '../files/file-store.ts'
import { programFile } from '../program-file.ts'

export interface SmallPicture {
  /** Length of both edges in pixels at most. */
  readonly edge: number
  /** `cover` fills the square and cuts what is over; `inside` keeps all of it and never enlarges. */
  readonly fit: 'cover' | 'inside'
}

/**
 * A smaller one as WebP, or `same`: as large as it is, in the format it came in; HEIC as JPEG. Of DICOM `same` is what the
 * viewer reads in its place, nothing where it reads the file itself.
 */
export type PictureWish = SmallPicture | 'same'

/** What was sent is no picture that is known here, or a broken one. */
export class NoPictureError extends Error {
  override readonly name = 'NoPictureError'
}

export interface PictureFacts {
  /** Pixels, upright. */
  readonly width: number
  readonly height: number
  readonly format: 'jpeg' | 'png' | 'webp' | 'heic' | 'dicom'
}

/** Called once for each wish, in their order; the bytes are to be read to their end. */
export type KeepPicture = (wish: number, picture: IncomingFile) => Promise<void>

const program = programFile(import.meta.url, './picture-process.ts')

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

const isPicture = (bytes: Buffer): boolean =>
  startsWith(bytes, 0, '\xff\xd8\xff') ||
  startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP'))

/** Reads a stream a given number of bytes at a time. */
class Pieces {
  private readonly chunks: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** The next pieces, `size` bytes in all; fewer when the stream ends before. */
  async *take(size: number): AsyncGenerator<Buffer> {
    let missing = size
    while (missing > 0) {
      if (this.rest.length === 0) {
        const { value, done } = await this.chunks.next()
        if (done) return
        this.rest = value
      }
      const piece = this.rest.subarray(0, missing)
      this.rest = this.rest.subarray(piece.length)
      missing -= piece.length
      yield piece
    }
  }

  async read(size: number): Promise<Buffer> {
    const taken: Buffer[] = []
    for await (const piece of this.take(size)) taken.push(piece)
    return Buffer.concat(taken)
  }

  /** A block with its length in four bytes before it; null at the end. */
  async block(): Promise<IncomingFile | null> {
    const length = await this.read(4)
    if (length.length < 4) return null
    const size = length.readUInt32BE()
    return { size, bytes: Readable.from(this.take(size), { objectMode: false }) }
  }
}

const readText = async ({ bytes }: IncomingFile): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Signals that say nothing about the picture: the server stops, or the machine has no memory left. */
const fromOutside = new Set<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'])

const refuseUnlessWell = (
  [code, signal]: readonly [number | null, NodeJS.Signals | null],
  late: boolean,
): void => {
  if (code === 0) return
  if (signal !== null && fromOutside.has(signal) && !late)
    throw new Error(`the decoder was ended by ${signal}`)
  throw new NoPictureError(`no picture: the decoder ended with ${code ?? 'a crash'}`)
}

const keepBlocks = async (stdout: Readable, keep: KeepPicture): Promise<PictureFacts | undefined> => {
  const pieces = new Pieces(stdout)
  const about = await pieces.block()
  if (about === null) return undefined
  const facts = JSON.parse(await readText(about)) as PictureFacts
  let wish = 0
  for (let block = await pieces.block(); block !== null; block = await pieces.block()) {
    await keep(wish, block)
    wish += 1
  }
  return facts
}

/** Pages of 64 kB that a decoder in WebAssembly may take: 768 MB. */
const mostPages = 12_288

const limits = ['--max-old-space-size=256', `--wasm-max-mem-pages=${mostPages}`]

const runProcess = async (
  bytes: Readable,
  wishes: readonly PictureWish[],
  patienceMs: number,
  keep: KeepPicture,
): Promise<PictureFacts> => {
  const child = spawn(process.execPath, [...limits, program, JSON.stringify(wishes)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: childEnvironment(),
  })
  let late = false
  const patience = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, patienceMs)
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  ended.catch(() => undefined)
  try {
    const [sent, kept] = await Promise.allSettled([
      pipeline(bytes, child.stdin),
      keepBlocks(child.stdout, keep),
    ])
    // It reads all of it before it looks: what it did not get in whole it cannot judge.
    if (!bytes.readableEnded && !late)
      throw sent.status === 'rejected'
        ? sent.reason
        : new Error('the decoder ended before it read the picture')
    if (kept.status === 'rejected') throw kept.reason
    refuseUnlessWell(await ended, late)
    if (kept.value === undefined) throw new Error('the decoder said nothing')
    return kept.value
  } finally {
    clearTimeout(patience)
    child.kill('SIGKILL')
  }
}

let last: Promise<unknown> = Promise.resolve()

const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/** How long a picture may take before its process is stopped. */
const patienceMs = { small: 20_000, file: 60_000 } as const

/**
 * Renders a JPEG, PNG or WebP picture as WebP, once for each wish, upright and without metadata. One at a time, each in
 * a process of its own: broken files were seen to corrupt the decoder's memory, and it must not be the server's
 * (docs/decisions/0010-pictures-in-a-process.md). Rejects with NoPictureError.
 */
export const renderPictures = async (bytes: Buffer, wishes: readonly SmallPicture[]): Promise<Buffer[]> => {
  if (!isPicture(bytes)) throw new NoPictureError('neither JPEG, PNG nor WebP')
  const pictures: Buffer[] = []
  const keep: KeepPicture = async (wish, picture) => {
    const chunks: Buffer[] = []
    for await (const chunk of picture.bytes) chunks.push(chunk as Buffer)
    pictures[wish] = Buffer.concat(chunks)
  }
  await inTurn(() => runProcess(Readable.from([bytes]), wishes, patienceMs.small, keep))
  return pictures
}

/**
 * The same of a picture that is not held in memory here, also of HEIC and of DICOM: it is opened when its turn has come, and what is
 * rendered is handed on piece by piece.
 */
export const renderPictureFile = (
  open: () => Promise<Readable>,
  wishes: readonly PictureWish[],
  keep: KeepPicture,
): Promise<PictureFacts> => inTurn(async () => runProcess(await open(), wishes, patienceMs.file, keep))

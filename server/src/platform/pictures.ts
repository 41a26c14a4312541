import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface PictureWish {
  /** Length of both edges in pixels at most. */
  readonly edge: number
  /** `cover` fills the square and cuts what is over; `inside` keeps all of it and never enlarges. */
  readonly fit: 'cover' | 'inside'
}

/** What was sent is no JPEG, PNG or WebP picture, or a broken one. */
export class NoPictureError extends Error {
  override readonly name = 'NoPictureError'
}

const program = fileURLToPath(new URL('./picture-process.mjs', import.meta.url))
const patienceMs = 20_000

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

const isPicture = (bytes: Buffer): boolean =>
  startsWith(bytes, 0, '\xff\xd8\xff') ||
  startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP'))

const cut = (bytes: Buffer): Buffer[] => {
  const pictures: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    pictures.push(bytes.subarray(at + 4, end))
    at = end
  }
  return pictures
}

const runProcess = (bytes: Buffer, wishes: readonly PictureWish[]): Promise<Buffer[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--max-old-space-size=256', program, JSON.stringify(wishes)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    // It may have ended before it read everything; how it ended says the rest.
    child.stdin.on('error', () => undefined)
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(cut(Buffer.concat(chunks)))
      else reject(new NoPictureError(`no picture: the decoder ended with ${code ?? 'a crash'}`))
    })
    child.stdin.end(bytes)
  })

let last: Promise<unknown> = Promise.resolve()

/**
 * Renders a JPEG, PNG or WebP picture as WebP, once for each wish, upright and without metadata. One at a time, each in
 * a process of its own: broken files were seen to corrupt the decoder's memory, and it must not be the server's
 * (docs/decisions/0010-pictures-in-a-process.md). Rejects with NoPictureError.
 */
export const renderPictures = (bytes: Buffer, wishes: readonly PictureWish[]): Promise<Buffer[]> => {
  if (!isPicture(bytes)) return Promise.reject(new NoPictureError('neither JPEG, PNG nor WebP'))
  const rendering = last.then(() => runProcess(bytes, wishes))
  last = rendering.catch(() => undefined)
  return rendering
}

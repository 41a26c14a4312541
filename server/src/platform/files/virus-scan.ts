import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** `infected`: something was found. */
export type ScanVerdict = 'clean' | 'infected'

/** The scanner could not be asked, or would not say: nothing is known of the file. */
export class ScanUnavailableError extends Error {
  override readonly name = 'ScanUnavailableError'
}

/** Asks a virus scanner about bytes. Rejects with ScanUnavailableError. */
export type VirusScan = (bytes: Readable) => Promise<ScanVerdict>

/** `tcp://host:port` or `unix:///path`. */
const connectTo = (url: string): Socket => {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:') return connect(decodeURIComponent(pathname))
  return connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ''))
}

const withLength = (piece: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  return Buffer.concat([length, piece])
}

const send = async (socket: Socket, bytes: Readable): Promise<void> => {
  socket.write('zINSTREAM\0')
  for await (const piece of bytes) {
    // It answers and hangs up in the middle when the file is larger than it takes.
    if (!socket.writable) return
    if (!socket.write(withLength(piece as Buffer)))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  if (socket.writable) socket.write(Buffer.alloc(4))
}

const answerOf = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1').replaceAll('\0', '').trim()
}

const verdictOf = (answer: string): ScanVerdict => {
  if (/^stream: OK$/.test(answer)) return 'clean'
  if (/ FOUND$/.test(answer)) return 'infected'
  throw new ScanUnavailableError(`the virus scanner answered: ${answer.slice(0, 100) || 'nothing'}`)
}

const scanMs = 120_000

/** ClamAV's daemon, by its INSTREAM command (clamd(8)): the bytes go to it, so it may run elsewhere. */
export const clamdScan =
  (url: string): VirusScan =>
  async (bytes) => {
    const socket = connectTo(url)
    socket.setTimeout(scanMs, () => socket.destroy(new Error('the virus scanner did not answer in time')))
    try {
      await once(socket, 'connect')
      const answering = answerOf(socket)
      answering.catch(() => undefined)
      await send(socket, bytes)
      return verdictOf(await answering)
    } catch (error) {
      if (error instanceof ScanUnavailableError) throw error
      throw new ScanUnavailableError((error as Error).message, { cause: error })
    } finally {
      socket.destroy()
      bytes.destroy()
    }
  }

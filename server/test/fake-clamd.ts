import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** The test string every virus scanner finds (eicar.org), in two so that this file is not found. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const command = 'zINSTREAM\0'

/** What came after the command, and whether the end has come. */
const streamOf = (received: Buffer): { readonly data: Buffer; readonly ended: boolean } => {
  const chunks: Buffer[] = []
  let at = command.length
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at)
    if (length === 0) return { data: Buffer.concat(chunks), ended: true }
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return { data: Buffer.concat(chunks), ended: false }
}

export interface FakeClamd {
  readonly url: string
  /** Bytes of every stream that was scanned. */
  readonly scanned: number[]
  /** What it answers instead of a verdict. */
  answer: string | undefined
  stop(): Promise<void>
}

/** Speaks INSTREAM as clamd(8) does, and finds EICAR. On a given port it takes the place of one that was stopped. */
export const startFakeClamd = async (port = 0): Promise<FakeClamd> => {
  const scanned: number[] = []
  const sockets = new Set<Socket>()
  const clamd = { answer: undefined as string | undefined }
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let received = Buffer.alloc(0)
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece])
      const { data, ended } = streamOf(received)
      if (!ended) return
      scanned.push(data.length)
      const verdict = data.includes(eicar) ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK'
      socket.end(`${clamd.answer ?? verdict}\0`)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return Object.assign(clamd, {
    url: `tcp://127.0.0.1:${address.port}`,
    scanned,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

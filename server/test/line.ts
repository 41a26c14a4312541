import { connect, type Socket } from 'node:net'

/** A connection of which every byte is ours, and what the server said on it so far. */
export class Line {
  readonly socket: Socket
  heard = ''
  private readonly over: Promise<void>

  constructor(port: number) {
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      this.heard += text
    })
    // A connection that is cut is what tests look for.
    socket.on('error', () => undefined)
    this.over = new Promise((resolve) => socket.once('close', () => resolve()))
    this.socket = socket
  }

  say(text: string): this {
    this.socket.write(text)
    return this
  }

  /** The status of the next answer. */
  async status(): Promise<number> {
    while (!this.heard.includes('\r\n\r\n') && !this.socket.destroyed) {
      const heard = new Promise<void>((resolve) => this.socket.once('data', () => resolve()))
      await Promise.race([heard, this.over])
    }
    const status = Number(this.heard.slice(9, 12))
    this.heard = ''
    return status
  }

  /** Everything it heard, when the server has ended it. */
  async ended(): Promise<string> {
    await this.over
    return this.heard
  }

  hangUp(): void {
    this.socket.destroy()
  }
}

interface Head {
  readonly method?: string
  readonly path: string
  /** Bytes that it says will come; nothing said: they come in chunks. */
  readonly length?: number
  readonly token?: string
  readonly type?: string
}

/** The head of a request that has a body. */
export const requestHead = ({
  method = 'POST',
  path,
  length,
  token,
  type = 'application/json',
}: Head): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `content-type: ${type}`,
    length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    '\r\n',
  ].join('\r\n')

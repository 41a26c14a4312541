import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port of this machine that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A program of Debian's that listens, until it is ended. */
export class Program {
  private readonly child: ChildProcess
  private output = ''

  private constructor(file: string, args: readonly string[], variables: Readonly<Record<string, string>>) {
    this.child = spawn(file, args, {
      env: { PATH: process.env.PATH, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => {
        this.output += String(chunk)
      })
  }

  /** Answers when it listens on the port. */
  static async start(
    file: string,
    args: readonly string[],
    { port, variables = {} }: { port: number; variables?: Readonly<Record<string, string>> },
  ): Promise<Program> {
    if (!existsSync(file)) throw new Error(`there is no ${file}: apt install ${path.basename(file)}`)
    const program = new Program(file, args, variables)
    while (!(await listens(port))) {
      if (program.child.exitCode !== null) throw new Error(`${file} ended: ${program.output}`)
      await sleep(50)
    }
    return program
  }

  async end(): Promise<void> {
    const exited = once(this.child, 'exit')
    if (this.child.kill('SIGTERM')) await exited
  }
}

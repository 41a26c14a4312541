import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { repositoryRoot } from '../../build-test-app.ts'

const haproxy = '/usr/sbin/haproxy'

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

/** Debian's HAProxy, until it is ended. */
export class Haproxy {
  private readonly child: ChildProcess
  private output = ''

  private constructor(file: string, variables: Readonly<Record<string, string>>) {
    this.child = spawn(haproxy, ['-db', '-f', file], {
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
    port: number,
    variables: Readonly<Record<string, string>>,
  ): Promise<Haproxy> {
    if (!existsSync(haproxy)) throw new Error('there is no haproxy: apt install haproxy')
    const program = new Haproxy(file, variables)
    while (!(await listens(port))) {
      if (program.child.exitCode !== null) throw new Error(`haproxy ended: ${program.output}`)
      await sleep(50)
    }
    return program
  }

  async end(): Promise<void> {
    const exited = once(this.child, 'exit')
    if (this.child.kill('SIGTERM')) await exited
  }
}

/**
 * The proxy that is given along (deploy/proxy/haproxy.cfg) in front of processes at these ports. Without certificates, which
 * scripts/deploying/https.test.mjs tries.
 */
export const startBalancer = async (
  directory: string,
  [first, second, third]: readonly number[],
): Promise<{ readonly baseUrl: string; end(): Promise<void> }> => {
  const [port, httpPort] = [await freePort(), await freePort()]
  const given = await readFile(path.join(repositoryRoot, 'deploy/proxy/haproxy.cfg'), 'utf8')
  const file = path.join(directory, 'haproxy.cfg')
  await writeFile(file, given.replace(/ ssl crt .*$/m, ''))
  const at = (upstream: number | undefined): string => `127.0.0.1:${upstream}`
  const program = await Haproxy.start(file, port, {
    ...{
      ULNA_BIND: '127.0.0.1',
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(port),
      APP_URL: 'https://ulna.test',
    },
    ...{ ULNA_UPSTREAM: at(first), ULNA_SECOND: at(second) },
    ...(third === undefined ? {} : { ULNA_THIRD: at(third) }),
  })
  return { baseUrl: `http://127.0.0.1:${port}`, end: () => program.end() }
}

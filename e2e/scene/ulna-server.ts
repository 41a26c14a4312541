import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** The product as `npm start` runs it, on a data directory of its own. */
export interface UlnaServer {
  readonly url: string
  readonly dataDirectory: string
  readonly processId: number
  /** What it has said, from its start on. */
  output(): string
  /** Ends the process as a user does who closes the terminal. */
  stop(): Promise<void>
}

const readyLine = /Ulna is ready: (http:\/\/\S+)/

const waitForReady = (child: ChildProcess, keep: (text: string) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      keep(chunk.toString())
      const url = readyLine.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output.slice(-2000)}`)))
  })

/** Starts the built server; `PORT=0` lets the system choose where it listens. */
export const startUlna = async (
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<UlnaServer> => {
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDirectory,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await waitForReady(child, (text) => {
    output += text
  })
  return {
    url,
    dataDirectory,
    processId: child.pid ?? 0,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** A data directory that the account of the embedded database can reach too. */
export const createDataDirectory = async (): Promise<{ directory: string; remove(): Promise<void> }> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'ulna-e2e-'))
  await chmod(directory, 0o755)
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** Changes rows as somebody could who has the database and no key: what was signed, or the day that something waits for. */
export const changeBehind = async (
  { dataDirectory }: Pick<UlnaServer, 'dataDirectory'>,
  statement: string,
): Promise<void> => {
  const directory = path.join(dataDirectory, 'postgres')
  const password = (await readFile(path.join(directory, 'superuser-password'), 'utf8')).trim()
  const socket = encodeURIComponent(path.join(directory, 'socket'))
  const client = new pg.Client({ connectionString: `postgres://postgres:${password}@${socket}/ulna` })
  await client.connect()
  await client.query(`set session_replication_role = replica; ${statement}`)
  await client.end()
}

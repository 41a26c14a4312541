import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { childEnvironment } from '../../src/platform/child-environment.ts'
import { repositoryRoot } from '../build-test-app.ts'

const bundleDirectory = path.join(repositoryRoot, 'node_modules/.cache/ulna-faults')

const contractSource = {
  name: 'contract-source',
  setup: (bundle: import('esbuild').PluginBuild) => {
    bundle.onResolve({ filter: /^@ulna\/contract\// }, ({ path: name }) => ({
      path: path.join(repositoryRoot, 'contract/src', `${name.slice('@ulna/contract/'.length)}.ts`),
    }))
  },
}

/** The server, its commands, and the programs that it starts beside itself. */
const entryPoints = [
  'main',
  'verify',
  'secret-lost',
  'demo',
  'export',
  'import',
  'backup',
  'restore',
  'postgres-upgrade',
  'platform/identity/password-process',
  'platform/papers/paper-process/paper-process',
  'platform/pictures/picture-process',
].map((name) => path.join(repositoryRoot, `server/src/${name}.ts`))

/** Another test file may write the same at this moment, and its server be reading. */
const writeWhole = async (file: string, contents: Uint8Array): Promise<void> => {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, contents)
  await rename(unfinished, file)
}

/** Each in one file: it starts in a third of the time that tsx takes. */
const makeBundle = async (): Promise<void> => {
  const { outputFiles } = await build({
    entryPoints,
    outdir: bundleDirectory,
    entryNames: '[name]',
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [contractSource],
    logLevel: 'warning',
    write: false,
  })
  await mkdir(bundleDirectory, { recursive: true })
  for (const file of outputFiles) await writeWhole(file.path, file.contents)
}

let bundled: Promise<void> | undefined

/** What an operator types. */
export type ServerCommand =
  | 'verify'
  | 'secret-lost'
  | 'demo'
  | 'export'
  | 'import'
  | 'backup'
  | 'restore'
  | 'postgres-upgrade'

/** The file that runs the server, or one of its commands. */
export const bundledFile = async (name: 'main' | ServerCommand): Promise<string> => {
  bundled ??= makeBundle()
  await bundled
  return path.join(bundleDirectory, `${name}.js`)
}

/** PostgreSQL of the system where the other tests use it too. */
const binaries = (): Record<string, string> => {
  const { TEST_DATABASE: choice, TEST_POSTGRES_BINARIES: directory = '/usr/lib/postgresql/15/bin' } =
    process.env
  return choice === 'debian15' ? { POSTGRES_BINARIES: directory } : {}
}

/** The real server as a process of its own, for tests that kill it. */
export class ServerProcess {
  private readonly variables: Readonly<Record<string, string>>
  private readonly program: string | undefined
  private child: ChildProcess | undefined
  /** All it has said, on both outputs. */
  output = ''
  baseUrl = ''
  /** How many milliseconds the last start took until it said that it is ready. */
  readyMs = 0

  /** `program`: of another version than that of the sources. */
  constructor(variables: Readonly<Record<string, string>>, program?: string) {
    this.variables = variables
    this.program = program
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null
  }

  /** Starts it and waits for the ready line. */
  async start(): Promise<void> {
    const file = this.program ?? (await bundledFile('main'))
    const startedAt = performance.now()
    const child = spawn(process.execPath, [file], {
      cwd: repositoryRoot,
      env: {
        ...childEnvironment(),
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: '0',
        LOG_LEVEL: 'warn',
        CAPTCHA: 'off',
        RATE_LIMITS: 'off',
        ...binaries(),
        ...this.variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    this.baseUrl = await this.readyUrl(child)
    this.readyMs = performance.now() - startedAt
  }

  /** Sends a signal and answers the exit code: null when the signal ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child
    if (!child || !this.running) return child?.exitCode ?? null
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }

  private readyUrl(child: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      const listen = (chunk: Buffer): void => {
        this.output += String(chunk)
        const port = /Ulna is ready: http:\/\/[^:]+:(\d+)/.exec(this.output.slice(from))?.[1]
        if (port) resolve(`http://127.0.0.1:${port}`)
      }
      const from = this.output.length
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.once('exit', (code) =>
        reject(new Error(`the server ended with ${code}: ${this.output.slice(from)}`)),
      )
    })
  }
}

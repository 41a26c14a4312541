import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Waits for the line that names the server's address. */
const readyUrl = async (child: ChildProcess, name: string): Promise<string> => {
  if (!child.stdout) throw new Error(`${name} has no output`)
  const seen: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    seen.push(line)
    const url = / is ready: (http:\/\/\S+)$/.exec(line)?.[1]
    if (url !== undefined) {
      child.stdout.resume()
      return url.replace('localhost', '127.0.0.1')
    }
  }
  throw new Error(`${name} did not start:\n${seen.slice(-5).join('\n')}`)
}

const start = async (
  name: string,
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    return { url: await readyUrl(child, name), pid: child.pid ?? 0, stop: () => stop(child) }
  } catch (error) {
    await stop(child)
    throw error
  }
}

/** Bundles the server as `npm run build` does. */
export const buildServer = async (): Promise<void> => {
  const build = spawn(process.execPath, ['scripts/build-server.mjs'], { cwd: root, stdio: 'inherit' })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The server could not be built.')
}

/** Ulna as it runs in production, with its embedded, durable PostgreSQL; only what would stop a load test is off. */
export const startUlna = (dataDirectory: string): Promise<ServerProcess> =>
  start('Ulna', [...profilerArguments(), 'server/dist/main.js'], {
    DATA_DIR: dataDirectory,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    CAPTCHA: 'off',
  })

/** Builds the server, measures it with an empty database of its own, and takes both away again. */
export const onUlna = async <T>(name: string, measure: (ulna: ServerProcess) => Promise<T>): Promise<T> => {
  const dataDirectory = `/tmp/ulna-bench-${name}-${process.pid}`
  await buildServer()
  await mkdir(dataDirectory, { recursive: true })
  await chmod(dataDirectory, 0o755)
  const ulna = await startUlna(dataDirectory)
  try {
    return await measure(ulna)
  } finally {
    await ulna.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** `BENCH_PROFILE=<folder>` leaves a V8 profile of our server there. */
const profilerArguments = (): string[] => {
  const directory = process.env.BENCH_PROFILE
  return directory ? ['--cpu-prof', `--cpu-prof-dir=${directory}`] : []
}

/** The floor, or the leaner one, on the same PostgreSQL server. */
export const startFloor = (
  databaseUrl: string,
  practiceId: number,
  name: 'floor' | 'lean',
): Promise<ServerProcess> =>
  start('The floor', ['--import', 'tsx', fileURLToPath(new URL('floor-server.ts', import.meta.url))], {
    DATABASE_URL: databaseUrl,
    PRACTICE_ID: String(practiceId),
    FLOOR: name,
  })

/** How the owner of the tables reaches the embedded PostgreSQL of a data directory, through its socket. */
export const ownerUrl = (dataDirectory: string): string => {
  const directory = path.join(dataDirectory, 'postgres')
  const password = readFileSync(path.join(directory, 'superuser-password'), 'utf8').trim()
  return `postgres://postgres:${password}@${encodeURIComponent(path.join(directory, 'socket'))}/ulna`
}

export const postmasterOf = (dataDirectory: string): number =>
  Number(readFileSync(path.join(dataDirectory, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

// How long a practice of ten gigabytes takes to be backed up, drilled and restored, and what eight people who read lists
// meanwhile notice of it: `npm run bench -- backup`. `--gigabytes=1` is quicker.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { newAgeKey } from '../server/src/platform/files/age-keys.ts'
import { seedFiles } from './backup.files.ts'
import { registerOwner, signIn } from './practice.ts'
import { buildServer, ownerUrl, root, type ServerProcess, startUlna } from './processes.ts'
import { publish } from './publish.ts'
import { latenciesWhile, p95Of } from './readers.ts'
import { markdown } from './report.ts'
import { seedPractice } from './seed.ts'
import { pause } from './uploads.ts'

const { values: options } = parseArgs({ options: { gigabytes: { type: 'string', default: '10' } } })
const gigabytes = Number(options.gigabytes)
/** For ten gigabytes (issue 20); what others wait while it is made, over what they wait before. */
const targets = { minutes: 30, slowdown: 1.5 } as const
/** Between two lists of one reader: a list of twenty thousand patients is dear, and eight who never think are no practice. */
const thinkingMs = 200
/** Of nothing else, before and after. */
const quietMs = 30_000
const place = `/tmp/ulna-bench-backup-${process.pid}`
const inPlace = (name: string): string => path.join(place, name)

/** Seconds that a command of the server takes. */
const run = async (command: 'backup' | 'restore', args: string[], variables: Record<string, string>) => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [`server/dist/${command}.js`, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    // As the server begins the nightly one.
    detached: true,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  return (performance.now() - startedAt) / 1000
}

/** Fills it; answers bytes of the database and number of files. */
const fill = async ({ url }: ServerProcess): Promise<{ database: number; files: number }> => {
  const owner = new pg.Client({ connectionString: ownerUrl(inPlace('data')) })
  await owner.connect()
  try {
    const practice = await registerOwner(url)
    await seedPractice(owner, practice)
    const { rows } = await owner.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    )
    const database = Number(rows[0]?.size)
    return { database, files: await seedFiles(owner, practice, inPlace('data'), gigabytes * 1e9 - database) }
  } finally {
    await owner.end()
  }
}

interface Run {
  readonly what: string
  readonly seconds: number
  readonly p95?: number
}

const measure = async (ulna: ServerProcess, recipient: string): Promise<Run[]> => {
  /** A token is good for a quarter of an hour. */
  const readUntil = async (during: Promise<unknown>): Promise<readonly number[]> => {
    const { token } = await signIn(ulna.url)
    return latenciesWhile(ulna.url, token, Promise.race([during, pause(840_000)]), thinkingMs)
  }
  const making = { DATA_DIR: inPlace('data'), BACKUP_TO: inPlace('to'), BACKUP_RECIPIENTS: recipient }
  const before = await readUntil(pause(quietMs))
  const runs: Run[] = []
  for (const what of ['the first backup, with its drill', 'the next one: no file is new']) {
    const made = run('backup', [], making)
    const latencies = await readUntil(made)
    runs.push({ what, seconds: await made, p95: p95Of(latencies) })
  }
  const after = await readUntil(pause(quietMs))
  const quiet = { what: 'nothing else', seconds: (2 * quietMs) / 1000, p95: p95Of([...before, ...after]) }
  return [quiet, ...runs]
}

const tableOf = (runs: readonly Run[]): string => {
  const quiet = runs[0]?.p95 ?? Number.NaN
  return markdown(
    ['what', 'took', 'p95 of a list for others', 'target'],
    runs.map(({ what, seconds, p95 }, index) => [
      what,
      `${seconds.toFixed(0)} s`,
      p95 === undefined ? '' : `${p95.toFixed(1)} ms (${(p95 / quiet).toFixed(2)} ×)`,
      index === 0
        ? ''
        : `≤ ${targets.minutes} min for 10 GB${p95 === undefined ? '' : `, ≤ ${targets.slowdown} ×`}`,
    ]),
  )
}

const isReached = (runs: readonly Run[]): boolean => {
  const quiet = runs[0]?.p95 ?? Number.NaN
  return runs.every(
    ({ seconds, p95 = quiet }) =>
      seconds <= targets.minutes * 6 * gigabytes && p95 <= targets.slowdown * quiet,
  )
}

const runAll = async (): Promise<boolean> => {
  await buildServer()
  for (const name of ['', 'data', 'to', 'back']) await mkdir(inPlace(name))
  for (const name of ['', 'data', 'back']) await chmod(inPlace(name), 0o755)
  const keys = await newAgeKey()
  await writeFile(inPlace('key'), keys.identity, { mode: 0o600 })
  try {
    const ulna = await startUlna(inPlace('data'))
    let runs: Run[]
    try {
      const { database, files } = await fill(ulna)
      console.log(`${(database / 1e6).toFixed(0)} MB of database, ${files} files.`)
      runs = await measure(ulna, keys.recipient)
    } finally {
      await ulna.stop()
    }
    const restoring = { DATA_DIR: inPlace('back'), BACKUP_IDENTITY_FILE: inPlace('key') }
    runs.push({
      what: 'its restore on an empty machine',
      seconds: await run('restore', [inPlace('to')], restoring),
    })
    await publish('npm run bench -- backup', tableOf(runs))
    return isReached(runs)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

process.exit((await runAll()) ? 0 : 1)

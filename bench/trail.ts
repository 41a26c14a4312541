// How long a million rows of the audit trail take to be verified, and what a row of it adds to a write:
// `npm run bench -- trail`. `--rows=100000` verifies fewer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { type Installation, openInstallation } from '../server/src/installation.ts'
import { deriveKey } from '../server/src/platform/tokens.ts'
import { buildServer, root } from './processes.ts'
import { publish } from './publish.ts'
import { markdown, middle } from './report.ts'
import { appendMany, writePatient } from './trail.rows.ts'
import { pause } from './uploads.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    /** Seconds of a round of writes. */
    seconds: { type: 'string', default: '5' },
  },
})

const rows = Number(options.rows)
const seconds = Number(options.seconds)
const rounds = 5
const practices = 20
const targets = { seconds: 60, addedMs: 5 } as const
const dataDirectory = `/tmp/ulna-bench-trail-${process.pid}`

const log = { info: () => undefined, warn: (message: string) => console.warn(message) }

const open = (): Promise<Installation> => openInstallation(readConfig({ DATA_DIR: dataDirectory }), log)

const withInstallation = async <T>(work: (installation: Installation) => Promise<T>): Promise<T> => {
  const installation = await open()
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

const keyOf = ({ secret }: Installation): Buffer => deriveKey(secret, 'audit chain')

/** Practices with a row each in their trail, as registering leaves them. */
const foundPractices = async (installation: Installation): Promise<number[]> => {
  const { queries } = installation.pool
  const ids: number[] = []
  for (let n = 0; n < practices; n += 1) {
    const { id } = await queries
      .insertInto('practices')
      .values({ name: `Fisioterapia ${n}`, timezone: 'America/Bogota', locale: 'es' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await appendMany(queries, keyOf(installation), id, 1)
    ids.push(id)
  }
  return ids
}

interface Verified {
  readonly seconds: number
  /** MiB of the process that verifies, at most. */
  readonly peak: number
}

const peakOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** `npm run verify` on what lies in the data directory, from the start of its process to its end. */
const verify = async (): Promise<Verified> => {
  const startedAt = performance.now()
  const program = path.join(root, 'server/dist/verify.js')
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDirectory },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let isOver = false
  const ended = once(child, 'exit').finally(() => {
    isOver = true
  })
  let peak = 0
  while (!isOver) {
    peak = Math.max(peak, await peakOf(child.pid ?? 0))
    await pause(50)
  }
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`verify ended with ${code}`)
  return { seconds: (performance.now() - startedAt) / 1000, peak }
}

const p95 = (latencies: number[]): number => {
  latencies.sort((a, b) => a - b)
  return latencies[Math.floor(latencies.length * 0.95)] ?? Number.NaN
}

interface Load {
  readonly name: string
  readonly writers: number
  /** Milliseconds between two writes of one writer, on average; 0: without a pause. */
  readonly thinkMs: number
}

const loads: readonly Load[] = [
  { name: 'one writer', writers: 1, thinkMs: 0 },
  { name: '8 writers without a pause', writers: 8, thinkMs: 0 },
  { name: '200 writers, a write every two seconds each', writers: 200, thinkMs: 2000 },
]

let written = 0
/** Rows that these writes left. */
let told = 0

/** Milliseconds of the slowest twentieth of writes. */
const writeFor = async (
  installation: Installation,
  ids: readonly number[],
  { writers, thinkMs }: Load,
  isTold: boolean,
): Promise<number> => {
  const end = performance.now() + seconds * 1000
  const latencies: number[] = []
  const work = async (writer: number): Promise<void> => {
    await pause(Math.random() * thinkMs)
    while (performance.now() < end) {
      const startedAt = performance.now()
      written += 1
      if (isTold) told += 1
      const practiceId = ids[writer % ids.length] ?? 0
      await writePatient(installation.pool.queries, keyOf(installation), { practiceId, n: written, isTold })
      latencies.push(performance.now() - startedAt)
      if (thinkMs > 0) await pause(thinkMs * (0.5 + Math.random()))
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)))
  return p95(latencies)
}

/** The middle of the rounds, which take turns so that what else the machine does falls on both. */
const measureAdded = async (installation: Installation, ids: readonly number[], load: Load) => {
  const plain: number[] = []
  const withRow: number[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const isTold of round % 2 === 0 ? [true, false] : [false, true])
      (isTold ? withRow : plain).push(await writeFor(installation, ids, load, isTold))
  const added = middle(withRow.map((one, round) => one - (plain[round] ?? Number.NaN)))
  return { name: load.name, plain: middle(plain), withRow: middle(withRow), added }
}

type Added = Awaited<ReturnType<typeof measureAdded>>

const addedRow = ({ name, plain, withRow, added }: Added, index: number): string[] => [
  `added, ${name}`,
  `${added.toFixed(1)} ms (${plain.toFixed(1)} → ${withRow.toFixed(1)})`,
  index === loads.length - 1 ? `p95 ≤ ${targets.addedMs} ms (D8)` : '',
]

const tableOf = (runs: readonly Verified[], empty: Verified, added: readonly Added[]): string =>
  markdown(
    ['what', 'measured', 'target'],
    [
      [
        `${rows + told} rows verified, from start to end of the process`,
        `${middle(runs.map((one) => one.seconds)).toFixed(1)} s`,
        `≤ ${targets.seconds} s for a million (D6)`,
      ],
      [
        `memory of the process that verifies, at most (with ${told} rows only)`,
        `${middle(runs.map(({ peak }) => peak)).toFixed(0)} MiB (${empty.peak.toFixed(0)})`,
        'flat',
      ],
      ...added.map(addedRow),
    ],
  )

const run = async (): Promise<boolean> => {
  await buildServer()
  await mkdir(dataDirectory, { recursive: true })
  await chmod(dataDirectory, 0o755)
  try {
    const added = await withInstallation(async (installation) => {
      const ids = await foundPractices(installation)
      const all: Added[] = []
      for (const load of loads) all.push(await measureAdded(installation, ids, load))
      return all
    })
    const empty = await verify()
    await withInstallation(async (installation) => {
      const { id } = await installation.pool.queries
        .selectFrom('practices')
        .select('id')
        .orderBy('id')
        .executeTakeFirstOrThrow()
      await appendMany(installation.pool.queries, keyOf(installation), id, rows)
    })
    const runs: Verified[] = []
    for (let round = 0; round < 3; round += 1) runs.push(await verify())
    await publish('npm run bench -- trail', tableOf(runs, empty, added))
    const took = middle(runs.map((one) => one.seconds))
    return took <= targets.seconds && (added.at(-1)?.added ?? Number.NaN) <= targets.addedMs
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

process.exit((await run()) ? 0 : 1)

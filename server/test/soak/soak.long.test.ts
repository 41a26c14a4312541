import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../build-test-app.ts'
import { caseInput, followUpInput, historyInput } from '../factories/clinical.ts'
import { reportFigures } from '../faults/figures.ts'
import {
  type Clinician,
  type Reply,
  type Request,
  registerClinician,
  renewToken,
  sendRequest,
} from '../faults/http-call.ts'
import { type OwnDatabase, openOwnDatabase } from '../faults/own-database.ts'
import { ServerProcess } from '../faults/server-process.ts'
import { createScratchDirectory } from '../scratch-directory.ts'

/** The promise is a day; two hours are what the long tier has, and SOAK_MINUTES says another time. */
const minutes = Number(process.env.SOAK_MINUTES ?? 120)
const users = 20
/** What is not yet compiled, cached and connected at first is no leak. */
const warmUpShare = 0.25
/** Connections that nobody needs any more are closed after a minute. */
const quietMs = 75_000

interface Sample {
  readonly at: number
  readonly rss: number
  /** Bytes of the heap that somebody holds, once a minute. */
  readonly held: number | null
  readonly delayMs: number
  readonly files: number
  readonly handles: number
}

let database: OwnDatabase
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let server: ServerProcess
let samplesFile: string

const bundleProbe = async (): Promise<string> => {
  const outfile = path.join(scratch.directory, 'soak-probe.mjs')
  await build({
    entryPoints: [path.join(repositoryRoot, 'server/test/soak/soak-probe.ts')],
    outfile,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  return outfile
}

beforeAll(async () => {
  database = await openOwnDatabase()
  scratch = await createScratchDirectory()
  samplesFile = path.join(scratch.directory, 'samples')
  server = new ServerProcess({
    DATA_DIR: scratch.directory,
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import=${await bundleProbe()}`,
    SOAK_PROBE: samplesFile,
  })
  await server.start()
})
afterAll(async () => {
  await server.end('SIGKILL')
  await database.drop()
  await scratch.remove()
})

const samples = async (): Promise<Sample[]> =>
  (await readFile(samplesFile, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample)

/** By how much a value grows in an hour: the slope of the straight line that lies nearest. */
const slopeAnHour = <S extends Sample>(list: readonly S[], measure: (sample: S) => number): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const times = list.map(({ at }) => at / 3_600_000)
  const values = list.map(measure)
  const [time, value] = [mean(times), mean(values)]
  const along = times.reduce((sum, one, at) => sum + (one - time) * ((values[at] ?? 0) - value), 0)
  return along / times.reduce((sum, one) => sum + (one - time) ** 2, 0)
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

const faults: string[] = []
let answers = 0

const call = async (by: Clinician, request: Request): Promise<Reply> => {
  const startedAt = performance.now()
  const reply = await sendRequest(server.baseUrl, by.token, request).catch((error: Error) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    throw new Error(`${request.method} ${request.path} had no answer after ${seconds} s: ${error.message}`)
  })
  answers += 1
  if (reply.status >= 400)
    faults.push(`${request.method} ${request.path} answered ${reply.status} ${reply.error}`)
  return reply
}

const idOf = ({ payload }: Reply): number => Number(payload.id)

const pause = (): Promise<void> => sleep(1000 + Math.random() * 2000)

/** Listens to what colleagues do for a while, as an open page does. */
const listen = async (by: Clinician, milliseconds: number): Promise<void> => {
  const leaving = AbortSignal.timeout(milliseconds)
  try {
    const answer = await fetch(`${server.baseUrl}/api/events`, {
      headers: { authorization: `Bearer ${by.token}` },
      signal: leaving,
    })
    const heard = answer.body?.getReader()
    while (heard && !(await heard.read()).done);
  } catch (error) {
    if (!leaving.aborted) throw error
  }
}

let quarter = 0

/** One patient's visit as somebody works on it, with the pauses of a person. */
const visit = async (by: Clinician): Promise<void> => {
  const patientId = idOf(
    await call(by, {
      method: 'POST',
      path: '/patient',
      body: { firstName: 'Mariana', lastName: `Gómez ${randomUUID().slice(0, 8)}` },
      key: randomUUID(),
    }),
  )
  await pause()
  await call(by, { method: 'GET', path: '/patient?limit=20' })
  await call(by, { method: 'POST', path: '/record', body: historyInput(patientId), key: randomUUID() })
  await pause()
  const caseId = idOf(
    await call(by, { method: 'POST', path: '/record', body: caseInput(patientId), key: randomUUID() }),
  )
  quarter += 1
  const start = Date.UTC(2030, 0, 1) + quarter * 900_000
  await call(by, {
    method: 'POST',
    path: '/appointment',
    body: {
      doctorId: by.doctorId,
      patientId,
      start: new Date(start).toISOString(),
      end: new Date(start + 900_000).toISOString(),
      title: 'Control',
    },
    key: randomUUID(),
  })
  await pause()
  const draft = `/draft/${patientId}/new:followup_default:case:${caseId}`
  let revision: unknown
  for (let typed = 1; typed < 5; typed += 1) {
    const body = { data: { patientObs: 'Duerme mejor. '.repeat(typed * 10) }, revision }
    revision = (await call(by, { method: 'PUT', path: draft, body })).payload.revision
    await pause()
  }
  await call(by, {
    method: 'POST',
    path: '/record',
    body: followUpInput(patientId, caseId),
    key: randomUUID(),
  })
  await call(by, { method: 'GET', path: `/patient/getWithRecord/${patientId}` })
  await pause()
}

const work = async (by: Clinician, until: number): Promise<void> => {
  for (let visits = 0; Date.now() < until; visits += 1) {
    // A token lives a quarter of an hour.
    if (visits % 10 === 0) await renewToken(server.baseUrl, by)
    const done = await Promise.allSettled([listen(by, 15_000), visit(by)])
    for (const one of done) if (one.status === 'rejected') faults.push(String(one.reason))
  }
}

const connections = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    database.pool.queries,
  )
  return rows[0]?.count ?? 0
}

/** What it holds when nobody has asked for a while. */
const quiet = async (): Promise<{ files: number; handles: number; connections: number }> => {
  await sleep(quietMs)
  const { files = 0, handles = 0 } = (await samples()).at(-1) ?? {}
  return { files, handles, connections: await connections() }
}

it(`A14 after ${minutes} minutes of ${users} people at work the process holds no more than it did`, {
  timeout: minutes * 60_000 + 600_000,
}, async () => {
  const people: Clinician[] = []
  for (let number = 0; number < users; number += 1) people.push(await registerClinician(server.baseUrl))
  // As long as it takes until everything was used once.
  await Promise.all(people.map((one) => work(one, Date.now() + 30_000)))
  const before = await quiet()
  const startedAt = Date.now()
  const until = startedAt + minutes * 60_000
  await Promise.all(people.map((one) => work(one, until)))
  const endedAt = Date.now()
  const after = await quiet()
  const working = (await samples()).filter(({ at }) => at > startedAt && at < endedAt)
  const settled = working.slice(Math.floor(working.length * warmUpShare))
  const held = settled.flatMap((sample) => (sample.held === null ? [] : [{ ...sample, held: sample.held }]))
  const figures = {
    minutes,
    users,
    answers,
    faults: faults.length,
    rssMbAnHour: Number((slopeAnHour(settled, ({ rss }) => rss) / 2 ** 20).toFixed(2)),
    heldMbAnHour: Number((slopeAnHour(held, (sample) => sample.held) / 2 ** 20).toFixed(2)),
    heldMb: held.filter((_, at) => at % 5 === 0).map((sample) => Math.round(sample.held / 2 ** 20)),
    rssMb: settled.filter((_, at) => at % 30 === 0).map(({ rss }) => Math.round(rss / 2 ** 20)),
    delayP99Ms: Math.round(
      percentile(
        settled.map(({ delayMs }) => delayMs),
        0.5,
      ),
    ),
    delayWorstMs: Math.round(Math.max(...settled.map(({ delayMs }) => delayMs))),
    before,
    after,
  }
  reportFigures('A14', figures)
  expect(faults).toEqual([])
  expect(server.running).toBe(true)
  expect(server.output).not.toMatch(/MaxListeners|[Uu]nhandled|"level":[56]0/)
  expect(after.connections).toBeLessThanOrEqual(before.connections)
  // Sockets of clients that keep theirs open come and go.
  expect(after.files).toBeLessThanOrEqual(before.files + 5)
  expect(after.handles).toBeLessThanOrEqual(before.handles + 5)
  expect(figures.delayP99Ms).toBeLessThan(50)
  // A shorter run than an hour says little about an hour. What the system has given the process is told, and no more:
  // it takes up in steps, for a day, what it once needed.
  if (minutes >= 60) expect(figures.heldMbAnHour).toBeLessThan(1)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScratchDirectory } from '../scratch-directory.ts'
import { reportFigures } from './figures.ts'
import { type Clinician, registerClinician, renewToken, sendRequest } from './http-call.ts'
import { type OwnDatabase, openOwnDatabase } from './own-database.ts'
import { ServerProcess } from './server-process.ts'
import { sizes } from './sizes.ts'

let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let database: OwnDatabase
let server: ServerProcess
let clinician: Clinician

const people = 40
const visits = sizes.importedVisits

beforeAll(async () => {
  database = await openOwnDatabase()
  scratch = await createScratchDirectory()
  server = new ServerProcess({ DATA_DIR: scratch.directory, DATABASE_URL: database.url })
  await server.start()
  clinician = await registerClinician(server.baseUrl)
})

afterAll(async () => {
  await server.end('SIGKILL')
  await database.drop()
  await scratch.remove()
})

interface Batch {
  readonly id: number
  readonly state: string
  readonly created: number
}

const patientFile = [
  'Código;Nombre;Apellidos',
  ...Array.from({ length: people }, (_, index) => `${index};Ana;Apellido ${index}`),
].join('\n')

/** An hour each, one after the other, of somebody who is not here; a tenth at times that are taken. */
const visitFile = [
  'Código;Fecha;Hora;Duración;Estado',
  ...Array.from({ length: visits }, (_, index) => {
    const day = new Date(Date.UTC(2010, 0, 1 + Math.floor(index / 10))).toISOString().slice(0, 10)
    return `${index % people};${day};${String(8 + (index % 10)).padStart(2, '0')}:00;${index % 10 === 3 ? 90 : 60};Atendida`
  }),
].join('\n')

const call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> => {
  const reply = await sendRequest(server.baseUrl, clinician.token, { method, path, body })
  if (reply.error === 'session_expired' || reply.status === 401) {
    await renewToken(server.baseUrl, clinician)
    return call(method, path, body)
  }
  expect(reply.status, `${method} ${path} ${reply.error}`).toBeLessThan(300)
  return reply.payload as T
}

const upload = async (kind: string, file: string): Promise<number> => {
  const answer = await fetch(`${server.baseUrl}/api/import?fileName=${kind}.csv&kind=${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clinician.token}`, 'content-type': 'application/octet-stream' },
    body: file,
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { payload: Batch }).payload.id
}

const stateOf = async (id: number): Promise<Batch | undefined> =>
  (await call<Batch[]>('GET', '/import?limit=100')).find((one) => one.id === id)

const settled = ['draft', 'examined', 'done', 'undone', 'failed']

const untilSettled = async (id: number): Promise<string> => {
  await expect
    .poll(async () => settled.includes((await stateOf(id))?.state ?? ''), {
      timeout: sizes.patienceMs,
      interval: 50,
    })
    .toBe(true)
  return (await stateOf(id))?.state ?? ''
}

/** Makes what a killed process took anybody's again, for which some time would have to pass. */
const passTheTime = async (): Promise<void> => {
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '5 hours', run_at = now()
    where task_id in (select id from graphile_worker._private_tasks where identifier in ('imports.work', 'imports.watch'))`.execute(
    database.pool.queries,
  )
  await sql`update imports set touched_at = now() - interval '5 minutes'`.execute(database.pool.queries)
}

const countOf = async (id: number) => {
  const of = sql`practice_id = ${clinician.practiceId}`
  const { rows } = await sql<Record<'visits' | 'versions' | 'known' | 'told' | 'rows', number>>`
    select (select count(*)::int from appointments where ${of}) as visits,
      (select count(*)::int from appointments a where ${of} and exists (select from appointment_versions v
        where v.practice_id = a.practice_id and v.appointment_id = a.id and v.version = 1 and v.body is not null)) as versions,
      (select count(*)::int from imported_items where ${of}) as known,
      (select coalesce(sum((detail::json ->> 'count')::int), 0)::int from audit_events where ${of}
        and action = 'patient.import_visits' and (detail::json ->> 'import')::bigint = ${id}) as told,
      (select count(*)::int from import_rows where ${of} and import_id = ${id} and done_at is not null) as rows`.execute(
    database.pool.queries,
  )
  return rows[0]
}

/** What is to be true once an import has come to its end, whichever. */
const checkEnd = async (id: number, state: string): Promise<void> => {
  const here = state === 'done' ? visits : 0
  expect(await countOf(id)).toEqual({
    visits: here,
    versions: here,
    known: here,
    told: visits,
    rows: visits,
  })
}

/** Begins whatever comes next: trial, run, the way back, or another import of the same file. */
const goOn = async (id: number): Promise<number> => {
  const { state = '' } = (await stateOf(id)) ?? {}
  if (state === 'done' || state === 'undone') await checkEnd(id, state)
  const next = { draft: 'trial', examined: 'run', done: 'undo' }[state]
  if (next !== undefined) await call('POST', `/import/${id}/${next}`)
  if (state !== 'undone') return id
  const again = await upload('appointments', visitFile)
  await call('POST', `/import/${again}/trial`)
  return again
}

const bringPatients = async (): Promise<void> => {
  const id = await upload('patients', patientFile)
  for (const step of ['trial', 'run']) {
    await call('POST', `/import/${id}/${step}`)
    await untilSettled(id)
  }
}

it(`A16 an import of ${visits} visits, tried, carried out and taken back while the server is killed ${sizes.importKills} times: nothing is lost, nothing comes twice`, {
  timeout: sizes.patienceMs,
}, async () => {
  await bringPatients()
  let id = await upload('appointments', visitFile)
  await call('PUT', `/import/${id}`, {
    values: [{ field: 'practitioner', text: '', target: 'gone' }],
  })
  let ends = 0
  for (let kill = 0; kill < sizes.importKills; kill += 1) {
    const before = (await stateOf(id))?.state
    id = await goOn(id)
    if (before === 'done' || before === 'undone') ends += 1
    await sleep(Math.random() * 400)
    await server.end('SIGKILL')
    await passTheTime()
    await server.start()
  }
  // To the end, and once more all the way: what was interrupted is whole.
  while ((await untilSettled(id)) !== 'done') id = await goOn(id)
  await checkEnd(id, 'done')
  reportFigures('A16', { n: sizes.importKills, visits, ends })
})

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { craftHandOver, handedContents } from '../../factories/hand-overs.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { reportFigures } from '../figures.ts'
import { type Clinician, registerClinician, renewToken, sendRequest } from '../http-call.ts'
import { type OwnDatabase, openOwnDatabase } from '../own-database.ts'
import { ServerProcess } from '../server-process.ts'
import { sizes } from '../sizes.ts'

let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let database: OwnDatabase
let server: ServerProcess
let clinician: Clinician

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

const call = async <T>(method: 'GET' | 'POST' | 'PUT', where: string, body?: unknown): Promise<T> => {
  const reply = await sendRequest(server.baseUrl, clinician.token, { method, path: where, body })
  if (reply.status === 401) {
    await renewToken(server.baseUrl, clinician)
    return call(method, where, body)
  }
  expect(reply.status, `${method} ${where} ${reply.error}`).toBeLessThan(300)
  return reply.payload as T
}

/** A call that the server may not live to answer: what it answered where it did. */
const begun = async <T>(work: Promise<T>): Promise<T | undefined> => {
  const outcome = work.catch(() => undefined)
  await sleep(Math.random() * 900)
  await server.end('SIGKILL')
  const answer = await outcome
  await server.start()
  return answer
}

interface Counts {
  readonly made: number
  readonly told: number
  readonly patients: number
  readonly records: number
  readonly origins: number
  readonly taken: number
  readonly takenRows: number
}

const counted = async (): Promise<Counts> => {
  const of = sql`practice_id = ${clinician.practiceId}`
  const { rows } = await sql<Counts>`
    select (select count(*)::int from hand_overs where ${of}) as made,
      (select count(*)::int from audit_events where ${of} and action = 'hand_over.make') as told,
      (select count(*)::int from patients where ${of} and last_name = 'Prado kills') as patients,
      (select count(*)::int from records where ${of} and class_id like 'handed%') as records,
      (select count(*)::int from received_records where ${of}) as origins,
      (select count(*)::int from received_hand_overs where ${of} and state = 'taken') as taken,
      (select count(*)::int from audit_events where ${of} and action = 'hand_over.take') as "takenRows"`.execute(
    database.pool.queries,
  )
  const [found] = rows
  if (!found) throw new Error('nothing was counted')
  return found
}

const stagePatient = async (): Promise<number> => {
  const { id } = await call<{ id: number }>('POST', '/patient', { firstName: 'Mariana', lastName: 'Gómez' })
  await call('POST', '/record', {
    ...{ ownerId: id, type: 'control', subtype: 'case', recordClassId: 'case_default' },
    data: { name: 'Lumbalgia', painIntensity: 4 },
  })
  return id
}

const upload = async (bytes: Buffer): Promise<{ id: number; state: string }> => {
  const answer = await fetch(`${server.baseUrl}/api/handOvers/received`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clinician.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { payload: { id: number; state: string } }).payload
}

/** What waits for its time to be over is due at once, and the jobs have run. */
const passTheTime = async (): Promise<void> => {
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()
    where task_id in (select id from graphile_worker._private_tasks where identifier like 'hand_overs.%')`.execute(
    database.pool.queries,
  )
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from graphile_worker._private_jobs where task_id in
            (select id from graphile_worker._private_tasks where identifier like 'hand_overs.%')`.execute(
          database.pool.queries,
        )
        return rows[0]?.count
      },
      { timeout: sizes.patienceMs, interval: 100 },
    )
    .toBe(0)
}

const bytesLeft = async (): Promise<string[]> => {
  const all = await readdir(scratch.directory, { recursive: true })
  return all.filter((name) => /(hand-overs|received)\/.*\.age$/.test(name.split(path.sep).join('/')))
}

it(`handing over and taking in while the server is killed ${sizes.handOverKills} times leaves all of it or nothing, and no bytes of what was not`, {
  timeout: sizes.patienceMs,
}, async () => {
  const id = await stagePatient()
  const { recipient } = await call<{ recipient: string }>('POST', '/handOvers/key')
  const contents = handedContents('kills')
  let answered = 0
  let takenIn = 0
  for (let kill = 0; kill < sizes.handOverKills; kill += 1) {
    const body = { recipientName: 'Fisio Norte', recipient, ground: 'request', keptBack: [] }
    if (await begun(call('POST', `/patient/${id}/handOvers`, body))) answered += 1
    const waiting = await upload(await craftHandOver({ recipient, contents }))
    if (await begun(call('POST', `/handOvers/received/${waiting.id}/take`, {}))) answered += 1
    const found = await counted()
    expect(found.told).toBe(found.made)
    expect([found.patients, found.records, found.origins, found.takenRows]).toEqual(
      Array.from({ length: 4 }, () => found.taken),
    )
    expect(found.made + found.taken).toBeGreaterThanOrEqual(answered)
    takenIn = found.taken
    // Whoever was interrupted takes it in again, once.
    if ((await call<{ id: number; state: string }[]>('GET', '/handOvers/received'))[0]?.state === 'looked') {
      await call('POST', `/handOvers/received/${waiting.id}/take`, {})
      expect((await counted()).taken).toBe(takenIn + 1)
    }
  }
  expect((await counted()).taken).toBe(sizes.handOverKills)
  await passTheTime()
  expect(await bytesLeft()).toEqual([])
  reportFigures('hand-overs', { n: sizes.handOverKills, answered, takenIn })
})

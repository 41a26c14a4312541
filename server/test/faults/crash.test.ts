import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureSecret } from '../../src/platform/app-secret.ts'
import { openPool, type Pool } from '../../src/platform/database/database.ts'
import { isAlive, readPostmaster } from '../../src/platform/embedded-postgres/postmaster-pid.ts'
import { stopServer } from '../../src/platform/embedded-postgres/stop-server.ts'
import { reportFigures } from './figures.ts'
import {
  type Clinician,
  loginRequest,
  registerClinician,
  renewToken,
  sendRequest,
  waitedForTurn,
} from './http-call.ts'
import { expectAcknowledged } from './journal-check.ts'
import { emptyJournal, Load } from './load.ts'
import { ServerProcess } from './server-process.ts'
import { sizes } from './sizes.ts'

let dataDirectory: string
let cluster: string
let server: ServerProcess
let clinicians: Clinician[]
let load: Load
const journal = emptyJournal()

beforeAll(async () => {
  dataDirectory = await mkdtemp(`/tmp/ulna-test-${process.pid}-crash-`)
  // Where root runs the tests the database runs as another user, and mkdtemp lets nobody else in.
  await chmod(dataDirectory, 0o755)
  cluster = path.join(dataDirectory, 'postgres/cluster')
  // No settings over the product's own: this PostgreSQL is as durable as that of a practice.
  server = new ServerProcess({ DATA_DIR: dataDirectory })
  await server.start()
  clinicians = [await registerClinician(server.baseUrl), await registerClinician(server.baseUrl)]
})

afterAll(async () => {
  await server.end('SIGKILL')
  await stopServer(cluster)
  await rm(dataDirectory, { recursive: true, force: true })
})

const postmaster = async () => {
  const found = await readPostmaster(cluster)
  if (!found) throw new Error('there is no postmaster.pid')
  return found
}

const killDatabase = async (signal: NodeJS.Signals): Promise<void> => {
  process.kill((await postmaster()).pid, signal)
}

const isReady = async (): Promise<boolean> => {
  const reply = await sendRequest(server.baseUrl, undefined, { method: 'GET', path: '/health/ready' })
  return reply.status === 200
}

/** Milliseconds until the server answers again that it is ready. */
const untilReady = async (): Promise<number> => {
  const startedAt = performance.now()
  while (!(await isReady())) await sleep(20)
  return performance.now() - startedAt
}

/** Those of so many reads that fail, by more than the wait for their turn; they are made at once and are more than the pool has connections. */
const failuresOf = async (reads: number): Promise<[status: number, ms: number][]> => {
  const read = () =>
    sendRequest(server.baseUrl, clinicians[0]?.token, { method: 'GET', path: '/patient?limit=20' })
  const replies = await Promise.all(Array.from({ length: reads }, read))
  const failures = replies.filter((reply) => reply.status !== 200 && !waitedForTurn(reply))
  return failures.map(({ status, ms }) => [status, ms])
}

const countMails = async (): Promise<number> =>
  (await readdir(path.join(dataDirectory, 'outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'))
    .length

/** Any moment of the work on a few files, on a slow machine too. */
const randomMoment = async (): Promise<void> => {
  await load.progress(sizes.writers * 3)
  await sleep(sizes.loadMs * Math.random())
}

const underLoad = async (work: () => Promise<void>): Promise<void> => {
  for (const clinician of clinicians) await renewToken(server.baseUrl, clinician)
  load = new Load(server, clinicians, journal)
  load.start(sizes.writers)
  await work().catch(async (error: unknown) => {
    await load.abandon()
    throw error
  })
  await load.stop()
}

const superuserPassword = async (): Promise<string> =>
  (await readFile(path.join(dataDirectory, 'postgres/superuser-password'), 'utf8')).trim()

const openDatabase = async (): Promise<Pool> => {
  const { socketDirectory, port } = await postmaster()
  return openPool(
    { host: socketDirectory, port, user: 'postgres', password: await superuserPassword(), database: 'ulna' },
    { size: 2, onIdleError: () => undefined, patience: 600_000 },
  )
}

const expectNothingLost = async (): Promise<void> => {
  const { queries, close } = await openDatabase()
  const secret = await ensureSecret(dataDirectory)
  await expectAcknowledged(
    { load, baseUrl: server.baseUrl, clinicians },
    { queries, secret, output: server.output },
  ).finally(close)
}

describe('an acknowledged save is never lost', () => {
  it(`A1 after kill -9 of the server under ${sizes.writers} writers, ${sizes.nodeKills} times`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const ready: number[] = []
    await underLoad(async () => {
      for (let kill = 0; kill < sizes.nodeKills; kill += 1) {
        await randomMoment()
        await server.end('SIGKILL')
        await server.start()
        ready.push(server.readyMs)
      }
      await randomMoment()
    })
    reportFigures('A1', {
      n: sizes.nodeKills,
      acknowledged: load.acknowledged,
      unanswered: load.unanswered,
      broken: load.broken,
      refused: load.refusals.length,
      readyMs: Math.round(Math.max(...ready)),
    })
    expect(Math.max(...ready)).toBeLessThan(sizes.readyMs)
    expect(load.unanswered).toBeGreaterThan(0)
    await expectNothingLost()
  })

  it(`A2 after kill -9 of PostgreSQL, ${sizes.databaseKills} times, and the server recovers by itself`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const [pid, away] = [server.pid, [] as number[]]
    await underLoad(async () => {
      for (let kill = 0; kill < sizes.databaseKills; kill += 1) {
        await randomMoment()
        await killDatabase(kill % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
        await sleep(100)
        away.push(await untilReady())
      }
      await randomMoment()
    })
    reportFigures('A2', {
      n: sizes.databaseKills,
      acknowledged: load.acknowledged,
      refused: load.refusals.length,
      awayMs: Math.round(Math.max(...away)),
    })
    expect(Math.max(...away)).toBeLessThan(sizes.readyMs)
    // While it was away every request was answered, by the same process.
    expect(load.unanswered).toBe(0)
    expect(load.refusals.length).toBeGreaterThan(0)
    expect([server.pid, server.running]).toEqual([pid, true])
    await expectNothingLost()
  })

  it(`A2 after the folder of its socket was removed, ${sizes.socketRemovals} times, it is healed and ready says so`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const [pid, away, told] = [server.pid, [] as number[], [] as boolean[]]
    await underLoad(async () => {
      for (let removal = 0; removal < sizes.socketRemovals; removal += 1) {
        await randomMoment()
        await rm((await postmaster()).socketDirectory, { recursive: true })
        told.push(!(await isReady()))
        away.push(await untilReady())
        expect(await failuresOf(60)).toEqual([])
      }
      await randomMoment()
    })
    reportFigures('A2', {
      how: 'socket',
      n: sizes.socketRemovals,
      acknowledged: load.acknowledged,
      refused: load.refusals.length,
      awayMs: Math.round(Math.max(...away)),
    })
    expect(told).toEqual(told.map(() => true))
    expect(Math.max(...away)).toBeLessThan(sizes.healMs)
    expect([server.pid, server.running, load.unanswered]).toEqual([pid, true, 0])
    await expectNothingLost()
    const before = await countMails()
    const asked = await sendRequest(server.baseUrl, undefined, {
      method: 'POST',
      path: '/auth/forgotPassword',
      body: { username: clinicians[0]?.username },
    })
    expect(asked.status).toBe(200)
    // Work that met the database's absence is tried again after 3, 10 and 30 seconds.
    await expect
      .poll(countMails)
      .toBeGreaterThan(before)
      .catch((error: unknown) => {
        throw new Error(server.output.slice(-5000), { cause: error })
      })
  })

  it(`A1 A2 after kill -9 of both at once, ${sizes.bothKills} times`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const ready: number[] = []
    await underLoad(async () => {
      for (let kill = 0; kill < sizes.bothKills; kill += 1) {
        await randomMoment()
        await Promise.all([server.end('SIGKILL'), killDatabase('SIGKILL')])
        await server.start()
        ready.push(server.readyMs)
      }
    })
    reportFigures('A1+A2', {
      n: sizes.bothKills,
      acknowledged: load.acknowledged,
      readyMs: Math.round(Math.max(...ready)),
    })
    expect(Math.max(...ready)).toBeLessThan(sizes.readyMs)
    await expectNothingLost()
  })

  it('A12 when it is asked to stop under load: what it works on is answered, and the database stops with it', {
    timeout: sizes.patienceMs,
  }, async () => {
    let code: number | null = null
    const { pid } = await postmaster()
    await underLoad(async () => {
      await randomMoment()
      const inFlight = clinicians.map((clinician) =>
        sendRequest(server.baseUrl, undefined, loginRequest(clinician)),
      )
      await sleep(30)
      const startedAt = performance.now()
      code = await server.end('SIGTERM')
      const stopMs = Math.round(performance.now() - startedAt)
      expect((await Promise.all(inFlight)).map((reply) => reply.status)).toEqual([200, 200])
      expect(isAlive(pid)).toBe(false)
      reportFigures('A12', {
        stopMs,
        acknowledged: load.acknowledged,
        unanswered: load.unanswered,
        broken: load.broken,
      })
      await server.start()
    })
    expect(code).toBe(0)
    await expectNothingLost()
  })
})

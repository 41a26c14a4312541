import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { reportFigures } from '../figures.ts'
import { type Clinician, type Reply, registerClinician, sendRequest, waitedForTurn } from '../http-call.ts'
import { expectAcknowledged } from '../journal-check.ts'
import { emptyJournal, Load } from '../load.ts'
import { type OwnDatabase, openOwnDatabase } from '../own-database.ts'
import { ServerProcess } from '../server-process.ts'
import { sizes } from '../sizes.ts'
import { layOutNewer } from '../upgrading/newer-version.ts'
import { startBalancer } from './balancer.ts'
import { freePort } from './program.ts'

const secret = `secret-${randomUUID()}`
const journal = emptyJournal()
const processes: ServerProcess[] = []
const ports: number[] = []
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let database: OwnDatabase
let balancer: Awaited<ReturnType<typeof startBalancer>>
let clinicians: Clinician[]
let newer: string

/** A process of the installation: as many as there are share the database and the files. */
const processAt = (port: number, program?: string): ServerProcess =>
  new ServerProcess(
    {
      DATABASE_URL: database.url,
      DATA_DIR: path.join(scratch.directory, 'data'),
      APP_SECRET: secret,
      PORT: String(port),
      DRAIN_SECONDS: '3',
    },
    program,
  )

beforeAll(async () => {
  scratch = await createScratchDirectory()
  database = await openOwnDatabase()
  for (let number = 0; number < sizes.processes; number += 1) ports.push(await freePort())
  newer = await layOutNewer(path.join(scratch.directory, 'newer'), {
    '9000_add_rooms':
      '-- Beside older processes: none of them knows the table.\ncreate table rooms (id bigint primary key);',
  })
  for (const port of ports) {
    const one = processAt(port)
    processes.push(one)
    await one.start()
  }
  balancer = await startBalancer(scratch.directory, ports)
  clinicians = [await registerClinician(balancer.baseUrl), await registerClinician(balancer.baseUrl)]
})

afterAll(async () => {
  await balancer.end()
  await Promise.all(processes.map((one) => one.end('SIGKILL')))
  await database.drop()
  await scratch.remove()
})

const readyOf = async ({ baseUrl }: ServerProcess): Promise<number> =>
  (await sendRequest(baseUrl, undefined, { method: 'GET', path: '/health/ready' })).status

/** Longer than the balancer takes between two looks. */
const lookedAtMs = 2500

const underLoad = async (work: (load: Load) => Promise<void>): Promise<Load> => {
  const load = new Load(balancer, clinicians, journal)
  load.start(sizes.writers)
  await work(load).catch(async (error: unknown) => {
    await load.abandon()
    throw error
  })
  await load.stop()
  return load
}

const check = (load: Load): Promise<void> =>
  expectAcknowledged(
    { load, baseUrl: balancer.baseUrl, clinicians },
    { queries: database.pool.queries, secret },
  )

/** Each is told to stop, and a process of the other version takes its place; `meanwhile` happens while it stops. */
const replaceEach = async (
  running: Load,
  meanwhile: (at: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  for (let upgrade = 0; upgrade < sizes.rollingUpgrades; upgrade += 1)
    for (const [at, port] of ports.entries()) {
      await running.progress(sizes.writers)
      const [code] = await Promise.all([processes[at]?.end('SIGTERM'), meanwhile(at)])
      expect(code).toBe(0)
      // Every other time the former version again, which the next one's schema lets in.
      const next = processAt(port, upgrade % 2 === 0 ? newer : undefined)
      processes[at] = next
      await next.start()
      await sleep(lookedAtMs)
    }
}

/**
 * The others stand still until the balancer has given them up, as on a machine that is too busy to answer it within a
 * second: then it asks anybody, and the one that stops closes its listener before the others are found ready again.
 */
const holdTheOthers = async (at: number): Promise<void> => {
  const others = processes.filter((_, other) => other !== at)
  await sleep(1300)
  for (const { pid } of others) process.kill(pid, 'SIGSTOP')
  await sleep(1300)
  for (const { pid } of others) process.kill(pid, 'SIGCONT')
}

const expectNoFailure = (load: Load, how: string): void => {
  const refused = load.refusals
    .filter((reply) => !waitedForTurn(reply))
    .map(({ status, path: where }) => [status, where])
  reportFigures('A12', {
    how,
    n: sizes.rollingUpgrades * ports.length,
    acknowledged: load.acknowledged,
    refused: refused.length,
    unanswered: load.unanswered,
  })
  expect([refused, load.silences]).toEqual([[], []])
}

/** How many connections of those above whom there is somebody the database takes, and ends the ones there are; -1: all. */
const limitConnections = async (count: number): Promise<void> => {
  const client = new pg.Client(inject('postgres').owner)
  await client.connect()
  const name = new URL(database.url).pathname.slice(1)
  try {
    await client.query(`alter database ${name} connection limit ${count}`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename <> current_user',
      [name],
    )
  } finally {
    await client.end()
  }
}

const readPatients = (): Promise<Reply> =>
  sendRequest(balancer.baseUrl, clinicians[0]?.token, { method: 'GET', path: '/patient?limit=20' })

describe('several processes behind the proxy that is given along', () => {
  it(`A12 each is replaced by one of the next version, ${sizes.rollingUpgrades} times, and not one request fails`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const load = await underLoad((running) => replaceEach(running))
    expectNoFailure(load, 'rolling')
    await check(load)
  })

  it(`A12 nor where nobody is ready while one stops, ${sizes.rollingUpgrades} times`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const load = await underLoad((running) => replaceEach(running, holdTheOthers))
    expectNoFailure(load, 'rolling, nobody ready')
    await check(load)
  })

  it(`A1 after kill -9 of each in turn, ${sizes.processKills} times`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const load = await underLoad(async (running) => {
      for (let kill = 0; kill < sizes.processKills; kill += 1)
        for (const one of processes) {
          await running.progress(sizes.writers * 3)
          await sleep((sizes.loadMs / 5) * Math.random())
          await one.end('SIGKILL')
          await running.progress(sizes.writers)
          await one.start()
        }
    })
    reportFigures('A1', {
      how: 'several',
      n: sizes.processKills * ports.length,
      acknowledged: load.acknowledged,
      refused: load.refusals.length,
      unanswered: load.unanswered,
    })
    expect(await Promise.all(processes.map(readyOf))).toEqual(ports.map(() => 200))
    await check(load)
  })

  it('while none of them is ready one says why, in its own words, and they are back by themselves', async () => {
    await limitConnections(0)
    try {
      await expect.poll(() => Promise.all(processes.map(readyOf))).toEqual(ports.map(() => 503))
      await sleep(lookedAtMs)
      expect(await readPatients()).toMatchObject({ status: 503, error: expect.stringMatching(/^[a-z_]+$/) })
    } finally {
      await limitConnections(-1)
    }
    await expect.poll(async () => (await readPatients()).status).toBe(200)
  })

  it('one that begins where all others are gone is asked before the balancer has looked at it', async () => {
    await Promise.all(processes.map((one) => one.end('SIGKILL')))
    await sleep(lookedAtMs)
    await processes[0]?.start()
    expect((await readPatients()).status).toBe(200)
  })
})

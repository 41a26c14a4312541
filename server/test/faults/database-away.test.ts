import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { ensureSecret } from '../../src/platform/app-secret.ts'
import { openPool } from '../../src/platform/database/database.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { createScratchDirectory } from '../scratch-directory.ts'
import { reportFigures } from './figures.ts'
import {
  type Clinician,
  loginRequest,
  type Reply,
  type Request,
  registerClinician,
  renewToken,
  sendRequest,
} from './http-call.ts'
import { countUntold, findBroken } from './invariants.ts'
import { findLost } from './journal-check.ts'
import { emptyJournal, Load } from './load.ts'
import { DatabaseProxy } from './proxy.ts'
import { ServerProcess } from './server-process.ts'
import { sizes } from './sizes.ts'

/** Whatever is the matter with the database, a person waits no longer than this. */

const database = `test_${randomUUID().replaceAll('-', '')}`
const owner = { ...inject('postgres').owner, database }
const proxy = new DatabaseProxy(path.join(owner.host, `.s.PGSQL.${owner.port}`))
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let server: ServerProcess
let clinicians: Clinician[]
let pid: number
let load: Load
const journal = emptyJournal()

const asOwner = async (statement: string): Promise<void> => {
  const client = new pg.Client(inject('postgres').owner)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

beforeAll(async () => {
  await asOwner(`create database ${database} template template0`)
  scratch = await createScratchDirectory()
  await proxy.open()
  const url = `postgres://${owner.user}:${owner.password}@127.0.0.1:${proxy.port}/${database}`
  server = new ServerProcess({ DATA_DIR: scratch.directory, DATABASE_URL: url })
  await server.start()
  clinicians = [await registerClinician(server.baseUrl), await registerClinician(server.baseUrl)]
  pid = server.pid
})

afterAll(async () => {
  await server.end('SIGKILL')
  await proxy.close()
  await asOwner(`drop database if exists ${database} with (force)`)
  await scratch.remove()
})

beforeEach(async () => {
  for (const clinician of clinicians) await renewToken(server.baseUrl, clinician)
})

const get = (where: string, token?: string): Promise<Reply> =>
  sendRequest(server.baseUrl, token, { method: 'GET', path: where })

/** What people do who write nothing: with a session and without, audited and not. */
const reads: readonly Request[] = ['/patient?limit=20', '/auth/me', '/record_class', '/health/ready'].map(
  (where) => ({ method: 'GET', path: where }),
)

/** Everybody asks again and again while `goesOn`. */
const callWhile = async (
  requests: readonly Request[],
  pauseMs: number,
  goesOn: () => boolean,
): Promise<Reply[]> => {
  const replies: Reply[] = []
  const caller = async (request: Request): Promise<void> => {
    for (; goesOn(); await sleep(pauseMs))
      replies.push(await sendRequest(server.baseUrl, clinicians[0]?.token, request))
  }
  await Promise.all(requests.map(caller))
  return replies
}

interface Outage {
  readonly replies: readonly Reply[]
  readonly live: readonly Reply[]
}

const outage = async (milliseconds: number): Promise<Outage> => {
  const until = Date.now() + milliseconds
  const live: Reply[] = []
  const watching = (async () => {
    for (; Date.now() < until; await sleep(200)) live.push(await get('/health/live'))
  })()
  const replies = await callWhile(
    [...reads, ...clinicians.slice(0, 1).map(loginRequest)],
    50,
    () => Date.now() < until,
  )
  await watching
  return { replies, live }
}

const untilReady = async (): Promise<number> => {
  const startedAt = performance.now()
  while ((await get('/health/ready')).status !== 200) await sleep(20)
  return performance.now() - startedAt
}

/** What so many requests after the return were told that did not succeed. */
const failuresAfterReturn = async (): Promise<Reply[]> => {
  let left = sizes.answersAfterReturn
  const replies = await callWhile(reads, 0, () => {
    left -= 1
    return left > 0
  })
  return replies.filter((reply) => reply.status !== 200)
}

/** One in a thousand, of which a small share of them cannot ask for less than one. */
const fewFailures = Math.max(1, sizes.answersAfterReturn / 1000)

/**
 * The failures of each round of so many requests, until one has few. What is promised counts from ten seconds after the return on:
 * where a new connection takes over two seconds the database counts as away once more (watched-pool.ts).
 */
const roundsAfterReturn = async (): Promise<Reply[][]> => {
  const until = performance.now() + sizes.backMs
  const rounds = [await failuresAfterReturn()]
  while ((rounds.at(-1)?.length ?? 0) > fewFailures && performance.now() < until)
    rounds.push(await failuresAfterReturn())
  return rounds
}

/** The longest that anybody who asked before `until` waited after `from`, in milliseconds. */
const longestWait = (replies: readonly Reply[], from: number, until: number): number =>
  Math.max(
    0,
    ...replies
      .filter(({ startedAt }) => startedAt < until)
      .map(({ startedAt, ms }) => startedAt + ms - Math.max(startedAt, from)),
  )

const expectNothingLost = async (): Promise<void> => {
  expect(load.surprises, server.output.slice(-5000)).toEqual([])
  expect(await findLost(server.baseUrl, clinicians, journal)).toEqual([])
  const pool = openPool(owner, { size: 2, onIdleError: () => undefined })
  try {
    expect(await countUntold(pool.queries, journal)).toEqual({
      patients: 0,
      records: 0,
      appointments: 0,
      drafts: 0,
    })
    expect(
      await findBroken(pool.queries, deriveKey(await ensureSecret(scratch.directory), 'audit chain')),
    ).toEqual([])
  } finally {
    await pool.close()
  }
}

const ways = [
  { how: 'refuses', leave: () => proxy.close(), comeBack: () => proxy.open() },
  { how: 'says nothing', leave: async () => proxy.fallSilent(), comeBack: async () => proxy.speakAgain() },
]

describe('A6 while the database is away', () => {
  it.each(ways)(
    'and $how, everybody is told within 5 s to come back, and it goes on by itself afterwards',
    { timeout: sizes.patienceMs },
    async ({ how, leave, comeBack }) => {
      load = new Load(server, clinicians, journal)
      load.start(sizes.writers)
      await load.progress(sizes.writers * 3)
      const leftAt = performance.now()
      await leave()
      const { replies, live } = await outage(sizes.awayMs)
      const readyMeanwhile = (await get('/health/ready')).status
      const backAt = performance.now()
      await comeBack()
      const returnMs = await untilReady()
      const rounds = await roundsAfterReturn()
      await load.stop()
      const refusals = [
        ...replies.filter((reply) => reply.status !== 200),
        ...load.refusals,
        ...rounds.flat(),
      ]
      const slowestMs = longestWait([...replies, ...load.refusals], leftAt, backAt)
      const liveMs = longestWait(live, leftAt, backAt)
      reportFigures('A6', {
        how,
        awayMs: sizes.awayMs,
        refused: refusals.length,
        refusedAfter: load.refusals.filter(({ startedAt }) => startedAt > backAt).length,
        slowestMs: Math.round(slowestMs),
        liveMs: Math.round(liveMs),
        returnMs: Math.round(returnMs),
        failures: rounds.map(({ length }) => length),
        acknowledged: load.acknowledged,
      })
      expect(refusals.filter((reply) => reply.status !== 503 || !reply.retryAfter)).toEqual([])
      expect(refusals.length).toBeGreaterThan(0)
      // The promise is five seconds, and the figure above says how it was kept. What is asserted is that nothing hangs:
      // on a machine with other work the same code takes longer.
      expect(slowestMs).toBeLessThan(sizes.toldMs + liveMs)
      expect(new Set(live.map((reply) => reply.status))).toEqual(new Set([200]))
      expect(readyMeanwhile).toBe(503)
      expect(returnMs).toBeLessThan(sizes.backMs)
      expect(rounds.at(-1)?.length).toBeLessThanOrEqual(fewFailures)
      // The same process, in which nothing was left unhandled.
      expect([server.pid, server.running, load.unanswered]).toEqual([pid, true, 0])
      expect(server.output).not.toMatch(/stopping after an error|[Uu]nhandled|"level":60/)
      await expectNothingLost()
    },
  )
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reportFigures } from '../figures.ts'
import { type Clinician, type Reply, renewToken, sendRequest } from '../http-call.ts'
import { emptyJournal, Load } from '../load.ts'
import { sizes } from '../sizes.ts'
import { type ProxiedServer, startProxied } from './proxied-server.ts'

let scene: ProxiedServer
let clinician: Clinician
const journal = emptyJournal()

beforeAll(async () => {
  scene = await startProxied()
  const [first] = scene.clinicians
  if (!first) throw new Error('there is no clinician')
  clinician = first
})
afterAll(() => scene.close())
beforeEach(async () => {
  for (const one of scene.clinicians) await renewToken(scene.server.baseUrl, one)
})

const run = (text: string) => sql.raw(text).execute(scene.owner.queries)

/** Everybody writes for so long while `fault` goes on; answers what the writers saw. */
const writeWhile = async (fault: (until: number) => Promise<void>): Promise<Load> => {
  const load = new Load(scene.server, scene.clinicians, journal)
  load.start(sizes.writers)
  await load.progress(sizes.writers)
  await fault(Date.now() + sizes.brokenMs).catch(async (error: unknown) => {
    await load.abandon()
    throw error
  })
  await load.stop()
  return load
}

/** Takes the patients from everybody for a while, on a connection that nothing ends. */
const holdPatients = async (meanwhile: () => Promise<void>): Promise<void> => {
  const client = new pg.Client({ ...scene.owner.connection })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('lock table patients in access exclusive mode')
    for (const until = Date.now() + sizes.brokenMs; Date.now() < until; ) await meanwhile()
    await client.query('rollback')
  } finally {
    await client.end()
  }
}

/** Of all calls, how many succeeded at once; those that did not are made again. */
const successOf = ({ acknowledged, refusals, unanswered }: Load): number =>
  acknowledged / (acknowledged + refusals.length + unanswered)

const expectAlive = (load: Load): void => {
  expect(load.surprises).toEqual([])
  expect([scene.server.running, load.unanswered]).toEqual([true, 0])
  expect(scene.server.output).not.toMatch(/stopping after an error|[Uu]nhandled|"level":60/)
}

const post = (note: string, key: string): Promise<Reply> =>
  sendRequest(scene.server.baseUrl, clinician.token, {
    method: 'POST',
    path: '/patient',
    body: { firstName: 'Mariana', lastName: 'Gómez', note },
    key,
  })

/** Which attempt it is, counted by what no rollback takes back, and how attempts of this code fail. */
const stormOn = async (code: string, when: string): Promise<void> => {
  await run('create sequence if not exists storm_attempts')
  await run('create sequence if not exists storm_turns')
  await run('grant usage on sequence storm_attempts, storm_turns to public')
  await run('alter sequence storm_attempts restart')
  await run(`create or replace function storm() returns trigger language plpgsql as $$
    begin
      if ${when} then
        perform nextval('public.storm_attempts');
        raise exception 'storm' using errcode = '${code}';
      end if;
      return new;
    end $$`)
  await run('create trigger storm before insert on patients for each row execute function storm()')
}

const stormOver = async (): Promise<number> => {
  await run('drop trigger storm on patients')
  const { rows } = await sql<{ last: number; used: boolean }>`
    select last_value::int as last, is_called as used from storm_attempts`.execute(scene.owner.queries)
  return rows[0]?.used ? rows[0].last : 0
}

describe('A8 whatever breaks between server and database', () => {
  it('a connection every 100 ms: who repeats gets through, and every write is there once', {
    timeout: sizes.patienceMs,
  }, async () => {
    const load = await writeWhile(async (until) => {
      for (; Date.now() < until; await sleep(100)) scene.proxy.breakOne()
    })
    reportFigures('A8', {
      fault: 'resets',
      acknowledged: load.acknowledged,
      refused: load.refusals.length,
      success: Number(successOf(load).toFixed(4)),
    })
    expectAlive(load)
    expect(successOf(load)).toBeGreaterThanOrEqual(sizes.success)
    await scene.expectExactly(journal)
  })

  it('nobody gets a connection for a while: all are told to come back, and the process answers for itself', {
    timeout: sizes.patienceMs,
  }, async () => {
    const live: Reply[] = []
    const load = await writeWhile(() =>
      holdPatients(async () => {
        live.push(await sendRequest(scene.server.baseUrl, undefined, { method: 'GET', path: '/health/live' }))
        await sleep(200)
      }),
    )
    reportFigures('A8', {
      fault: 'exhausted',
      acknowledged: load.acknowledged,
      refused: load.refusals.length,
      liveMs: Math.round(Math.max(...live.map(({ ms }) => ms))),
    })
    expect(new Set(live.map(({ status }) => status))).toEqual(new Set([200]))
    expectAlive(load)
    await scene.expectExactly(journal)
  })

  it.each(['40001', '40P01'])(
    'one in three writes ends with %s: nearly all succeed at once, and each has one effect',
    { timeout: sizes.patienceMs },
    async (code) => {
      await stormOn(code, "nextval('public.storm_turns') % 3 = 1")
      const load = await writeWhile(async (until) => {
        while (Date.now() < until) await sleep(100)
      })
      const failed = await stormOver()
      reportFigures('A8', {
        fault: code,
        acknowledged: load.acknowledged,
        failed,
        refused: load.refusals.length,
        success: Number(successOf(load).toFixed(4)),
      })
      expect(failed).toBeGreaterThan(0)
      expect(successOf(load)).toBeGreaterThanOrEqual(sizes.success)
      expectAlive(load)
      await scene.expectExactly(journal)
    },
  )

  it.each(['40001', '40P01'])(
    'a write that always ends with %s is tried three times, and whoever made it is told to come back',
    async (code) => {
      const mark = `storm ${randomUUID()}`
      await stormOn(code, `new.note like '${mark}%'`)
      const replies: Reply[] = []
      for (let round = 0; round < 8; round += 1) replies.push(await post(`${mark} ${round}`, randomUUID()))
      const attempts = await stormOver()
      expect(replies.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
        replies.map(() => [503, 2]),
      )
      expect(attempts).toBe(replies.length * 3)
      // The same call succeeds once the storm is over, and says the same when it is made again.
      const key = randomUUID()
      const [first, again] = [await post(mark, key), await post(mark, key)]
      expect([first.status, again.status]).toEqual([201, 201])
      expect(again.payload).toEqual(first.payload)
      const id = Number(first.payload.id)
      journal.patients.set(id, first.payload)
      await scene.expectExactly(journal)
    },
  )
})

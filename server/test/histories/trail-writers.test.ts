import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockTrail } from '../../src/platform/audit/audit.strands.ts'
import { verifyChains } from '../../src/platform/audit/audit.verify.ts'
import { openPool, type Pool } from '../../src/platform/database/database.ts'
import type { SignedInActor } from '../../src/platform/sessions/actor.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { audited, change, type Database, openDatabase, view } from '../../src/platform/use-case.ts'
import { testSecret } from '../build-test-app.ts'
import { createPatient } from '../factories/clinical.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { testServer } from '../test-practice.ts'

/** Processes of one installation, with as many connections as the server opens. */
const processes = 5
const connections = 16
const practices = 20

const key = deriveKey(testSecret, 'audit chain')

let pools: Pool[]
let databases: Database[]

const app = await testServer({ alone: true })

beforeAll(async () => {
  pools = Array.from({ length: processes }, () =>
    openPool(app.database.appConnection, { size: connections, onIdleError: () => undefined }),
  )
  databases = pools.map((pool) => openDatabase(pool, { audit: key, answers: [key] }))
})
afterAll(async () => {
  for (const pool of pools) await pool.close()
})

interface Desk {
  readonly db: Database
  readonly actor: SignedInActor
  readonly patientId: number
}

const deskOf = (writer: number, { practiceId, userId }: TestPerson, patientId: number): Desk => {
  const db = databases[writer % processes]
  if (!db) throw new Error('there is no such process')
  const call = { requestId: `writer ${writer}`, ip: null, userAgent: null, device: null, idempotent: null }
  const person = {
    ...{ userId, sessionId: 1, practiceKeyId: null },
    language: 'es',
    ...{ email: '', fresh: true, handedOver: null },
  } as const
  return { db, patientId, actor: { kind: 'signed-in', practiceId, call, ...person } }
}

const noteOf = (tx: Parameters<Parameters<typeof view>[2]>[0], { actor, patientId }: Desk) =>
  tx
    .selectFrom('patients')
    .select('note')
    .where('practice_id', '=', actor.practiceId ?? 0)
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()

const read = (desk: Desk): Promise<unknown> =>
  view(desk.db, desk.actor, async (tx) =>
    audited({ action: 'patient.read', patientId: desk.patientId }, await noteOf(tx, desk)),
  )

class CameToNothing extends Error {}

/** A change of the file, which may come to nothing when it has a strand in its hands already. */
const write = (desk: Desk, n: number, comesToNothing: boolean): Promise<unknown> =>
  change(desk.db, desk.actor, async (tx) => {
    const { actor, patientId } = desk
    await tx
      .updateTable('patients')
      .set({ note: `note ${n}` })
      .where('practice_id', '=', actor.practiceId ?? 0)
      .where('id', '=', patientId)
      .execute()
    lockTrail(tx, actor.practiceId ?? 0)
    if (comesToNothing) {
      await noteOf(tx, desk)
      throw new CameToNothing()
    }
    return audited({ action: 'patient.update', patientId, detail: { n } }, {})
  })

const noConnection = 'timeout exceeded when trying to connect'

let refusals = 0

/** Whoever got no connection in time comes back; nothing was begun for them. */
const patiently = async <T>(doIt: () => Promise<T>): Promise<T> => {
  try {
    return await doIt()
  } catch (error) {
    const { message, cause } = error as Error
    if (message !== noConnection && (cause as Error | undefined)?.message !== noConnection) throw error
    refusals += 1
    return patiently(doIt)
  }
}

/** The n-th thing that is done; answers whether it leaves a row. */
const doOne = async (desk: Desk, n: number): Promise<boolean> => {
  if (n % 3 === 0) {
    await patiently(() => read(desk))
    return true
  }
  const comesToNothing = n % 20 === 7
  const done = patiently(() => write(desk, n, comesToNothing))
  if (!comesToNothing) {
    await done
    return true
  }
  await expect(done).rejects.toBeInstanceOf(CameToNothing)
  return false
}

/** Counted by the database and not by the verifier. */
const countTrail = async () => {
  const { rows } = await sql<{ rows: number; gaps: number; forks: number; ahead: number; strands: number }>`
    with strands as (
      select practice_id, strand, count(*) as rows, count(distinct seq) as places, count(distinct mac) as links,
        min(seq) as first, max(seq) as last
      from audit_events where practice_id > 0 group by practice_id, strand)
    select sum(rows)::int as rows, count(*)::int as strands,
      sum(last - places + first - 1)::int as gaps, sum(rows - places + rows - links)::int as forks,
      (select count(*)::int from audit_heads h left join strands s using (practice_id, strand)
        where h.practice_id > 0 and h.seq <> coalesce(s.last, 0)) as ahead
    from strands`.execute(app.owner.queries)
  return rows[0]
}

describe('the audit trail under many at once', () => {
  it(`D8 has neither gap nor fork after ${sizes.trailRows} rows of ${sizes.trailWriters} writers in ${practices} practices`, {
    timeout: sizes.patienceMs,
  }, async () => {
    const desks: Desk[] = []
    const owners: TestPerson[] = []
    for (let n = 0; n < practices; n += 1) owners.push(await registerOwner(app))
    for (let writer = 0; writer < sizes.trailWriters; writer += 1) {
      const owner = owners[writer % practices]
      if (owner) desks.push(deskOf(writer, owner, (await createPatient(app, owner)).id))
    }
    const before = (await countTrail())?.rows ?? 0
    let next = 0
    let told = 0
    const work = async (desk: Desk): Promise<void> => {
      while (told < sizes.trailRows) {
        next += 1
        if (await doOne(desk, next)) told += 1
      }
    }
    const startedAt = performance.now()
    await Promise.all(desks.map(work))
    const seconds = (performance.now() - startedAt) / 1000
    const counted = await countTrail()
    expect(counted).toMatchObject({ rows: before + told, gaps: 0, forks: 0, ahead: 0 })
    const reports = await verifyChains(app.pool.queries, key)
    expect(reports.flatMap(({ faults }) => faults)).toEqual([])
    reportFigures('D8', {
      n: told,
      writers: sizes.trailWriters,
      practices,
      refusals,
      strands: counted?.strands,
      gaps: counted?.gaps,
      forks: counted?.forks,
      rowsPerSecond: Math.round(told / seconds),
    })
  })
})

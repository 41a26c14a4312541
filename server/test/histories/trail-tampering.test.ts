import { patientEndpoints } from '@ulna/contract/patients/patients'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notedAfter } from '../../src/platform/audit/audit.noted-heads.ts'
import { appendAudit } from '../../src/platform/audit/audit.strands.ts'
import type { UnchainedRow } from '../../src/platform/audit/audit.ts'
import { type NotedHeads, verifyChains } from '../../src/platform/audit/audit.verify.ts'
import type { ChainFault } from '../../src/platform/audit/audit.walk.ts'
import { openPool, type Pool, transaction } from '../../src/platform/database/database.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { testSecret } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import { createPatient } from '../factories/clinical.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { testServer } from '../test-practice.ts'
import { type Place, tamperings } from './trail-tampering.kinds.ts'

const key = deriveKey(testSecret, 'audit chain')

let owners: TestPerson[]
/** The intruder is a superuser, whom no trigger and no key of a table holds up. */
let intruder: pg.Client
let noted: NotedHeads

/** More than the verifier reads at a time, in the practice that has most. */
const rowsOfPractices = [2600, 640, 320]
const writersAtATime = 20

const fillTrail = async (pool: Pool, practiceId: number, rows: number): Promise<void> => {
  const actor = { practiceId, userId: 1, sessionId: 2, requestId: 'filled', ip: '192.0.2.7' }
  const unchained: UnchainedRow[] = Array.from({ length: rows / 4 / writersAtATime }, (_, n) => ({
    actor,
    entry: { action: 'patient.read', patientId: n, detail: { n, who: 'Peña «ñandú» \u2028' } },
  }))
  const write = () =>
    transaction(pool.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
      appendAudit(tx, key, practiceId, unchained),
    )
  for (let turn = 0; turn < 4; turn += 1)
    await Promise.all(Array.from({ length: writersAtATime }, () => write()))
}

const app = await testServer({ alone: true })

beforeAll(async () => {
  owners = []
  const pool = openPool(app.database.appConnection, { size: writersAtATime, onIdleError: () => undefined })
  for (const rows of rowsOfPractices) {
    const owner = await registerOwner(app)
    await fillTrail(pool, owner.practiceId, rows)
    owners.push(owner)
  }
  await pool.close()
  intruder = new pg.Client(app.database.ownerConnection)
  await intruder.connect()
})
afterAll(async () => {
  await intruder.end()
})

const verify = () => verifyChains(app.pool.queries, key, noted)
const faultsOf = async (): Promise<ChainFault[]> => (await verify()).flatMap(({ faults }) => faults)

describe('the audit trail, laid hands on', () => {
  it(`D6 gives no false alarm in ${sizes.cleanTrails} runs, some of them while it is written`, {
    timeout: sizes.patienceMs,
  }, async () => {
    noted = new Map()
    let isBusy = false
    const work = async (owner: TestPerson): Promise<void> => {
      while (isBusy) {
        const { id } = await createPatient(app, owner)
        const read = () => callEndpoint(app, patientEndpoints.read, { params: { id }, token: owner.token })
        await Promise.all([read(), read(), createPatient(app, owner)])
      }
    }
    const alarms: ChainFault[] = []
    let told = 0
    for (let half = 0; half < 2; half += 1) {
      isBusy = half === 1
      const working = Promise.all(owners.map(work))
      for (let run = 0; run < sizes.cleanTrails / 2; run += 1) {
        const reports = await verify()
        alarms.push(...reports.flatMap(({ faults }) => faults))
        noted = notedAfter(noted, reports)
        told = reports.reduce((sum, { rows }) => sum + rows, 0)
      }
      isBusy = false
      await working
    }
    expect(alarms).toEqual([])
    reportFigures('D6 clean', { n: sizes.cleanTrails, falseAlarms: alarms.length, rows: told })
  })

  it(`D6 tells where, in ${sizes.tamperings} of ${sizes.tamperings} tamperings of eight kinds`, {
    timeout: sizes.patienceMs,
  }, async () => {
    // The database of its owner: nothing of it holds them up.
    await intruder.query(`set session_replication_role = replica;
      alter table audit_events drop constraint audit_events_pkey;
      create index on audit_events (practice_id, strand, seq);
      create table kept_events as table audit_events; create table kept_heads as table audit_heads;
      create index on kept_events (practice_id, strand)`)
    noted = notedAfter(new Map(), await verify())
    const kinds = Object.keys(tamperings)
    const located: Record<string, number> = {}
    const missed: unknown[] = []
    for (const [n, place] of (await randomPlaces()).entries()) {
      const kind = kinds[n % kinds.length] ?? ''
      const wrong = (await tamperings[kind]?.(intruder, place)) ?? []
      const faults = await faultsOf()
      if (isLocated(kind, faults, place, wrong)) located[kind] = (located[kind] ?? 0) + 1
      else missed.push({ kind, place, wrong, faults })
      await putBack(place)
    }
    expect(missed).toEqual([])
    expect(await faultsOf()).toEqual([])
    expect(Object.keys(located)).toEqual(kinds)
    reportFigures('D6', { n: sizes.tamperings, missed: missed.length, ...located })
  })
})

/** What leaves the rows behind it as they were: of those at most the next may be named, which follows on a wrong one. */
const staysInPlace = ['flip', 'delete', 'swap', 'duplicate']

/**
 * The strand that was touched and no other is named, from its first wrong row on; no wrong row is left out, and none is
 * named that is as it was.
 */
const isLocated = (
  kind: string,
  faults: readonly ChainFault[],
  place: Place,
  wrong: readonly number[],
): boolean => {
  const covers = (seq: number): boolean => faults.some((fault) => fault.seq <= seq && seq <= fault.through)
  const isNamed = faults[0]?.seq === Math.min(...wrong) && wrong.every(covers)
  const isHere = faults.every(
    ({ practiceId, strand }) => practiceId === place.practiceId && strand === place.strand,
  )
  const named = faults.flatMap(({ seq, through }) =>
    Array.from({ length: through - seq + 1 }, (_, n) => seq + n),
  )
  const isExact = named.every((seq) => wrong.includes(seq) || wrong.includes(seq - 1))
  return isNamed && isHere && (isExact || !staysInPlace.includes(kind))
}

/** Rows anywhere in any strand, drawn anew in each long run. */
const randomPlaces = async (): Promise<Place[]> => {
  const { rows } = await intruder.query<{ practiceId: number; strand: number; last: number }>(
    `select practice_id::int as "practiceId", strand, max(seq)::int as last from audit_events
     where practice_id > 0 group by practice_id, strand having count(*) > 3 order by practice_id, strand`,
  )
  const draw = fc.noBias(
    fc.record({
      strand: fc.nat(),
      seq: fc.nat(),
      other: fc.nat(),
      rows: fc.integer({ min: 1, max: 6 }),
      way: fc.nat(),
    }),
  )
  return fc.sample(draw, sizes.tamperings).map(({ strand, seq, other, ...rest }) => {
    const chosen = rows[strand % rows.length]
    if (!chosen) throw new Error('the trail is empty')
    // The last row is behind all that are chosen, so that there is an end to cut off and another row to swap with.
    const at = 1 + (seq % (chosen.last - 1))
    return { ...chosen, ...rest, seq: at, other: at + 1 + (other % (chosen.last - at)) }
  })
}

const putBack = async ({ practiceId, strand }: Place): Promise<void> => {
  const one = `practice_id = ${practiceId} and strand = ${strand}`
  await intruder.query(`
    delete from audit_events where ${one}; insert into audit_events select * from kept_events where ${one};
    delete from audit_heads where ${one}; insert into audit_heads select * from kept_heads where ${one}`)
}

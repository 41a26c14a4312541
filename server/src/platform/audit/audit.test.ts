import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { unlikeTheServer } from '../../../test/statements/sent-statements.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { deriveKey } from '../tokens.ts'
import { strandCount } from './audit.strands.ts'
import { verifyChains } from './audit.verify.ts'

const { app, owner } = await testPractice({ alone: true })

beforeAll(async () => {
  for (let turn = 0; turn < 20; turn += 1) await createPatient(app, owner)
})

const key = deriveKey(testSecret, 'audit chain')
const faults = async () => (await verifyChains(app.pool.queries, key)).flatMap((report) => report.faults)

/** Changes the trail as a superuser, looks what the verifier says, and puts everything back. */
const tamper = async (statement: string): Promise<unknown[]> => {
  await sql
    .raw('create table kept_events as table audit_events; create table kept_heads as table audit_heads')
    .execute(app.owner.queries)
  await sql.raw(statement).execute(app.owner.queries)
  const found = await faults()
  await sql
    .raw(
      'truncate audit_events, audit_heads; insert into audit_events table kept_events; insert into audit_heads table kept_heads; drop table kept_events, kept_heads',
    )
    .execute(app.owner.queries)
  return found
}

describe('the audit trail', () => {
  it('D6 is unbroken, and every kind of tampering is found and located', async () => {
    expect(await faults()).toEqual([])
    const { practiceId } = owner
    const at = (seq: number): string => `practice_id = ${practiceId} and strand = 0 and seq = ${seq}`
    const fault = (seq: number, kind: string) => ({ practiceId, strand: 0, seq, through: seq, kind })
    expect(await tamper(`update audit_events set patient_id = 1 where ${at(5)}`)).toEqual([
      fault(5, 'altered'),
    ])
    expect(await tamper(`update audit_events set at = at + interval '1 second' where ${at(7)}`)).toEqual([
      fault(7, 'altered'),
    ])
    expect(await tamper(`delete from audit_events where ${at(6)}`)).toEqual([fault(6, 'gap')])
    expect(await tamper(`delete from audit_events where ${at(18).replace('seq =', 'seq >')}`)).toEqual([
      fault(18, 'tail'),
    ])
    const swap = `update audit_events a set action = b.action, patient_id = b.patient_id from audit_events b
      where a.practice_id = ${practiceId} and a.strand = 0 and a.seq = 8
        and b.practice_id = a.practice_id and b.strand = a.strand and b.seq = 9`
    expect(await tamper(swap)).toEqual([fault(8, 'altered')])
  })

  it('D6 misses a strand that was taken out as a whole, and rows that were moved to another', async () => {
    const { practiceId } = owner
    const strand = (number: number): string => `practice_id = ${practiceId} and strand = ${number}`
    const takeOut = (number: number): string =>
      `delete from audit_events where ${strand(number)}; delete from audit_heads where ${strand(number)}`
    expect(await tamper(takeOut(3))).toEqual([{ practiceId, strand: 3, seq: 0, through: 0, kind: 'tail' }])
    const others = takeOut(1).replaceAll('strand = 1', 'strand > 0')
    expect((await tamper(others)).length).toBe(strandCount - 1)
    const move = `delete from audit_events where ${strand(1)}; delete from audit_heads where ${strand(1)};
      update audit_events set strand = 1 where ${strand(0)}; update audit_heads set strand = 1 where ${strand(0)}`
    expect(await tamper(move)).toEqual([
      { practiceId, strand: 0, seq: 0, through: 0, kind: 'tail' },
      { practiceId, strand: 1, seq: 1, through: 1, kind: 'altered' },
    ])
  })

  it('D6 finds a row that was put in, doubled or forked off, and a chain written anew without its key', async () => {
    const { practiceId } = owner
    const strand = `practice_id = ${practiceId} and strand = 0`
    const last = `(select max(seq) from kept_events where ${strand})`
    const copyOf = (seq: number, change: string): string => `
      create table forged as select * from audit_events where ${strand} and seq = ${seq};
      update forged set ${change};`
    const putIn = `${copyOf(9, `seq = ${last} + 1`)} insert into audit_events table forged; drop table forged;
      update audit_heads set seq = seq + 1 where ${strand}`
    expect(await tamper(putIn)).toContainEqual(
      expect.objectContaining({ practiceId, strand: 0, kind: 'altered' }),
    )
    const doubled = `${copyOf(9, 'seq = 10')} delete from audit_events where ${strand} and seq = 10;
      insert into audit_events table forged; drop table forged`
    expect(await tamper(doubled)).toContainEqual(
      expect.objectContaining({ practiceId, strand: 0, seq: 10, kind: 'altered' }),
    )
    // Everything behind a place as it might have gone on otherwise, each row with a digest that looks like one.
    const forked = `update audit_events set mac = sha256(mac) where ${strand} and seq > 12;
      update audit_heads h set mac = e.mac from audit_events e where h.practice_id = e.practice_id
        and h.strand = e.strand and h.seq = e.seq and h.practice_id = ${practiceId} and h.strand = 0`
    expect(await tamper(forked)).toContainEqual(
      expect.objectContaining({ practiceId, strand: 0, seq: 13, kind: 'altered' }),
    )
    const anew = forked.replace('seq > 12', 'seq > 0')
    expect(await tamper(anew)).toContainEqual(
      expect.objectContaining({ practiceId, strand: 0, seq: 1, kind: 'altered' }),
    )
    expect(await faults()).toEqual([])
  })

  it('D8 stays unbroken, in several strands, while reads and writes of one practice come in waves', async () => {
    const patient = await createPatient(app, owner)
    const read = () =>
      callEndpoint(app, patientEndpoints.read, { params: { id: patient.id }, token: owner.token })
    // However slowly they come: one strand is taken for as long as the first of them lasts.
    await app.owner.queries.transaction().execute(async (tx) => {
      await sql`select 1 from audit_heads where practice_id = ${owner.practiceId} and strand = 0 for update`.execute(
        tx,
      )
      await createPatient(app, owner)
    })
    for (let wave = 0; wave < 5; wave += 1) {
      const reads = Array.from({ length: 40 }, read)
      const writes = Array.from({ length: 10 }, () => createPatient(app, owner))
      expect((await Promise.all(reads)).map((answer) => answer.status)).toEqual(reads.map(() => 200))
      await Promise.all(writes)
    }
    expect(await faults()).toEqual([])
    const { rows } = await sql<{ reads: number }>`
      select count(*)::int as reads from audit_events where action = 'patient.read' and patient_id = ${patient.id}`.execute(
      app.owner.queries,
    )
    expect(rows[0]?.reads).toBe(200)
    const strands = await sql<{ used: number }>`
      select count(distinct strand)::int as used from audit_events where practice_id = ${owner.practiceId}`.execute(
      app.owner.queries,
    )
    expect(strands.rows[0]?.used).toBeGreaterThan(1)
  })

  it('cannot be changed or removed by the role of the application', async () => {
    for (const statement of [
      'update audit_events set ip = null',
      'delete from audit_events',
      'truncate audit_events',
      'delete from record_versions',
      'update patient_versions set body = null',
    ]) {
      const attempt = unlikeTheServer(() =>
        app.pool.queries.connection().execute(async (connection) => {
          await sql
            .raw(`begin; set local app.practice_id = '${owner.practiceId}'; set local app.user_id = '0'`)
            .execute(connection)
          return sql
            .raw(statement)
            .execute(connection)
            .finally(() => sql.raw('rollback').execute(connection))
        }),
      )
      await expect(attempt, statement).rejects.toMatchObject({ code: '42501' })
    }
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { stageWholeFile, type WholeFile } from '../../../test/factories/whole-file.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { transaction } from '../../platform/database/database.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'
import { deriveKey, deriveKeys } from '../../platform/tokens.ts'
import { anchorSeals } from '../signatures/signatures.anchors.ts'
import { createSealKeys } from '../signatures/signatures.seals.ts'
import { verifySeals } from '../signatures/signatures.verify.chain.ts'
import { carryOut } from './erasures.carry-out.service.ts'

const { app, owner } = await testPractice({ alone: true })
const { block, comeDue, choose, find } = erasuresOf(app, owner)

const files = localFileStore(app.filesDirectory)
const auditKey = deriveKey(testSecret, 'audit chain')
const trail = async () => {
  const reports = await verifyChains(app.pool.queries, auditKey)
  const own = reports.find(({ practiceId }) => practiceId === owner.practiceId)
  return { erased: own?.erased ?? 0, faults: own?.faults.map(({ kind }) => kind) ?? [] }
}
const seals = async (secret = testSecret) => {
  const [report] = await verifySeals(app.pool.queries, { keys: createSealKeys(secret), files })
  return report
}
const run = (statement: string) => sql.raw(statement).execute(app.owner.queries)

const stage = async (word: string): Promise<WholeFile> => stageWholeFile(app, owner, word)
const erase = async ({ patientId }: WholeFile): Promise<number> => {
  const { id } = await block(patientId)
  await comeDue(id)
  expect(await find(id)).toMatchObject({ state: 'done' })
  return id
}

beforeAll(async () => {
  await giveSigningKey(app, owner)
  await choose({ rule: 'own', years: 0 })
})

describe('D14: the chains of an erased file', () => {
  it('tell how many rows and seals of erased patients they hold, and no fault', async () => {
    await stage('Zanfonista')
    await erase(await stage('Xilofonista'))
    expect(await trail()).toMatchObject({ faults: [] })
    expect((await trail()).erased).toBeGreaterThan(5)
    expect(await seals()).toMatchObject({ faults: [], erased: 3, seals: 2 })
  })

  it('find what is changed in what is left of them, and what is passed off as erased', async () => {
    const erased = `practice_id = ${owner.practiceId} and erased_mac is not null`
    const one = `(practice_id, strand, seq) = (select practice_id, strand, seq from audit_events where ${erased} limit 1)`
    await run(`create table kept as table audit_events; create table kept_seals as table erased_seals`)
    const faultsAfter = async (statement: string) => {
      await run(statement)
      const found = [await trail(), await seals()]
      await run(`truncate audit_events, erased_seals; insert into audit_events table kept;
        insert into erased_seals table kept_seals`)
      return found.flatMap((report) =>
        report?.faults.map((fault) => (typeof fault === 'string' ? fault : fault.kind)),
      )
    }
    expect(await faultsAfter(`update audit_events set action = 'patient.read' where ${one}`)).toEqual([
      'altered',
    ])
    expect(await faultsAfter(`update audit_events set detail = '{"a":1}' where ${one}`)).toEqual(['altered'])
    const other = `(practice_id, strand, seq) = (select practice_id, strand, seq from audit_events
      where practice_id = ${owner.practiceId} and erased_mac is null and detail <> '{}' limit 1)`
    expect(
      await faultsAfter(`update audit_events set detail = '{}', erased_mac = mac where ${other}`),
    ).toEqual(['altered'])
    expect(await faultsAfter('update erased_seals set seal_id = null')).toContain('erased')
    expect(
      await faultsAfter('delete from erased_seals where sequence = (select min(sequence) from erased_seals)'),
    ).toContain('chain')
    expect(await faultsAfter('select 1')).toEqual([])
    await run('drop table kept, kept_seals')
  })

  it('go on finding what was not as it was written before it was erased', async () => {
    const file = await stage('Ocarinista')
    await run(`update signatures set signer_name = 'Otra' where patient_id = ${file.patientId} and sequence =
      (select max(sequence) from signatures where patient_id = ${file.patientId})`)
    await run(`update audit_events set detail = '{"reason":"otra"}' where (practice_id, strand, seq) = (select practice_id,
      strand, seq from audit_events where patient_id = ${file.patientId} and action = 'patient.archive')`)
    expect((await trail()).faults).toEqual(['altered'])
    await erase(file)
    expect((await trail()).faults).toEqual(['altered'])
    expect((await seals())?.faults.map(({ kind }) => kind)).toEqual(['erased'])
    await run(
      `delete from audit_events where practice_id = ${owner.practiceId} and detail = '{"reason":"otra"}'`,
    )
  })

  it('are anchored anew where the secret of the seals was lost', async () => {
    const file = await stage('Trovadora')
    const other = 'another secret for tests that is long enough'
    const keys = createSealKeys(other)
    await transaction(app.owner.queries, { practiceId: owner.practiceId, userId: 0 }, 'read write', (tx) =>
      anchorSeals(tx, keys, { practiceId: owner.practiceId, epoch: 2, at: new Date().toISOString() }),
    )
    const lost = async () => (await seals(other))?.faults.filter(({ kind }) => kind === 'anchor')
    expect(await lost()).toEqual([])
    const { id } = await block(file.patientId)
    await sql`update erasures set destroy_after = now() where id = ${id}`.execute(app.owner.queries)
    await carryOut(
      {
        ...{ db: app.db, files, sealKeys: keys, list: undefined },
        digestKeys: deriveKeys([testSecret], 'digests of erased patients'),
        auditKeys: deriveKeys([testSecret], 'audit chain'),
      },
      { practiceId: owner.practiceId, erasureId: id },
    )
    expect(await find(id)).toMatchObject({ state: 'done' })
    expect(await lost()).toEqual([])
    await run(
      `update erased_seals set seal_id = null where sequence = (select max(sequence) from erased_seals where seal_id is not null)`,
    )
    expect(await lost()).toHaveLength(1)
  })
})

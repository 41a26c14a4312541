import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testSecret } from '../../../test/build-test-app.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { exportPractice, importPractice } from '../../../test/factories/moves.ts'
import { stageWholeFile, type WholeFile } from '../../../test/factories/whole-file.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { giveUpSecret } from '../../installation.secret.ts'
import { verifyChains } from '../audit/audit.verify.ts'
import { transaction } from '../database/database.ts'
import { deriveKey } from '../tokens.ts'
import { erasableRowsInFront } from './origins.erase.ts'
import { verifyOrigins } from './origins.verify.ts'

const { app, owner } = await testPractice({ alone: true })
const { practiceId } = owner
const { block, comeDue, choose, find } = erasuresOf(app, owner)
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())
const archive = path.join(scratch.directory, 'old.zip')
const keyOf = (secret: string): Buffer => deriveKey(secret, 'audit chain')

let there: TestApp
let kept: WholeFile

/** What `npm run verify` finds in the trail of the practice there. */
const verified = async (secret = testSecret) => {
  const key = keyOf(secret)
  const reports = await verifyChains(there.pool.queries, key)
  const own = reports.find((report) => report.practiceId === practiceId)
  const origins = await verifyOrigins(there.pool.queries, [key])
  return {
    erased: own?.erased ?? 0,
    faults: [...(own?.faults ?? []).map(({ kind }) => kind), ...origins.flatMap(({ faults }) => faults)],
  }
}

const run = (statement: string) => sql.raw(statement).execute(there.owner.queries)

const saying = async (word: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events where detail like ${`%${word}%`}`.execute(
    there.owner.queries,
  )
  return rows[0]?.count ?? 0
}

const inFront = (secret = testSecret) =>
  transaction(there.pool.queries, { practiceId, userId: 0, seesBlocked: true }, 'read write', (tx) =>
    erasableRowsInFront(tx, [keyOf(secret)], practiceId, kept.patientId),
  )

beforeAll(async () => {
  await choose({ rule: 'own', years: 0 })
  const gone = await stageWholeFile(app, owner, 'Xilofonista')
  kept = await stageWholeFile(app, owner, 'Zanfonista')
  await exportPractice(app, practiceId, archive)
  const { id } = await block(gone.patientId)
  await comeDue(id)
  expect(await find(id)).toMatchObject({ state: 'done' })
  there = await buildTestApp()
  await copyFile(app.erasuresFile, there.erasuresFile)
  await importPractice(there, archive)
  expect(await saying('Xilofonista')).toBeGreaterThan(0)
  await there.runJobs()
  expect(there.log).toEqual([])
})
afterAll(() => there.close())

describe('D14 details of the trail from before a practice arrived', () => {
  it('go with whoever they were about, and what the origin said of the others is still proved', async () => {
    expect(await saying('Xilofonista')).toBe(0)
    expect(await saying('Zanfonista')).toBeGreaterThan(0)
    const { erased, faults } = await verified()
    expect(faults).toEqual([])
    expect(erased).toBeGreaterThan(0)
  })

  it.each([
    [
      'a row that is emptied says something else',
      `update audit_events e set detail = '{"reason":"otra"}' from audit_erased_links l
        where l.practice_id = e.practice_id and l.strand = e.strand and l.seq = e.seq and l.digest_of = 'origin'`,
    ],
    [
      'a row in front of one that is emptied was changed',
      `update audit_events e set action = 'patient.read' where (practice_id, strand, seq) in (
        select l.practice_id, l.strand, 1 from audit_erased_links l where l.seq > 1)`,
    ],
    [
      'a row is passed off as emptied',
      `update audit_events e set detail = '{}', erased_mac = mac where patient_id = ${'KEPT'} and detail <> '{}'`,
    ],
    ['what is kept of the digests is changed', `update audit_erased_links set behind = mac`],
    ['what is kept of the digests is removed', `delete from audit_erased_links`],
  ])('find that %s', async (_, statement) => {
    await run(
      'create table kept_events as table audit_events; create table kept_links as table audit_erased_links',
    )
    await run(statement.replace('KEPT', String(kept.patientId)))
    const { faults } = await verified()
    await run(`truncate audit_events, audit_erased_links; insert into audit_events table kept_events;
      insert into audit_erased_links table kept_links; drop table kept_events, kept_links`)
    expect(faults).toEqual(expect.arrayContaining(['altered', 'trail']))
    expect((await verified()).faults).toEqual([])
  })

  it('stay where a row of the same strand is not as it was, so that it is found for ever', async () => {
    const before = await inFront()
    const [one] = before
    if (!one) throw new Error('nothing about the patient is in front of the arrival')
    expect(one.links.map(({ digestOf }) => digestOf)).toEqual(['seam', 'origin'])
    const place = `practice_id = ${practiceId} and strand = ${one.strand} and seq = ${one.seq}`
    await run(
      `create table kept_events as table audit_events; update audit_events set ip = '10.0.0.1' where ${place}`,
    )
    const after = await inFront()
    await run(`truncate audit_events; insert into audit_events table kept_events; drop table kept_events`)
    expect(after).toEqual(before.filter(({ strand }) => strand !== one.strand))
  })

  it('go also where the secret of this place was lost since, and what was emptied before is still proved', async () => {
    const next = 'another secret for tests that is long enough'
    await giveUpSecret(there.database.ownerConnection, next, { epoch: 0 })
    expect((await verified(next)).faults).toEqual([])
    const rows = await inFront(next)
    expect(rows.length).toBeGreaterThan(0)
    await run(`insert into audit_erased_links (practice_id, strand, seq, digest_of, behind, mac)
      select ${practiceId}, r.strand, r.seq, l."digestOf", decode(l.behind, 'hex'), decode(l.mac, 'hex')
      from json_to_recordset('${JSON.stringify(rows)}') as r (strand smallint, seq bigint, links json)
      cross join lateral json_to_recordset(r.links) as l ("digestOf" text, behind text, mac text)`)
    await run(`update audit_events e set detail = '{}', erased_mac = decode(r.mac, 'hex')
      from json_to_recordset('${JSON.stringify(rows)}') as r (strand smallint, seq bigint, mac text)
      where e.practice_id = ${practiceId} and e.strand = r.strand and e.seq = r.seq`)
    expect((await verified(next)).faults).toEqual([])
    await run(`delete from audit_erased_links where digest_of = 'seam'`)
    expect((await verified(next)).faults).toContain('altered')
  })
})

import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { mergesOf } from '../../../test/factories/merges.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { stageWholeFile } from '../../../test/factories/whole-file.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { createSealKeys } from '../signatures/signatures.seals.ts'
import { verifySeals } from '../signatures/signatures.verify.chain.ts'

const { app, owner } = await testPractice({ alone: true })
const { ask, block, find, choose, comeDue } = erasuresOf(app, owner)

const word = 'Violonchelista'

const tables = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(
    app.owner.queries,
  )
  return rows.map(({ name }) => name)
}

const whereItStands = async (): Promise<string[]> => {
  const found: string[] = []
  for (const table of await tables()) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} t where t::text ilike ${`%${word}%`}`.execute(
      app.owner.queries,
    )
    if ((rows[0]?.count ?? 0) > 0) found.push(table)
  }
  return found.sort()
}

const faults = async () => {
  const chains = await verifyChains(app.pool.queries, deriveKey(testSecret, 'audit chain'))
  const seals = await verifySeals(app.pool.queries, {
    keys: createSealKeys(testSecret),
    files: localFileStore(app.filesDirectory),
  })
  return [...chains, ...seals].flatMap(({ faults: found }): unknown[] => [...found])
}

const archiveEndpoint = (name: 'archive' | 'bringBack', id: number, body: object = {}) =>
  callEndpoint(app, patientArchiveEndpoints[name], { token: owner.token, params: { id }, body })

it('D14: a merged file is destroyed under every number it had, with what was sealed for each of them', async () => {
  await giveSigningKey(app, owner)
  await choose({ rule: 'own', years: 0 })
  const other = await stageWholeFile(app, owner, word)
  expect((await archiveEndpoint('bringBack', other.patientId)).status).toBe(200)
  const kept = await createPatient(app, owner, {
    firstName: word,
    lastName: word,
    note: word,
    socialId: 'A-1',
  })
  await mergesOf(app, owner).merge(kept.id, other.patientId, {
    reason: `Es ${word}, registrada dos veces`,
    fields: { phone: 'other', note: 'both' },
  })
  const put = await archiveEndpoint('archive', kept.id, { balanceSeen: true, cancelVisits: true })
  expect(put.status, put.text).toBe(200)
  const erasure = await block(kept.id, { ground: 'term_over', graceDays: 30 })
  expect(erasure.scope).toBe('whole')
  await comeDue(erasure.id)
  expect(app.log).toEqual([])
  expect(await find(erasure.id)).toMatchObject({ state: 'done', kept: [{ kind: 'receipts' }] })
  expect(await whereItStands()).toEqual(['receipts'])
  expect(await faults()).toEqual([])
  const { rows } = await sql<{ name: string; file: string }>`
    select first_name as name, file_id as file from patients where id in (${kept.id}, ${other.patientId})
    order by id`.execute(app.owner.queries)
  expect(rows).toEqual([
    { name: '—', file: `erased-${other.patientId}` },
    { name: '—', file: `erased-${kept.id}` },
  ])
  for (const code of [other.paperCode, other.sealId]) {
    const answer = await app.server.inject({ method: 'POST', url: '/api/verify', payload: { code } })
    expect(answer.json().payload.status, code).toBe('erased')
  }
  await sql`update receipts set issued_on = '2001-01-01' where practice_id = ${owner.practiceId}`.execute(
    app.owner.queries,
  )
  expect((await ask('rest', { id: erasure.id })).payload).toMatchObject({ state: 'done', kept: [] })
  // The issuer of each is the practice, whatever a factory calls it.
  const { rows: left } = await sql`
    select id from receipts where concat(payer, lines, notes) ilike ${`%${word}%`}`.execute(app.owner.queries)
  expect(left).toEqual([])
})

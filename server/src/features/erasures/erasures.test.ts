import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Erasure } from '@ulna/contract/erasures/erasures'
import { formatPaperCode } from '@ulna/contract/papers/papers'
import { type Receipt, receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { erasuresOf, requestInput } from '../../../test/factories/erasures.ts'
import { giveSigningKey } from '../../../test/factories/papers.ts'
import { stageWholeFile, type WholeFile } from '../../../test/factories/whole-file.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { verifyFiles } from '../files/inspection/files.verify.ts'
import { codeOf } from '../papers/papers.code.ts'
import { createSealKeys } from '../signatures/signatures.seals.ts'
import { verifySeals } from '../signatures/signatures.verify.chain.ts'
import { carryOutJob } from './erasures.queue.ts'

const { app, owner } = await testPractice({ alone: true })
const { ask, preview, block, find, choose, comeDue } = erasuresOf(app, owner)

const tables = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(
    app.owner.queries,
  )
  return rows.map(({ name }) => name)
}

/** Where a word stands in the database, the queue of jobs included. */
const whereItStands = async (word: string): Promise<string[]> => {
  const found: string[] = []
  for (const table of [...(await tables()), 'graphile_worker._private_jobs']) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.raw(table)} t where t::text ilike ${`%${word}%`}`.execute(
      app.owner.queries,
    )
    if ((rows[0]?.count ?? 0) > 0) found.push(table)
  }
  return found.sort()
}

/** Receipts that name somebody; the issuer of each is the practice, whatever a factory calls it. */
const receiptsThatSay = async (word: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from receipts r where concat(payer, lines, notes) ilike ${`%${word}%`} order by id`.execute(
    app.owner.queries,
  )
  return rows.map(({ id }) => id)
}

const filesThatSay = async (word: string): Promise<string[]> => {
  const names = await readdir(app.filesDirectory, { recursive: true, withFileTypes: true })
  const said: string[] = []
  for (const one of names.filter((entry) => entry.isFile())) {
    const bytes = await readFile(path.join(one.parentPath, one.name))
    if (bytes.includes(word)) said.push(one.name)
  }
  return said
}

const files = () => localFileStore(app.filesDirectory)

const faults = async () => {
  const chains = await verifyChains(app.pool.queries, deriveKey(testSecret, 'audit chain'))
  const seals = await verifySeals(app.pool.queries, { keys: createSealKeys(testSecret), files: files() })
  const stored = await verifyFiles(app.pool.queries, files())
  return [chains, seals, stored].flatMap((reports) => reports.flatMap(({ faults }): unknown[] => [...faults]))
}

describe('D14: a whole file', () => {
  const word = 'Xilofonista'
  let file: WholeFile
  let erasure: Erasure

  beforeAll(async () => {
    await giveSigningKey(app, owner)
    await choose({ rule: 'own', years: 0 })
    file = await stageWholeFile(app, owner, word)
  })

  it('is shown item by item, with what the law keeps and why', async () => {
    expect((await whereItStands(word)).length).toBeGreaterThan(15)
    expect((await filesThatSay(word)).length).toBeGreaterThan(1)
    const shown = await preview(file.patientId)
    expect(shown).toMatchObject({ scope: 'whole', archived: true, holdReason: null, needsNotices: false })
    const fates = Object.fromEntries(shown.items.map(({ kind, fate, reason }) => [kind, [fate, reason]]))
    expect(fates).toEqual({
      records: ['goes', null],
      signatures: ['nameless', 'chain'],
      files: ['goes', null],
      drafts: ['goes', null],
      appointments: ['nameless', 'hours'],
      wait_list: ['goes', null],
      packages: ['goes', null],
      receipts: ['kept', 'tax'],
      papers: ['nameless', 'proof'],
      contact: ['goes', null],
      identity: ['goes', null],
      imports: ['goes', null],
      trail: ['nameless', 'trace'],
    })
    const year = new Date().getUTCFullYear() + 10
    expect(shown.items.find(({ kind }) => kind === 'receipts')?.until).toBe(`${year}-12-31`)
  })

  it('is blocked first: nobody reads it any more, and it can be taken back as it was', async () => {
    const before = await sql`select * from patients where id = ${file.patientId}`.execute(app.owner.queries)
    const one = await block(file.patientId)
    expect(one).toMatchObject({ state: 'blocked', scope: 'whole', name: `${word} ${word}`, counts: [] })
    expect((await ask('preview', { patientId: file.patientId })).status).toBe(404)
    expect((await ask('block', { patientId: file.patientId }, requestInput)).errors).toMatchObject([
      { message: 'erasure_not_now' },
    ])
    expect((await ask('takeBack', { id: one.id })).payload).toMatchObject({ state: 'taken_back' })
    const after = await sql`select * from patients where id = ${file.patientId}`.execute(app.owner.queries)
    expect(after.rows).toEqual(before.rows)
    expect((await ask('takeBack', { id: one.id })).payload).toMatchObject({ state: 'taken_back' })
    expect((await preview(file.patientId)).scope).toBe('whole')
  })

  it('is destroyed in the end, however long its files cannot be reached', async () => {
    const { rows } = await sql<{ attempts: number }>`
      select min(max_attempts)::int as attempts from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${carryOutJob}`.execute(
      app.owner.queries,
    )
    // Six hours apart at most: years.
    expect(rows[0]?.attempts).toBeGreaterThan(10_000)
  })

  it('stays whole until its day, whatever asks for the work', async () => {
    erasure = await block(file.patientId, { ground: 'term_over', graceDays: 30 })
    await sql`update graphile_worker._private_jobs set run_at = now()
      where (payload->>'erasureId')::bigint = ${erasure.id}`.execute(app.owner.queries)
    await app.runJobs()
    expect(await find(erasure.id)).toMatchObject({ state: 'blocked' })
    expect((await filesThatSay(word)).length).toBeGreaterThan(1)
  })

  it('is destroyed then: no table, no file and no mail says a word of it, and every chain verifies', async () => {
    await comeDue(erasure.id)
    expect(app.log).toEqual([])
    expect(await whereItStands(word)).toEqual(['receipts'])
    expect(await receiptsThatSay(word)).toEqual([file.newReceiptId])
    expect(await filesThatSay(word)).toEqual([])
    expect(JSON.stringify(await app.mails())).not.toContain(word)
    expect(await faults()).toEqual([])
    const done = await find(erasure.id)
    expect(done).toMatchObject({ state: 'done', name: null, kept: [{ kind: 'receipts', reason: 'tax' }] })
    expect(Object.fromEntries(done?.counts.map(({ kind, count }) => [kind, count]) ?? [])).toMatchObject({
      records: 5,
      signatures: 2,
      files: 1,
      appointments: 1,
      packages: 2,
    })
  })

  it('leaves others what is theirs: their visit, their package, the other person of the import', async () => {
    const { rows } = await sql<{ visits: number; package: number; ajena: number; receipts: number }>`
      select (select count(*)::int from appointments where patient_id = ${file.childId}) as visits,
        (select patient_id::bigint from session_packages where id = ${file.sharedPackageId}) as package,
        (select count(*)::int from patients where last_name = 'Ajena') as ajena,
        (select count(*)::int from receipts where patient_id = ${file.patientId}) as receipts`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([{ visits: 1, package: file.childId, ajena: 1, receipts: 2 }])
  })

  it('is found by no role behind its number, and a paper or seal of it is told to be of an erased file', async () => {
    const { rows } = await sql`
      select first_name, last_name, birth_date, social_id, clinic_summary, note from patients where id = ${file.patientId}`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([
      {
        first_name: '—',
        last_name: '—',
        birth_date: null,
        social_id: null,
        clinic_summary: null,
        note: null,
      },
    ])
    for (const code of [file.paperCode, file.sealId]) {
      const answer = await app.server.inject({ method: 'POST', url: '/api/verify', payload: { code } })
      expect(answer.json().payload.status, code).toBe('erased')
    }
  })

  it('leaves the receipts that tax law keeps where they are listed and read, in the name of who paid', async () => {
    const { payload, metadata } = await callEndpoint(app, receiptEndpoints.list, {
      token: owner.token,
      query: {},
    })
    const receipts = payload as Receipt[]
    expect(metadata).toMatchObject({ total: 2 })
    expect(receipts.map(({ id, patient, lines }) => [id, patient.fullName, lines[0]?.description])).toEqual([
      [file.newReceiptId, `${word} ${word}`, 'Diez sesiones'],
      [file.oldReceiptId, '—', '—'],
    ])
    expect(receipts[0]?.payer.name).toContain(word)
  })

  it('loses the rest once tax law keeps it no longer, when a person says so', async () => {
    expect((await ask('rest', { id: erasure.id })).payload).toMatchObject({ kept: [{ kind: 'receipts' }] })
    await sql`update receipts set issued_on = '2001-01-01' where id = ${file.newReceiptId}`.execute(
      app.owner.queries,
    )
    expect(await receiptsThatSay(word)).toEqual([file.newReceiptId])
    const { payload } = await ask('rest', { id: erasure.id })
    await app.runJobs()
    expect(payload).toMatchObject({ state: 'done', kept: [] })
    expect((payload as Erasure).counts).toContainEqual({ kind: 'receipts', count: 2 })
    expect(await receiptsThatSay(word)).toEqual([])
  })

  it('has left its certificates by itself: they prove themselves, stay as they are and name nobody', async () => {
    const { rows } = await sql<{ code: string; said: boolean }>`
      select code, position(${word}::bytea in content) > 0 as said from erasure_papers
      where erasure_id = ${erasure.id} order by issued_at`.execute(app.owner.queries)
    // The second one tells of the receipts that went later.
    expect(rows).toMatchObject([{ said: false }, { said: false }])
    for (const { code } of rows) {
      const printed = formatPaperCode(codeOf(owner.practiceId, code))
      const verified = await app.server.inject({
        method: 'POST',
        url: '/api/verify',
        payload: { code: printed },
      })
      expect(verified.json().payload).toMatchObject({ status: 'unchanged', paper: { scope: 'erasure' } })
    }
    const read = async (): Promise<Buffer> => {
      const content = await app.server.inject({
        url: `/api/erasure/${erasure.id}/certificate`,
        headers: { authorization: `Bearer ${owner.token}` },
      })
      expect(content.statusCode).toBe(200)
      return content.rawPayload
    }
    const once = await read()
    expect(once.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await read()).equals(once)).toBe(true)
  })
})

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { RecordRow } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { sealIdText } from '@ulna/contract/signatures/signatures.seal'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../../../test/factories/clinical.ts'
import { addFile, documentInput } from '../../../test/factories/files.ts'
import { askToSign, drawnSignature, signByTyping } from '../../../test/factories/signatures.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { reading } from '../../platform/database/database.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'
import { createSealKeys } from './signatures.seals.ts'
import { lookUpSeal, sealsOfRecords } from './signatures.service.ts'
import { verifySeals } from './signatures.verify.chain.ts'

let followUp: RecordRow
let document: RecordRow
let drawn: string

const keys = createSealKeys(testSecret)
const checks = () => ({ keys, files: localFileStore(app.filesDirectory) })
const reports = () => verifySeals(app.pool.queries, checks())
const faults = async () => (await reports()).flatMap((report) => report.faults)
const run = (statement: string) => sql.raw(statement).execute(app.owner.queries)

const giveLicence = async (licenceNumber: string | null) => {
  const body = { doctor: { licenceNumber } }
  const answer = await callEndpoint(app, settingsEndpoints.updateOwn, { token: owner.token, body })
  expect(answer.status).toBe(200)
}

const { app, owner } = await testPractice({ alone: true })

beforeAll(async () => {
  await giveLicence('28/1234')
  const patient = await createPatient(app, owner)
  const diagnosis = await writeRecord(app, owner, caseInput(patient.id))
  followUp = await writeRecord(app, owner, followUpInput(patient.id, diagnosis.id))
  document = await writeRecord(app, owner, documentInput(patient.id))
  await addFile(app, owner, { recordId: document.id })
  await askToSign(app, owner, followUp, { signed: true, signature: await drawnSignature() })
  const guardian = { signer: 'guardian', signerName: 'Rosa Lara', relation: 'madre' }
  const { signatures } = await signByTyping(app, owner, document, guardian)
  drawn = signatures[0]?.sealId ?? ''
  await signByTyping(app, owner, diagnosis)
  await askToSign(app, owner, diagnosis, { signed: false, reason: 'Firmó otra persona por error' })
  await signByTyping(app, owner, diagnosis, { signer: 'practitioner' })
})

const kept = [
  'signatures',
  'signature_withdrawals',
  'seal_heads',
  'records',
  'files',
  'record_classes',
  'doctors',
]

/** Changes something as a superuser, looks what the verifier says, and puts everything back. */
const tamper = async (statement: string): Promise<string[]> => {
  const touched = kept.filter((table) => new RegExp(`\\b${table}\\b`).test(statement))
  for (const table of touched) await run(`create table kept_${table} as table ${table}`)
  await run(`set session_replication_role = replica; ${statement}`)
  const found = (await faults()).map(({ sequence, kind }) => `${sequence} ${kind}`)
  for (const table of touched) {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(attname) as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attgenerated = '' and not attisdropped`.execute(
      app.owner.queries,
    )
    const names = rows.map(({ name }) => name).join(', ')
    await run(
      `set session_replication_role = replica; delete from ${table}; insert into ${table} (${names}) select ${names} from kept_${table}; drop table kept_${table}; reset session_replication_role`,
    )
  }
  return found
}

/** Each sealed column, changed by as little as there is. */
const columns: Readonly<Record<string, string>> = {
  id: 'id + 1000000',
  seal_id: `'0000000000000'`,
  record_id: '(select id from records where id <> record_id and patient_id = signatures.patient_id limit 1)',
  patient_id: 'patient_id + 1',
  record_version: 'record_version + 1',
  signer: `case signer when 'patient' then 'guardian' else 'patient' end`,
  signer_name: `signer_name || '.'`,
  relation: `'padre'`,
  doctor_id: 'doctor_id + 1',
  practitioner_name: 'upper(practitioner_name)',
  practitioner_user_id: 'practitioner_user_id + 1',
  practitioner_licence: `replace(practitioner_licence, '28/', '29/')`,
  image: `set_byte(image, length(image) - 1, get_byte(image, length(image) - 1) # 1)`,
  typed_name: `coalesce(typed_name, '') || 'a'`,
  signed_at: `signed_at - interval '1 millisecond'`,
  language: `'en'`,
  content: `replace(content, 'Laura', 'Marta')`,
  format: '1',
  key_id: `'0000000000000000'`,
  previous: `set_byte(previous, 0, get_byte(previous, 0) # 1)`,
  seal: `set_byte(seal, 31, get_byte(seal, 31) # 128)`,
}

/** Columns that only one kind of signature may hold; without their checks they are changed all the same. */
const withoutChecks =
  'alter table signatures drop constraint signatures_relation, drop constraint signatures_hand, drop constraint signatures_practitioner'

describe('D3 the verifier', () => {
  it('finds nothing where nothing was changed', async () => {
    expect(await reports()).toEqual([
      {
        practiceId: owner.practiceId,
        seals: 4,
        erased: 0,
        superseded: 1,
        unproved: 0,
        anchoredAt: null,
        faults: [],
      },
    ])
  })

  it.each(Object.entries(columns))('finds a change of the column %s, in every row', async (column, value) => {
    await run(`${withoutChecks}`).catch(() => undefined)
    for (const sequence of [1, 2, 3, 5]) {
      if (column === 'image' && sequence > 1) continue
      const found = await tamper(`update signatures set ${column} = ${value} where sequence = ${sequence}`)
      expect(found, `${column} of ${sequence}`).toContain(`${sequence} seal`)
    }
  })

  it('covers every column of the table', async () => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'signatures'::regclass and attnum > 0`.execute(
      app.owner.queries,
    )
    const others = ['practice_id', 'sequence']
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...Object.keys(columns), ...others].toSorted())
  })

  it.each([
    ['reason', `reason || '.'`],
    ['withdrawn_at', `withdrawn_at + interval '1 day'`],
    ['practitioner_name', `'Otra'`],
    ['doctor_id', 'doctor_id + 1'],
    ['seal', `set_byte(seal, 3, get_byte(seal, 3) # 1)`],
  ])('finds a change of %s where a signature was taken back', async (column, value) => {
    expect(await tamper(`update signature_withdrawals set ${column} = ${value}`)).toContain('4 withdrawal')
  })

  it.each([
    ['its text', `data = replace(data::text, 'corrido', 'a ratos')::json`, ['1 record']],
    ['its time', `occurred_at = occurred_at + interval '1 second'`, ['1 record']],
    ['its form', 'class_version = class_version - 1', ['1 record']],
    ['its author', 'author_id = (select max(id) from doctors) + 1', ['1 record']],
    ['that it is closed', 'signed = false', ['1 open']],
  ])('finds that the record was changed behind it: %s', async (_, change, expected) => {
    expect(await tamper(`update records set ${change} where id = ${followUp.id}`)).toEqual(
      expect.arrayContaining(expected),
    )
  })

  it('finds a licence number that was taken away, and one that was changed in what was signed', async () => {
    for (const change of [
      'practitioner_licence = null',
      `content = replace(content, '"authorLicenceNumber":"28/1234"', '"authorLicenceNumber":null')`,
    ])
      expect(await tamper(`update signatures set ${change} where sequence = 1`)).toContain('1 seal')
  })

  it('says nothing of a practitioner who is registered otherwise by now', async () => {
    await giveLicence('28/9999')
    expect(await faults()).toEqual([])
    await giveLicence(null)
    expect(await faults()).toEqual([])
    await giveLicence('28/1234')
  })

  it('finds another form under the same number', async () => {
    const found = await tamper(
      `update record_classes set body = replace(body, '"required":true', '"required":false') where class_id = 'document'`,
    )
    expect(found).toEqual(['2 template'])
  })

  it.each([
    ['its digest', 'update files set sha256 = md5(sha256) || md5(sha256)'],
    ['its name', `update files set file_name = 'otra.jpg'`],
    ['that it is there', 'update files set removed_at = now(), removed_by = author_id'],
    ['its row', 'delete from files'],
  ])('finds a change of a sealed file: %s', async (_, statement) => {
    expect(await tamper(statement)).toEqual(['2 files'])
  })

  it('finds one flipped byte of a sealed file', async () => {
    const { key } = await app.owner.queries
      .selectFrom('files')
      .select('storage_key as key')
      .executeTakeFirstOrThrow()
    const files = localFileStore(app.filesDirectory)
    const bytes = await files.get(key)
    const changed = Buffer.from(bytes)
    changed[40] = (changed[40] ?? 0) ^ 1
    const place = path.join(app.filesDirectory, key)
    await writeFile(place, changed)
    expect(await faults()).toMatchObject([{ sequence: 2, kind: 'files' }])
    await writeFile(place, bytes)
    expect(await faults()).toEqual([])
  })

  it('finds what was taken out of the chain, at its end too, and what was put in', async () => {
    expect(await tamper('delete from signatures where sequence = 2')).toEqual(
      expect.arrayContaining(['2 chain', '0 unsigned']),
    )
    expect(await tamper('delete from signature_withdrawals')).toContain('4 chain')
    const cut = `delete from signatures where sequence = 5;
      update seal_heads set sequence = 4, seal = (select seal from signature_withdrawals)`
    expect(await tamper(cut)).toContain('4 tail')
    expect(await tamper('delete from signatures where sequence = 5')).toContain('4 tail')
    expect(
      await tamper('delete from signatures; delete from signature_withdrawals; delete from seal_heads'),
    ).toEqual(expect.arrayContaining(['0 tail', '0 unsigned']))
    const swapped = `update signatures set sequence = 100 where sequence = 1;
      update signatures set sequence = 1 where sequence = 2; update signatures set sequence = 2 where sequence = 100`
    expect(await tamper(swapped)).toEqual(expect.arrayContaining(['1 seal', '2 seal']))
  })

  it('knows no seal of another key, and those of a former one', async () => {
    const changed = createSealKeys('another secret that is as long as it takes')
    const files = localFileStore(app.filesDirectory)
    const [report] = await verifySeals(app.pool.queries, { keys: changed, files })
    expect(report?.faults.filter(({ kind }) => kind === 'seal')).toHaveLength(4)
    const rotated = createSealKeys('another secret that is as long as it takes', [testSecret])
    expect((await verifySeals(app.pool.queries, { keys: rotated, files }))[0]?.faults).toEqual([])
  })
})

describe('a seal id off paper', () => {
  it('is found without a practice, and says that nothing was changed', async () => {
    const found = await lookUpSeal(app.db, checks(), sealIdText(drawn).toLowerCase())
    expect(found).toMatchObject({
      practiceId: owner.practiceId,
      signature: { sealId: drawn, recordId: document.id, signerName: 'Rosa Lara', relation: 'madre' },
      verdict: { state: 'unchanged', places: [], withdrawn: false, addenda: 0 },
    })
    for (const typed of ['', 'ABCD', drawn.replace(/^./, (first) => (first === '0' ? '1' : '0'))])
      expect(await lookUpSeal(app.db, checks(), typed)).toBeNull()
  })

  it('D9 is superseded by fifty addenda, and still verifies', async () => {
    for (let turn = 0; turn < 50; turn += 1)
      await callEndpoint(app, addendumEndpoints.create, {
        token: owner.token,
        params: { id: document.id },
        body: { text: `Nota ${turn}` },
      })
    expect((await lookUpSeal(app.db, checks(), drawn))?.verdict).toEqual({
      state: 'superseded',
      places: [],
      withdrawn: false,
      addenda: 50,
    })
    expect(await faults()).toEqual([])
  })

  it('is handed to paper with the others of its records', async () => {
    const scope = { practiceId: owner.practiceId, userId: owner.userId }
    const seals = await reading(app.pool.queries, scope, (tx) =>
      sealsOfRecords(tx, owner.practiceId, [followUp.id, document.id]),
    )
    expect(seals.map(({ recordId }) => recordId)).toEqual([followUp.id, document.id])
  })
})

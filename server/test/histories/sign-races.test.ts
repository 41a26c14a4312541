import type { RecordRow } from '@ulna/contract/records/records'
import { recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256 } from '../../src/features/signatures/signatures.document.ts'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../factories/clinical.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { askToSign, readToSign } from '../factories/signatures.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'

let here: TestApp
/** Another process of the same installation: the other tab is answered there. */
let there: TestApp
let owner: TestPerson
let patientId: number
let caseId: number

beforeAll(async () => {
  here = await buildTestApp()
  there = await buildTestApp({ on: here })
  owner = await registerOwner(here)
  patientId = (await createPatient(here, owner)).id
  caseId = (await writeRecord(here, owner, caseInput(patientId))).id
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What somebody does to the record in the other tab while it is signed in this one. */
const rivals: Readonly<Record<string, (record: RecordRow) => Promise<TestAnswer>>> = {
  correct: ({ id }) =>
    callEndpoint(there, recordEndpoints.update, {
      token: owner.token,
      params: { id },
      body: { data: { case: caseId, patientObs: 'Otra cosa' } },
    }),
  void: ({ id }) =>
    callEndpoint(there, recordEndpoints.remove, {
      token: owner.token,
      params: { id },
      body: { reason: 'De otra persona' },
    }),
}

const sealedOf = async ({ id }: RecordRow) => {
  const { rows } = await sql<{ content: string; record_version: number; data: string; voided: boolean }>`
    select s.content, s.record_version, r.data::text as data, r.voided_at is not null as voided
    from signatures s join records r on r.practice_id = s.practice_id and r.id = s.record_id
    where s.record_id = ${id}`.execute(here.owner.queries)
  return rows
}

/** One race; answers who won, or throws what was sealed that nobody saw. */
const race = async (rival: (record: RecordRow) => Promise<TestAnswer>, head: number) => {
  const record = await writeRecord(here, owner, followUpInput(patientId, caseId))
  const { document, contentHash } = await readToSign(here, owner, record)
  const signed = {
    signed: true,
    typedName: 'Mariana',
    version: document.record.version,
    contentHash,
    language: 'es',
  }
  const [seal, change] = await Promise.all([
    later(Math.max(0, head)).then(() => askToSign(here, owner, record, signed)),
    later(Math.max(0, -head)).then(() => rival(record)),
  ])
  const rows = await sealedOf(record)
  if (seal.status === 201) {
    expect([change.status, change.errors.map(({ message }) => message)]).toEqual([409, ['record_signed']])
    expect(rows.map((row) => [sha256(row.content), row.record_version, row.voided])).toEqual([
      [contentHash, record.version, false],
    ])
    expect(JSON.parse(rows[0]?.data ?? '')).toEqual(record.data)
    return 'signed'
  }
  expect([seal.status, change.status]).toEqual([409, 200])
  expect(rows).toEqual([])
  return 'changed'
}

it.each(Object.entries(rivals))(
  'B8 what is sealed is what the signer saw, whoever is quicker: to sign or to %s',
  { timeout: sizes.patienceMs },
  async (what, rival) => {
    const won = { signed: 0, changed: 0 }
    for (let round = 0; round < sizes.signRounds; round += 1) {
      // The head start goes from one to the other, so that both win and many are close.
      const head = (round % 11) - 5
      won[await race(rival, head)] += 1
    }
    reportFigures('B8', { what, n: sizes.signRounds, ...won, wrong: 0 })
    expect(won.signed).toBeGreaterThan(0)
    expect(won.changed).toBeGreaterThan(0)
  },
)

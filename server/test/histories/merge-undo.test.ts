import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import {
  chosenFields,
  type FieldChoices,
  joinedFields,
  type MergeInput,
} from '@ulna/contract/patient-merges/patient-merges'
import { receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createSealKeys } from '../../src/features/signatures/signatures.seals.ts'
import { verifySeals } from '../../src/features/signatures/signatures.verify.chain.ts'
import { verifyChains } from '../../src/platform/audit/audit.verify.ts'
import { deriveKey } from '../../src/platform/tokens.ts'
import { testSecret } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import { caseInput, followUpInput, historyInput, writeRecord } from '../factories/clinical.ts'
import { mergesOf } from '../factories/merges.ts'
import { filesOf } from '../factories/moves.ts'
import { sellPackage } from '../factories/packages.ts'
import { registerOwner, type TestPerson } from '../factories/people.ts'
import { deeds, ownDeeds, play } from '../factories/random-practice/random-practice.ts'
import { signByTyping } from '../factories/signatures.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { testServer } from '../test-practice.ts'

const app = await testServer({ alone: true })

/** What tells of the merge itself, or of answers and work: versions, ledger, trail, queue. */
const ofItself = /_versions$|^audit_|^patient_merge|^idempotency_keys$|^access_tokens$|^sessions$/

const tablesOfPractices = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'practice_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(app.owner.queries)
  return rows.map(({ name }) => name).filter((name) => !ofItself.test(name))
}

/** What a merge counts up, of the patient whose file stays. */
const counted = ['version', 'updated_at', 'wire_row']

/** Every row of a practice, column by column. */
const rowsOf = async (practiceId: number): Promise<Readonly<Record<string, readonly string[]>>> => {
  const found: Record<string, readonly string[]> = {}
  for (const table of await tablesOfPractices()) {
    const left = table === 'patients' ? counted : []
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${left}::text[])::text as row from ${sql.table(table)} t
      where practice_id = ${practiceId} order by 1`.execute(app.owner.queries)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** What the API answers of a patient, without the version that a merge counts up. */
const answersOf = async ({ token }: TestPerson, id: number): Promise<unknown> => {
  const file = await callEndpoint(app, patientFileEndpoints.open, { token, params: { id } })
  const { patient, ...others } = file.payload as Record<string, object>
  const receipts = await callEndpoint(app, receiptEndpoints.list, {
    token,
    query: { patientId: String(id) },
  })
  const waiting = await callEndpoint(app, waitListEndpoints.list, { token })
  return {
    patient: { ...patient, version: null, updatedAt: null },
    others,
    metadata: file.metadata,
    receipts: receipts.payload,
    waiting: (waiting.payload as { patientId: number }[]).filter(({ patientId }) => patientId === id),
  }
}

const recordsOf = async ({ token }: TestPerson, id: number): Promise<readonly RecordRow[]> => {
  const { payload } = await callEndpoint(app, patientFileEndpoints.open, { token, params: { id } })
  return (payload as { records: RecordRow[] }).records
}

const sealsOf = async (practiceId: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ row: string }>`
    select s::text as row from signatures s where practice_id = ${practiceId} order by sequence`.execute(
    app.owner.queries,
  )
  return rows.map(({ row }) => row)
}

const openPatients = async (practiceId: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from patients where practice_id = ${practiceId} and not archived and merged_at is null order by id`.execute(
    app.owner.queries,
  )
  return rows.map(({ id }) => Number(id))
}

const fields = fc.record({
  ...Object.fromEntries(
    chosenFields.map((field) => [field, fc.constantFrom('kept' as const, 'other' as const)]),
  ),
  ...Object.fromEntries(
    joinedFields.map((field) => [field, fc.constantFrom('kept' as const, 'other' as const, 'both' as const)]),
  ),
}) as fc.Arbitrary<FieldChoices>

const isHistory = ({ type, voidedAt, former }: RecordRow): boolean =>
  type === 'med_hist' && voidedAt === null && !former

/** Both have a history, a package of one serves the other, something of theirs is signed: what is drawn seldom has it. */
const enrich = async (
  by: TestPerson,
  [kept, other]: readonly [number, number],
  at: number,
): Promise<void> => {
  const { token } = by
  if (at % 2 === 0)
    for (const id of [kept, other])
      await callEndpoint(app, recordEndpoints.create, {
        token,
        body: historyInput(id, { profession: `${id}` }),
      })
  if (at % 3 === 0) await sellPackage(app, by, other, { patientIds: [kept], autoAdd: true })
  if (at % 3 < 2) {
    const found = await writeRecord(app, by, caseInput(other))
    const session = await writeRecord(app, by, followUpInput(other, found.id))
    await signByTyping(app, by, at % 2 === 0 ? found : session)
  }
  if (at % 5 === 0) {
    const history = (await recordsOf(by, kept)).find(isHistory)
    if (history && !history.signed) await signByTyping(app, by, history)
  }
}

/** What a person says of the two histories, where there are two. */
const historyOf = (both: readonly RecordRow[]): Pick<MergeInput, 'history'> => {
  const histories = both.filter(isHistory)
  if (histories.length < 2) return {}
  const data = Object.assign({}, ...histories.map((one) => one.data))
  return { history: { recordClassId: histories[0]?.recordClassId ?? '', data } }
}

it(
  `D18: ${sizes.merges} pairs of files of any content are what they were once they are merged and two again`,
  async () => {
    let [pairs, moved, signed, histories] = [0, 0, 0, 0]
    await fc.assert(
      fc.asyncProperty(
        sizes.merges < 100 ? ownDeeds : deeds,
        fields,
        fc.nat(1000),
        async (all, choices, at) => {
          const owner = await registerOwner(app)
          await play(app, owner, all)
          await app.runJobs()
          const patients = await openPatients(owner.practiceId)
          fc.pre(patients.length > 1)
          const kept = patients[at % patients.length] ?? 0
          const other = patients[(at + 1 + (at % (patients.length - 1))) % patients.length] ?? 0
          fc.pre(kept !== other)
          await enrich(owner, [kept, other], at)
          const { ask, undo, unlock } = mergesOf(app, owner)
          await unlock(kept)
          await unlock(other)
          const [own, theirs] = [await recordsOf(owner, kept), await recordsOf(owner, other)]
          const joint = historyOf([...own, ...theirs])
          const before = {
            rows: await rowsOf(owner.practiceId),
            answers: [await answersOf(owner, kept), await answersOf(owner, other)],
          }
          const seals = await sealsOf(owner.practiceId)

          const merged = await ask(kept, other, { fields: choices, ...joint })
          expect(merged.status, merged.text).toBe(200)
          const together = (await recordsOf(owner, kept)).map(({ id }) => id)
          for (const { id } of [...own, ...theirs]) expect(together).toContain(id)
          expect(await sealsOf(owner.practiceId)).toEqual(seals)

          await undo(kept)
          expect(await rowsOf(owner.practiceId)).toEqual(before.rows)
          expect([await answersOf(owner, kept), await answersOf(owner, other)]).toEqual(before.answers)
          expect(await sealsOf(owner.practiceId)).toEqual(seals)
          pairs += 1
          moved += theirs.length
          signed += theirs.filter((one) => one.signed).length
          histories += joint.history ? 1 : 0
        },
      ),
      { numRuns: sizes.merges, endOnFailure: true },
    )
    reportFigures('merges', { pairs, moved, signed, histories })
    expect(pairs).toBe(sizes.merges)
    for (const some of [moved, signed, histories]) expect(some).toBeGreaterThan(0)
    const reports = await verifySeals(app.pool.queries, {
      keys: createSealKeys(testSecret),
      files: filesOf(app),
    })
    const chains = await verifyChains(app.pool.queries, deriveKey(testSecret, 'audit chain'))
    expect([...reports, ...chains].flatMap(({ faults }) => [...faults])).toEqual([])
  },
  sizes.patienceMs,
)

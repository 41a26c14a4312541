import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '../../../test/test-practice.ts'

const app = await testServer()

/** Rows that follow into the file that stays, and go back when that is undone. */
const follows = [
  'appointment_courses',
  'appointment_mails',
  'appointments',
  'consent_withdrawals',
  'drafts',
  'files',
  'imported_patients',
  'patient_aliases',
  'patient_holds',
  'records',
  'session_package_movements',
  'session_package_patients',
  'session_package_uses',
  'session_packages',
  'uploads',
  'wait_list',
]

/** Rows that stay as they are and are read through the alias, each with where. */
const readThroughAlias: Readonly<Record<string, string>> = {
  audit_events: 'server/src/features/audit/audit.repository.ts',
  hand_overs: 'server/src/features/hand-overs/sending/hand-overs.sent.repository.ts',
  issued_papers: 'server/src/features/papers/papers.repository.ts',
  patient_copies: 'server/src/features/patient-copies/patient-copies.repository.ts',
  received_hand_overs: 'server/src/features/hand-overs/receiving/hand-overs.received.repository.ts',
  receipts: 'server/src/features/receipts/receipts.repository.ts',
  signatures: 'server/src/features/signatures/signatures.document.repository.ts',
}

/** Rows that stay and that nobody reads by the patient, each with why. */
const stays: Readonly<Record<string, string>> = {
  erasures: 'of a file that is whole or partial, by the number it had then',
  import_rows: 'what an import did then; what it made is taken back or spared as it stands',
  patient_merges: 'the merge itself',
  patient_versions: 'what was said of the patient who had that number',
}

it('says of every table that has a patient what becomes of its rows', async () => {
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'patient_id' order by 1`.execute(
    app.owner.queries,
  )
  const decided = [...follows, ...Object.keys(readThroughAlias), ...Object.keys(stays)]
  expect(rows.map(({ table }) => table)).toEqual(decided.toSorted())
})

it('has every table that follows in both functions, and no other', async () => {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc where proname in ('merge_files', 'unmerge_files') and prosecdef`.execute(
    app.owner.queries,
  )
  expect(rows).toHaveLength(2)
  for (const { name, body } of rows) {
    const moved = [...body.matchAll(/update public\.(\w+)(?: \w+)? set patient_id/g)].map(
      ([, table]) => table,
    )
    const served = [...body.matchAll(/insert into public\.(session_package_patients)/g)].map(
      ([, table]) => table,
    )
    expect([...new Set([...moved, ...served])].toSorted(), name).toEqual(follows)
  }
})

it('reads what stays through the alias where it says so', async () => {
  for (const file of Object.values(readThroughAlias))
    expect(await readFile(new URL(`../../../../${file}`, import.meta.url), 'utf8'), file).toMatch(
      /isOfFile|fileOf|patient_aliases/,
    )
})

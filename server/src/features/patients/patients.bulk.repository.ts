import type { PatientInput } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { forgetDeleted } from './patients.repository.ts'
import { patientWire } from './patients.wire.ts'

/** A patient of many, with the number of the file they get. */
export interface NewPatient {
  readonly input: PatientInput
  readonly fileId: string
}

const columnsOf = (id: number, { input, fileId }: NewPatient) => ({
  id,
  first_name: input.firstName,
  last_name: input.lastName,
  file_id: fileId,
  birth_date: input.birthDate ?? null,
  social_id: input.socialId ?? null,
  phone: input.phone ?? null,
  mobile: input.mobile ?? null,
  email: input.email ?? null,
  address: input.address ?? null,
  language: input.language ?? null,
  note: input.note ?? null,
  clinic_summary: input.clinicSummary ?? null,
})

/** Stores patients with their first version, in a few statements for any number, and answers their ids in order. */
export const insertPatients = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  patients: readonly NewPatient[],
): Promise<number[]> => {
  const { rows: ids } = await sql<{ id: number }>`
    select nextval('global_id') as id from generate_series(1, ${patients.length}::int)`.execute(tx)
  const columns = patients.map((patient, index) => columnsOf(Number(ids[index]?.id), patient))
  await sql`
    insert into patients (practice_id, id, first_name, last_name, file_id, birth_date, social_id, phone, mobile, email,
      address, language, note, clinic_summary)
    select ${practiceId}, id, first_name, last_name, file_id, birth_date, social_id, phone, mobile, email, address,
      language, note, clinic_summary
    from json_to_recordset(${JSON.stringify(columns)}::json) as r (id bigint, first_name text, last_name text,
      file_id text, birth_date date, social_id text, phone text, mobile text, email text, address text, language text,
      note text, clinic_summary text) returning 1`.execute(tx)
  const inserted = columns.map(({ id }) => id)
  await sql`
    insert into patient_versions (practice_id, patient_id, version, author_user_id, body)
    select p.practice_id, p.id, p.version, ${userId}, ${patientWire(practiceId, true)}
    from patients p where p.practice_id = ${practiceId} and p.id = any(${inserted}::bigint[]) returning 1`.execute(
    tx,
  )
  return inserted
}

/** Those of these patients that are here and whose file was not put away, held in the order of their ids. */
export const holdOpenFiles = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from patients where practice_id = ${practiceId} and id = any(${[...new Set(ids)]}::bigint[])
      and not archived order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Everything that may say something of a patient; a test holds it against the schema. */
export const saysOfPatients = [
  'appointment_courses',
  'appointment_mails',
  'appointments',
  'consent_withdrawals',
  'drafts',
  'erasures',
  'files',
  'hand_overs',
  'issued_papers',
  'patient_copies',
  'patient_holds',
  'receipts',
  'received_hand_overs',
  'records',
  'session_package_movements',
  'session_package_patients',
  'session_package_uses',
  'session_packages',
  'signatures',
  'uploads',
  'wait_list',
  'patient_aliases',
  'patient_merges',
] as const

/**
 * Deletes patients of these that are as they were registered and that nothing says anything of; answers which. Their
 * first versions stay as the trace of them.
 */
export const deleteUntouched = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly number[]> => {
  const untouched = saysOfPatients.map(
    (table) => sql`
      and not exists (select 1 from ${sql.table(table)} t where t.practice_id = ${practiceId} and t.patient_id = p.id)`,
  )
  const { rows } = await sql<{ id: number }>`
    delete from patients p where p.practice_id = ${practiceId} and p.id = any(${[...ids]}::bigint[]) and p.version = 1
      ${sql.join(untouched, sql` `)}
    returning p.id`.execute(tx)
  const deleted = rows.map(({ id }) => Number(id))
  await forgetDeleted(tx, practiceId, deleted)
  return deleted
}

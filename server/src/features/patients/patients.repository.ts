import type { Patient, PatientRow } from '@ulna/contract/patients/patients'
import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared, preparedAmong } from '../../platform/database/prepared.ts'
import type { Json, WireRow } from '../../platform/database/wire.ts'
import { isUnlocked, patientRowWire, patientWire } from './patients.wire.ts'

const readPatientWire = (clinical: boolean) =>
  prepared<WireRow<Patient>, { readonly practiceId: number; readonly id: number }>(
    ({ practiceId, id }) => sql`
      select ${patientWire(practiceId, clinical)} as wire from patients p where p.practice_id = ${practiceId} and p.id = ${id}`,
  )
const readWhole = readPatientWire(true)
const readWithoutContent = readPatientWire(false)

/** One patient as wire JSON; undefined when there is none in this practice. */
export const findPatientWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
  clinical: boolean,
): Promise<Json<Patient> | undefined> => {
  const [row] = await (clinical ? readWhole : readWithoutContent)(tx, { practiceId, id })
  return row?.wire
}

const readRow = prepared<WireRow<PatientRow>, { readonly practiceId: number; readonly id: number }>(
  ({ practiceId, id }) => sql`
    select ${patientRowWire} as wire from patients p where p.practice_id = ${practiceId} and p.id = ${id}`,
)

/** One patient as a list shows them, as wire JSON; undefined when there is none in this practice. */
export const findPatientRowWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Json<PatientRow> | undefined> => (await readRow(tx, { practiceId, id }))[0]?.wire

/** The stored columns a service decides by. */
export interface PatientState {
  readonly id: number
  readonly version: number
  readonly unlocked: boolean
  readonly profileImageKey: string | null
  readonly mailReminders: boolean
  readonly archived: boolean
  readonly firstName: string
  readonly lastName: string
}

const lockState = prepared<PatientState, { readonly practiceId: number; readonly id: number }>(
  ({ practiceId, id }) => sql`
    select p.id, p.version, ${isUnlocked} as unlocked, p.profile_image_key as "profileImageKey",
      p.mail_reminders as "mailReminders", p.archived,
      p.first_name as "firstName", p.last_name as "lastName"
    from patients p where p.practice_id = ${practiceId} and p.id = ${id} for update`,
)

/** The state of a patient, locked until the transaction ends. */
export const lockPatientRow = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<PatientState | undefined> => (await lockState(tx, { practiceId, id }))[0]

const lookForPatient = prepared<
  { readonly id: number },
  { readonly practiceId: number; readonly id: number }
>(({ practiceId, id }) => sql`select id from patients where practice_id = ${practiceId} and id = ${id}`)

/** Whether there is such a patient in this practice. */
export const isPatientHere = async (tx: Tx, practiceId: number, id: number): Promise<boolean> =>
  (await lookForPatient(tx, { practiceId, id })).length > 0

const readArchived = (hold: boolean) =>
  preparedAmong<{ readonly archived: boolean }, { readonly practiceId: number }>(
    ({ practiceId }, isAmong) => sql`
      select archived from patients where practice_id = ${practiceId} and ${isAmong(sql`id`)}
      order by id ${hold ? sql`for key share` : sql``}`,
  )
const lookWhetherArchived = readArchived(false)
const holdArchived = readArchived(true)

/** Which of some patients are here and which of these are archived; held, they are not archived meanwhile. */
export const findArchived = (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
  { hold }: { readonly hold: boolean },
): Promise<readonly { readonly archived: boolean }[]> =>
  (hold ? holdArchived : lookWhetherArchived)(tx, ids, { practiceId })

/** Whether a hold keeps the file of a patient. */
export const isPatientHeld = async (tx: Tx, practiceId: number, id: number): Promise<boolean> => {
  const { rows } = await sql`
    select from patient_holds where practice_id = ${practiceId} and patient_id = ${id} and lifted_at is null
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Under which key the picture of a patient is stored, null for none; undefined when there is no such patient. */
export const findProfileImageKey = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<string | null | undefined> => {
  const row = await tx
    .selectFrom('patients')
    .select('profile_image_key')
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.profile_image_key
}

/** Numbers of files of these that somebody has, also who is blocked or whose file became part of another. */
export const findTakenFileIds = async (
  tx: Tx,
  practiceId: number,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ file_id: string }>`
    select taken_file_ids(${practiceId}, ${[...fileIds]}::text[]) as file_id`.execute(tx)
  return new Set(rows.map(({ file_id }) => file_id))
}

/** Counts on by as many numbers of files and answers the first of them. */
const countNumbers = async (tx: Tx, practiceId: number, count: number): Promise<number> => {
  const { rows } = await sql<{ first: number }>`
    insert into file_counters (practice_id, next_number) values (${practiceId}, 1 + ${count}::bigint)
    on conflict (practice_id) do update set next_number = file_counters.next_number + excluded.next_number - 1
    returning next_number - ${count}::bigint as first`.execute(tx)
  const [counted] = rows
  if (!counted) throw new Error('the numbers were not counted')
  return counted.first
}

const fileIdOf = (number: number): string => String(number).padStart(5, '0')

/** The next `count` numbers of the practice, five digits at least; some may be taken by a file that got its number from a person. */
export const takeFileNumbers = async (tx: Tx, practiceId: number, count: number): Promise<string[]> => {
  const first = await countNumbers(tx, practiceId, count)
  return Array.from({ length: count }, (_, index) => fileIdOf(first + index))
}

/** The next number of the practice that no file has yet. */
export const nextFileId = async (tx: Tx, practiceId: number): Promise<string> => {
  const candidate = fileIdOf(await countNumbers(tx, practiceId, 1))
  return (await findTakenFileIds(tx, practiceId, [candidate])).has(candidate)
    ? nextFileId(tx, practiceId)
    : candidate
}

/** Columns a caller may write. */
export interface PatientColumns {
  readonly first_name?: string
  readonly last_name?: string
  readonly file_id?: string
  readonly birth_date?: string | null
  readonly social_id?: string | null
  readonly phone?: string | null
  readonly mobile?: string | null
  readonly email?: string | null
  readonly address?: string | null
  readonly language?: Language | null
  readonly mail_reminders?: boolean
  readonly note?: string | null
  readonly clinic_summary?: string | null
  readonly profile_image_key?: string | null
}

/** Stores a patient and answers the id; its first version is kept by `keepPatientVersion`. */
export const insertPatient = async (
  tx: Tx,
  practiceId: number,
  columns: PatientColumns & {
    readonly first_name: string
    readonly last_name: string
    readonly file_id: string
  },
): Promise<number> => {
  const row = await tx
    .insertInto('patients')
    .values({ practice_id: practiceId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Whether the file is to be locked or unlocked. */
export interface LockChange {
  /** A number unlocks for that many hours; null locks. */
  readonly unlockHours: number | null
}

const lockColumns = (lock: LockChange) =>
  lock.unlockHours === null
    ? { unlocked_until: null, last_locked_at: sql<Date>`now()` }
    : {
        unlocked_until: sql<Date>`now() + make_interval(secs => ${lock.unlockHours * 3600})`,
        last_unlocked_at: sql<Date>`now()`,
      }

/** A visit keeps the name of its patient, and its key is held to it at the end (docs/decisions/0008-names-in-appointments.md). */
const renameVisits = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await sql`
    update appointments a set patient_wire_name = p.wire_name from patients p
    where a.practice_id = ${practiceId} and a.patient_id = ${id} and p.practice_id = ${practiceId} and p.id = ${id}
      and a.patient_wire_name <> p.wire_name`.execute(tx)
}

const isRenamed = (before: PatientState, columns: PatientColumns): boolean =>
  (columns.first_name ?? before.firstName) !== before.firstName ||
  (columns.last_name ?? before.lastName) !== before.lastName

/** Writes the columns, counts the version up and answers the new version. */
export const updatePatientRow = async (
  tx: Tx,
  practiceId: number,
  patient: Authorized<PatientState>,
  { columns, lock = null }: { columns: PatientColumns; lock?: LockChange | null },
): Promise<number> => {
  const row = await tx
    .updateTable('patients')
    .set((set) => ({
      ...columns,
      ...(lock ? lockColumns(lock) : {}),
      version: set('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', patient.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  if (isRenamed(patient, columns)) await renameVisits(tx, practiceId, patient.id)
  return row.version
}

/** Keeps the content a patient has now as the version it has now. Without a user it is the patient's own doing. */
export const keepPatientVersion = async (
  tx: Tx,
  practiceId: number,
  id: number,
  userId: number | null,
): Promise<void> => {
  await sql`
    insert into patient_versions (practice_id, patient_id, version, author_user_id, body)
    select p.practice_id, p.id, p.version, ${userId}, ${patientWire(practiceId, true)}
    from patients p where p.practice_id = ${practiceId} and p.id = ${id} returning 1`.execute(tx)
}

/** True when anything of the practice refers to the patient. */
export const isPatientInUse = async (tx: Tx, practiceId: number, id: number): Promise<boolean> => {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from records where practice_id = ${practiceId} and patient_id = ${id})
      or exists (select 1 from appointments where practice_id = ${practiceId} and patient_id = ${id})
      or exists (select 1 from session_package_patients where practice_id = ${practiceId} and patient_id = ${id})
      or exists (select 1 from receipts where practice_id = ${practiceId} and patient_id = ${id})
      or exists (select 1 from patient_copies where practice_id = ${practiceId} and patient_id = ${id})
      or exists (select 1 from hand_overs where practice_id = ${practiceId} and patient_id = ${id})
      or exists (select 1 from received_hand_overs where practice_id = ${practiceId} and patient_id = ${id})
      or exists (select 1 from patient_aliases where practice_id = ${practiceId} and patient_id = ${id}) as used`.execute(
    tx,
  )
  return rows[0]?.used === true
}

/** Deletes a patient nothing refers to, with the drafts about them; versions stay. */
export const deletePatientRow = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<PatientState>,
): Promise<void> => {
  await sql`delete from drafts where practice_id = ${practiceId} and patient_id = ${id}`.execute(tx)
  await tx.deleteFrom('patients').where('practice_id', '=', practiceId).where('id', '=', id).execute()
  await forgetDeleted(tx, practiceId, [id])
}

/** What was ever written of patients who are not here any more goes too: the trail alone says that there was somebody. */
export const forgetDeleted = async (tx: Tx, practiceId: number, ids: readonly number[]): Promise<void> => {
  await sql`select forget_deleted_patients(${practiceId}, ${[...ids]}::bigint[])`.execute(tx)
}

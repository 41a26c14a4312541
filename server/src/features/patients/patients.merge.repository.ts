import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { PatientColumns, PatientState } from './patients.repository.ts'
import { isUnlocked } from './patients.wire.ts'

/** What of a patient a merge may choose, as it is stored. */
const mergedColumns = [
  'first_name',
  'last_name',
  'birth_date',
  'social_id',
  'phone',
  'mobile',
  'email',
  'address',
  'language',
  'mail_reminders',
  'profile_image_key',
  'note',
  'clinic_summary',
] as const
export type MergedColumn = (typeof mergedColumns)[number]
export type MergedColumns = Required<Pick<PatientColumns, MergedColumn>>

export interface MergeableState extends PatientState {
  readonly columns: MergedColumns
}

interface LockedRow extends PatientState, MergedColumns {}

/** Two patients, locked in the order of their ids until the transaction ends; those that are not here are missing. */
export const lockPatientRows = async (
  tx: Tx,
  practiceId: number,
  ids: readonly [number, number],
): Promise<ReadonlyMap<number, MergeableState>> => {
  const { rows } = await sql<LockedRow>`
    select p.id, p.version, ${isUnlocked} as unlocked, p.profile_image_key as "profileImageKey",
      p.mail_reminders as "mailReminders", p.archived, p.first_name as "firstName", p.last_name as "lastName",
      ${sql.join(mergedColumns.map((column) => sql.ref(`p.${column}`)))}
    from patients p where p.practice_id = ${practiceId} and p.id = any(${[...ids]}::bigint[])
    order by p.id for update`.execute(tx)
  return new Map(
    rows.map((row) => {
      const columns = Object.fromEntries(mergedColumns.map((column) => [column, row[column]]))
      return [row.id, { ...row, columns: columns as unknown as MergedColumns }]
    }),
  )
}

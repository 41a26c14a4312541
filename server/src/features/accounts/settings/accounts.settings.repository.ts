import type { TimeFormat } from '@ulna/contract/clock-text'
import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

export interface OwnState {
  readonly username: string
  readonly email: string
  readonly version: number
  readonly doctorVersion: number
}

/** Account and profile of a member as they are, locked. */
export const lockOwnState = async (
  tx: Tx,
  who: { readonly userId: number; readonly practiceId: number; readonly doctorId: number },
): Promise<OwnState | undefined> => {
  const { rows } = await sql<OwnState>`
    select u.username, u.email, u.version, d.version as "doctorVersion"
    from users u join doctors d on d.user_id = u.id
    where u.id = ${who.userId} and d.practice_id = ${who.practiceId} and d.id = ${who.doctorId}
    for update`.execute(tx)
  return rows[0]
}

/** Columns to write; those that are absent stay. */
export interface UserColumns {
  readonly username?: string
  readonly language?: Language
  readonly time_format?: TimeFormat
}

export const updateUserRow = async (tx: Tx, id: number, columns: UserColumns): Promise<void> => {
  await tx
    .updateTable('users')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .execute()
}

export interface PractitionerColumns {
  readonly first_name?: string
  readonly last_name?: string
  readonly birth_date?: string | null
  readonly social_id?: string | null
  readonly licence_number?: string | null
  readonly phone?: string | null
  readonly mobile?: string | null
  readonly email?: string | null
  readonly address?: string | null
  readonly color?: number
  readonly bookable?: boolean
}

export const updatePractitionerRow = async (
  tx: Tx,
  practiceId: number,
  id: number,
  columns: PractitionerColumns,
): Promise<void> => {
  await tx
    .updateTable('doctors')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: new Date() }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

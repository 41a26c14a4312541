import type { SheetContents } from '@ulna/contract/day-sheets/day-sheets'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

export interface SealedPassword {
  readonly contents: SheetContents
  readonly sealed: Buffer
  /** Instant. */
  readonly since: string
}

export const findPasswords = async (tx: Tx, practiceId: number): Promise<readonly SealedPassword[]> => {
  const { rows } = await sql<SealedPassword>`
    select contents, sealed, iso(since) as since from day_sheet_passwords
    where practice_id = ${practiceId}`.execute(tx)
  return rows
}

/** Keeps a password where there is none yet; whoever comes second leaves the first one's. */
export const insertPassword = async (
  tx: Tx,
  practiceId: number,
  { contents, sealed }: Pick<SealedPassword, 'contents' | 'sealed'>,
): Promise<void> => {
  await sql`insert into day_sheet_passwords (practice_id, contents, sealed)
    values (${practiceId}, ${contents}, ${sealed}) on conflict do nothing`.execute(tx)
}

export const deletePasswords = async (tx: Tx, practiceId: number): Promise<void> => {
  await sql`delete from day_sheet_passwords where practice_id = ${practiceId}`.execute(tx)
}

/** Writes the same password again, encrypted with another key. */
export const rewritePassword = async (
  tx: Tx,
  practiceId: number,
  { contents, sealed }: Pick<SealedPassword, 'contents' | 'sealed'>,
): Promise<void> => {
  await sql`update day_sheet_passwords set sealed = ${sealed}
    where practice_id = ${practiceId} and contents = ${contents}`.execute(tx)
}

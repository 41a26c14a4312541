import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

export interface HandedForm {
  readonly classId: string
  readonly version: number
}

/** Forms that came with files which were handed over. */
export const findHandedForms = async (tx: Tx, practiceId: number): Promise<HandedForm[]> => {
  const { rows } = await sql<HandedForm>`
    select class_id as "classId", version from received_forms where practice_id = ${practiceId}`.execute(tx)
  return rows
}

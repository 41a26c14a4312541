import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/**
 * Forgets files of other practices that nobody had decided about where the practice came from: their bytes stayed there, and
 * whoever sent them sends them again.
 */
export const forgetUndecided = async (tx: Tx, practiceId: number): Promise<void> => {
  await sql`delete from received_hand_overs where practice_id = ${practiceId} and state = 'looked'`.execute(
    tx,
  )
}

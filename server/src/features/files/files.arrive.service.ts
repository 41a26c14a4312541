import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { queueProcessing } from './files.queue.ts'

/** Queues the look at files that nobody had looked at where the practice came from: jobs do not travel, bytes do. */
export const goOnWithProcessing = async (tx: Tx, practiceId: number): Promise<void> => {
  const { rows } = await sql<{ fileId: number }>`
    select id as "fileId" from files where practice_id = ${practiceId} and state = 'processing'`.execute(tx)
  for (const { fileId } of rows) await queueProcessing(tx, practiceId, fileId)
}

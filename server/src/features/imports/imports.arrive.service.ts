import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { queueForgetting, queueWatch, queueWork } from './imports.queue.ts'
import { writingStates } from './imports.repository.ts'

/**
 * Goes on with the imports of a practice that arrived from elsewhere: those that wrote go on writing or taking back, and all
 * are forgotten in their time. One that had written nothing has no file here to be read, and goes.
 */
export const goOnWithImports = async (tx: Tx, practiceId: number): Promise<void> => {
  await sql`
    delete from imports where practice_id = ${practiceId}
      and state not in (${sql.join([...writingStates])})`.execute(tx)
  const { rows } = await sql<{ importId: number; isBusy: boolean }>`
    select id as "importId", state in ('running', 'undoing') as "isBusy" from imports
    where practice_id = ${practiceId}`.execute(tx)
  for (const { importId, isBusy } of rows) {
    const key = { practiceId, importId }
    await queueForgetting(tx, key)
    if (!isBusy) continue
    await queueWork(tx, key)
    await queueWatch(tx, key)
  }
}

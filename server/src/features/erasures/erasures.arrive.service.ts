import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { queueCarryingOut, queueCertificate } from './erasures.queue.ts'

/** Queues what was under way when the practice left where it came from: jobs do not travel, decisions do. */
export const goOnWithErasures = async (tx: Tx, practiceId: number): Promise<void> => {
  const { rows } = await sql<{ erasureId: number; runAt: Date }>`
    select id as "erasureId", greatest(destroy_after, now()) as "runAt" from erasures
    where practice_id = ${practiceId} and state in ('blocked', 'destroying')`.execute(tx)
  for (const { erasureId, runAt } of rows) await queueCarryingOut(tx, { practiceId, erasureId }, runAt)
  const { rows: uncertified } = await sql<{ erasureId: number }>`
    select e.id as "erasureId" from erasures e where e.practice_id = ${practiceId} and e.state = 'done'
      and not exists (select from erasure_papers p where p.practice_id = e.practice_id and p.erasure_id = e.id)`.execute(
    tx,
  )
  for (const { erasureId } of uncertified) await queueCertificate(tx, { practiceId, erasureId })
}

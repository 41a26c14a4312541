import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { queueAct, queueCarryingOut, queueCertificate } from './erasures.queue.ts'

const goOnCarryingOut = async (tx: Tx, practiceId: number): Promise<void> => {
  const { rows } = await sql<{ erasureId: number; runAt: Date }>`
    select id as "erasureId", greatest(destroy_after, now()) as "runAt" from erasures
    where practice_id = ${practiceId} and state in ('blocked', 'destroying')`.execute(tx)
  for (const { erasureId, runAt } of rows) await queueCarryingOut(tx, { practiceId, erasureId }, runAt)
}

const findIds = async (tx: Tx, query: RawBuilder<{ id: number }>): Promise<readonly number[]> =>
  (await query.execute(tx)).rows.map(({ id }) => id)

/** Erasures that are done without a certificate of what they destroyed last. */
const findUncertified = (tx: Tx, practiceId: number): Promise<readonly number[]> =>
  findIds(
    tx,
    sql`
      select e.id from erasures e where e.practice_id = ${practiceId} and e.state = 'done'
        and not exists (select from erasure_papers p where p.practice_id = ${practiceId} and p.erasure_id = e.id
          and p.issued_at >= greatest(e.destroyed_at, e.rest_destroyed_at))`,
  )

const findUndrawn = (tx: Tx, practiceId: number): Promise<readonly number[]> =>
  findIds(
    tx,
    sql`
      select a.id from erasure_acts a where a.practice_id = ${practiceId}
        and not exists (select from erasure_papers p where p.practice_id = ${practiceId} and p.act_id = a.id)`,
  )

/**
 * Queues what was under way when the practice left where it came from: jobs do not travel, decisions do. An act of which
 * files still wait is drawn up when the last of them no longer does.
 */
export const goOnWithErasures = async (tx: Tx, practiceId: number): Promise<void> => {
  await goOnCarryingOut(tx, practiceId)
  for (const erasureId of await findUncertified(tx, practiceId))
    await queueCertificate(tx, { practiceId, erasureId })
  for (const actId of await findUndrawn(tx, practiceId)) await queueAct(tx, practiceId, actId)
}

import { deletionDays } from '@ulna/contract/practice-deletions/practice-deletions.rules'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'

/** Looks whether the day came, and destroys then. */
export const carryOutJob = 'practice_deletions.carry_out'
/** Reminds the owners of the day. */
export const remindJob = 'practice_deletions.remind'
/** Mails somebody. */
export const tellJob = 'practice_deletions.tell'

/** What somebody is told: the practice closes, its day is near, something is missing, it goes on, it is gone. */
export const deletionNews = ['closing', 'near', 'waits', 'takenBack', 'done'] as const
export type DeletionNews = (typeof deletionNews)[number]

const dayMs = 86_400_000

export const queueCarryingOut = (tx: Tx, deletionId: number, runAt: Date): Promise<void> =>
  enqueue(tx, carryOutJob, { deletionId }, { runAt, withoutEnd: true })

/** Something is missing: it is looked at again tomorrow. */
export const queueForTomorrow = async (tx: Tx, deletionId: number): Promise<void> =>
  queueCarryingOut(tx, deletionId, new Date((await databaseNow(tx)) + dayMs))

/** Owners are reminded some days before the day. */
export const queueReminders = async (tx: Tx, deletionId: number, day: Date): Promise<void> => {
  for (const days of deletionDays.reminders)
    await enqueue(tx, remindJob, { deletionId, days }, { runAt: new Date(day.getTime() - days * dayMs) })
}

export const queueNews = async (
  tx: Tx,
  deletionId: number,
  news: DeletionNews,
  userIds: readonly number[],
): Promise<void> => {
  for (const userId of userIds) await enqueue(tx, tellJob, { deletionId, userId, news })
}

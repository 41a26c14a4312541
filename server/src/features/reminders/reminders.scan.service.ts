import { reading, transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { readConfigurations } from '../../platform/stored-configurations.ts'
import type { Database } from '../../platform/use-case.ts'
import { queueMails } from './reminders.queue.ts'
import { claimDueReminders, findRemindingPractices, type RemindingPractice } from './reminders.repository.ts'

const queueThoseOf = async (
  db: Database,
  { id: practiceId, configurations }: RemindingPractice,
  now: Date,
): Promise<void> => {
  const hours = readConfigurations(configurations).agenda.reminderHours
  if (hours === null) return
  let more = true
  while (more) {
    more = await transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
      const claimed = await claimDueReminders(tx, practiceId, hours, now)
      await queueMails(tx, practiceId, claimed.mailIds)
      return claimed.more
    })
  }
}

/**
 * Queues every reminder whose time has come, of all practices: for each a row and a job, or neither. Any number of
 * processes may do so at once. A practice in trouble keeps the others waiting for nothing. The time is the database's
 * unless `at` says another.
 */
export const queueDueReminders = async (db: Database, at?: Date): Promise<void> => {
  const { practices, now } = await reading(db.queries, installationScope, async (tx) => {
    const [found, ms] = await Promise.all([findRemindingPractices(tx), databaseNow(tx)])
    return { practices: found, now: new Date(ms) }
  })
  const failures: unknown[] = []
  for (const practice of practices)
    await queueThoseOf(db, practice, at ?? now).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

import type { Tx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'

/** The job that sends one mail about appointments; its payload names practice and mail. */
export const appointmentMail = 'reminders.appointment_mail'

/** Queues jobs that send these mails; without `runAt` as soon as the transaction is committed. */
export const queueMails = async (
  tx: Tx,
  practiceId: number,
  mailIds: readonly number[],
  runAt?: Date,
): Promise<void> => {
  const options = runAt ? { runAt } : {}
  await Promise.all(mailIds.map((mailId) => enqueue(tx, appointmentMail, { practiceId, mailId }, options)))
}

import { undoSeconds } from '@ulna/contract/appointments/appointments.series'
import type { Tx } from '../../platform/database/database.ts'
import { announce } from '../../platform/news/news.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { queueConfirmation } from '../reminders/reminders.service.ts'

/**
 * Tells everybody who looks at the agenda, when the transaction commits, that appointments changed: these and no others, or
 * `any` where others say something new too, as those do whose series has another rule.
 */
export const tellAgenda = (
  tx: Tx,
  { practiceId }: PracticeActor,
  ids: readonly number[] | 'any',
): Promise<void> => announce(tx, practiceId, { topic: 'appointments', ids })

/** What the patient of an appointment was told of it. */
interface Told {
  readonly doctorId: number
  readonly patientId: number | null
  readonly start: number
}

/** Whether a confirmation would say something new: another time or practitioner, or all of it to another patient. */
export const isNews = (before: Told, after: Told): boolean =>
  before.start !== after.start || before.doctorId !== after.doctorId || before.patientId !== after.patientId

/** The patient of appointments that were booked or moved gets one mail for all, where the practice sends such mails. */
export const confirmBooked = (tx: Tx, actor: PracticeActor, ids: readonly number[]): Promise<void> =>
  queueConfirmation(tx, actor, ids)

/** Seconds that taking a change back at the last moment may take. */
const undoMargin = 15

/** The same of a series: it goes out once the change can no longer be taken back. */
export const confirmSeries = (tx: Tx, actor: PracticeActor, ids: readonly number[]): Promise<void> =>
  queueConfirmation(tx, actor, ids, undoSeconds + undoMargin)

/** Both, of one appointment. */
export const tellBooked = async (tx: Tx, actor: PracticeActor, ids: readonly number[]): Promise<void> => {
  await Promise.all([tellAgenda(tx, actor, ids), confirmBooked(tx, actor, ids)])
}

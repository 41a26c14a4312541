import type { AppointmentMessage } from '@ulna/contract/reminders/reminders'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { joinWire, jsonOf, type ListText, listText } from '../../platform/database/wire.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import { requirePermission } from '../../platform/sessions/access.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../platform/use-case.ts'
import { refuseArchived } from '../patients/patients.service.ts'
import { queueMails } from './reminders.queue.ts'
import {
  type Addressee,
  type ConfirmationTerms,
  findAddressee,
  findMessages,
  insertConfirmations,
} from './reminders.repository.ts'

const confirm = async (
  tx: Tx,
  practiceId: number,
  appointmentIds: readonly number[],
  terms: ConfirmationTerms,
): Promise<void> =>
  queueMails(tx, practiceId, await insertConfirmations(tx, practiceId, appointmentIds, terms), terms.dueAt)

const secondsFromNow = async (tx: Tx, seconds: number): Promise<Date> =>
  new Date((await databaseNow(tx)) + seconds * 1000)

/**
 * After appointments were booked or moved, in the transaction that does so: one mail to their patient that lists them all,
 * where the practice wants that and the patient too. Goes out so many seconds after that, and tells nothing that was
 * cancelled, moved or given to somebody else by then.
 */
export const queueConfirmation = async (
  tx: Tx,
  actor: PracticeActor,
  appointmentIds: readonly number[],
  seconds = 0,
): Promise<void> => {
  if (!actor.configurations.agenda.confirmationMails || appointmentIds.length === 0) return
  const dueAt = await secondsFromNow(tx, seconds)
  await confirm(tx, actor.practiceId, appointmentIds, { dueAt, byHand: false })
}

const requireAddressee = async (tx: Tx, actor: PracticeActor, id: number): Promise<Addressee> => {
  const addressee = await findAddressee(tx, actor.practiceId, id)
  if (!addressee) throw new AppError('not_found')
  return addressee
}

const mayConfirm = (actor: PracticeActor, addressee: Addressee): void => {
  if (addressee.doctorId !== actor.doctorId) requirePermission(actor, 'writeOthersAgenda')
  if (addressee.status !== 'booked' || !addressee.isAhead) throw new AppError('appointment_not_ahead')
  if (!isReachable(addressee)) throw new AppError('patient_without_email')
  if (addressee.mailReminders === false) throw new AppError('patient_opted_out')
}

const isReachable = ({ email }: Addressee): boolean => email !== null && isMailAddress(email)

const storeConfirmation = (db: Database, actor: PracticeActor, id: number): Promise<AppointmentMessage> =>
  change(db, actor, async (tx) => {
    const addressee = await requireAddressee(tx, actor, id)
    if (addressee.patientId !== null) await refuseArchived(tx, actor, addressee.patientId)
    mayConfirm(actor, addressee)
    const dueAt = await secondsFromNow(tx, 0)
    await confirm(tx, actor.practiceId, [id], { dueAt, byHand: true })
    const message: AppointmentMessage = {
      kind: 'confirmation',
      start: addressee.start.toISOString(),
      dueAt: dueAt.toISOString(),
      status: 'queued',
      reason: null,
      sentAt: null,
    }
    const subject = { type: 'appointment', id }
    return audited(
      { action: 'appointment.confirmation_mail', patientId: addressee.patientId, subject },
      message,
    )
  })

/**
 * Sends a confirmation by hand, whether or not the practice sends them by itself. Refuses with appointment_not_ahead,
 * patient_without_email, patient_opted_out and rate_limited.
 */
export const sendConfirmation = async (
  { db, rateLimits }: { db: Database; rateLimits: RateLimits },
  actor: PracticeActor,
  id: number,
): Promise<AppointmentMessage> => {
  const spendings = [
    ['confirmationsByHand', String(actor.userId)],
    ['confirmationsOfAppointment', `${actor.practiceId} ${id}`],
  ] as const
  await rateLimits.take(...spendings)
  try {
    return await storeConfirmation(db, actor, id)
  } catch (error) {
    // Nothing was sent.
    await rateLimits.giveBack(...spendings)
    throw error
  }
}

/** The reminder to come, or why there will be none; undefined when it is no matter of reminding any more. */
const plannedReminder = (actor: PracticeActor, addressee: Addressee): AppointmentMessage | undefined => {
  const hours = actor.configurations.agenda.reminderHours
  const isToCome = addressee.status === 'booked' && addressee.isAhead
  if (hours === null || !isToCome || addressee.reminded || addressee.patientId === null) return undefined
  if (addressee.isAsBrought) return undefined
  const told = {
    kind: 'reminder',
    start: addressee.start.toISOString(),
    dueAt: new Date(addressee.start.getTime() - hours * 3_600_000).toISOString(),
    sentAt: null,
  } as const
  if (!isReachable(addressee)) return { ...told, status: 'skipped', reason: 'no_address' }
  if (addressee.mailReminders === false) return { ...told, status: 'skipped', reason: 'opted_out' }
  return { ...told, status: 'planned', reason: null }
}

/** What became of the mails about an appointment, and of the reminder to come. */
export const listMessages = (
  db: Database,
  actor: PracticeActor,
  id: number,
): Promise<ListText<AppointmentMessage>> =>
  view(db, actor, async (tx) => {
    const addressee = await requireAddressee(tx, actor, id)
    const planned = plannedReminder(actor, addressee)
    const rows = [
      ...(await findMessages(tx, actor.practiceId, id)),
      ...(planned ? [{ wire: jsonOf(planned) }] : []),
    ]
    const subject = { type: 'appointment', id }
    return audited(
      { action: 'appointment.read', patientId: addressee.patientId, subject, detail: { messages: true } },
      listText({ rows: joinWire(rows), total: rows.length }),
    )
  })

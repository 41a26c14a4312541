import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { MailKind, MailReason } from '@ulna/contract/reminders/reminders'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Statement } from '../../platform/database/statement-batch.ts'

/** One line of a mail: the row that stands for it, and its appointment as it is now. */
export interface LetterLine {
  readonly id: number
  readonly kind: MailKind
  readonly announced: Date
  /** The patient it was meant for. */
  readonly addressee: number
  /** It tells the start the appointment has, whatever was announced. */
  readonly byHand: boolean
  /** A later confirmation tells the same. */
  readonly repeated: boolean
  readonly failed: boolean
  /** Somebody began to send it within the last two minutes and has not said how it went. */
  readonly underway: boolean
  /** A mail server was given all of it, by a process that died before it heard what became of it. */
  readonly handed: boolean
  /** Status of the appointment; null when it was deleted. */
  readonly status: AppointmentStatus | null
  readonly uid: string
  readonly version: number
  readonly changedAt: Date
  readonly start: Date
  readonly end: Date
  readonly begun: boolean
  /** The practice is about to be deleted and writes to no patient. */
  readonly closing: boolean
  readonly practitioner: string
  readonly patientId: number
  readonly email: string | null
  readonly mailReminders: boolean
  readonly language: Language
  readonly practice: string
  readonly timezone: string
}

const isRepeated = (practiceId: number) => sql`m.kind = 'confirmation' and exists (
  select 1 from appointment_mails c
  where c.practice_id = ${practiceId} and c.appointment_id = m.appointment_id and c.kind = 'confirmation' and c.id > m.id
    and c.start_at = a.start_at and c.patient_id = a.patient_id and c.status <> 'skipped'
)`

/** The lines of a mail that are still to be sent, by start, locked until the transaction ends. */
export const lockLetter = async (
  tx: Tx,
  practiceId: number,
  mailId: number,
): Promise<readonly LetterLine[]> => {
  const { rows } = await sql<LetterLine>`
    select m.id, m.kind, m.start_at as announced, m.patient_id as addressee, m.by_hand as "byHand",
      ${isRepeated(practiceId)} as repeated, m.status = 'failed' as failed,
      m.status = 'queued' and coalesce(m.attempted_at > now() - interval '2 minutes', false) as underway,
      m.status = 'queued' and m.handed_at is not null as handed,
      case when p.id is not null then a.status end as status, a.uid, a.version,
      coalesce(a.updated_at, a.created_at) as "changedAt", a.start_at as start, a.end_at as end,
      a.start_at <= now() as begun, r.closing_at is not null as closing,
      d.full_name as practitioner, p.id as "patientId", p.email, p.mail_reminders as "mailReminders",
      coalesce(p.language, r.locale) as language, r.name as practice, r.timezone
    from appointment_mails m
    join practices r on r.id = m.practice_id
    left join appointments a on a.practice_id = ${practiceId} and a.id = m.appointment_id
    left join doctors d on d.practice_id = ${practiceId} and d.id = a.doctor_id
    left join patients p on p.practice_id = ${practiceId} and p.id = a.patient_id
    where m.practice_id = ${practiceId} and m.mail_id = ${mailId} and m.status in ('queued', 'failed')
    order by a.start_at, m.id for update of m`.execute(tx)
  return rows
}

export const skipLine = async (tx: Tx, practiceId: number, id: number, reason: MailReason): Promise<void> => {
  await sql`update appointment_mails set status = 'skipped', reason = ${reason}
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Notes that these lines are about to be sent, with the start the mail tells. */
export const noteAttempt = async (tx: Tx, practiceId: number, ids: readonly number[]): Promise<void> => {
  await sql`update appointment_mails m
    set status = 'queued', reason = null, handed_at = null, attempts = m.attempts + 1, attempted_at = now(), start_at = a.start_at
    from appointments a
    where m.practice_id = ${practiceId} and m.id = any(${ids}::bigint[])
      and a.practice_id = ${practiceId} and a.id = m.appointment_id`.execute(tx)
}

/** Notes that a mail server was given all of these lines. */
export const handingOver = (practiceId: number, ids: readonly number[]): Statement => ({
  name: 'note that a mail left',
  text: 'update appointment_mails set handed_at = now() where practice_id = $1 and id = any($2::bigint[])',
  values: [practiceId, ids],
})

/** Notes that these lines were sent, when they were handed over if that was noted. */
export const noteSent = async (tx: Tx, practiceId: number, ids: readonly number[]): Promise<void> => {
  await sql`update appointment_mails set status = 'sent', reason = null, sent_at = either(handed_at, now())
    where practice_id = ${practiceId} and id = any(${ids}::bigint[])`.execute(tx)
}

/** Notes that the mail server did not take these lines; they are tried again. */
export const noteFailure = async (tx: Tx, practiceId: number, ids: readonly number[]): Promise<void> => {
  await sql`update appointment_mails set status = 'failed', reason = 'not_handed_over', handed_at = null
    where practice_id = ${practiceId} and id = any(${ids}::bigint[])`.execute(tx)
}

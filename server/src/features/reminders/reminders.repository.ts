import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { AppointmentMessage } from '@ulna/contract/reminders/reminders'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type WireRow, wire, wireObject } from '../../platform/database/wire.ts'

/** A practice that reminds its patients. */
export interface RemindingPractice {
  readonly id: number
  readonly configurations: string
}

/**
 * Practices with a time for reminders, of which somebody has signed in here: one that has just come from another
 * installation writes to nobody before it begins to work, and one that is about to be deleted to nobody any more. Practices are of the whole installation.
 */
export const findRemindingPractices = async (tx: Tx): Promise<readonly RemindingPractice[]> => {
  const { rows } = await sql<RemindingPractice>`
    select id, configurations::text as configurations from practices
    where closing_at is null and jsonb_typeof(configurations -> 'agenda' -> 'reminderHours') = 'number' and exists (
      select from memberships m join users u on u.id = m.user_id
      where m.practice_id = practices.id and m.ended_at is null and u.activated_at is not null)
    order by id`.execute(tx)
  return rows
}

/** Confirmed within the last hour: a reminder would say the same again. */
const justConfirmed = (practiceId: number, now: Date) => sql`exists (
  select 1 from appointment_mails c
  where c.practice_id = ${practiceId} and c.appointment_id = a.id and c.kind = 'confirmation'
    and c.start_at = a.start_at and c.patient_id = a.patient_id and c.status in ('queued', 'sent')
    and coalesce(c.sent_at, c.created_at) > ${now}::timestamptz - interval '1 hour'
)`

/** The confirmation that a reminder made room for went out or will. */
const isConfirmed = (practiceId: number) => sql`exists (
  select 1 from appointment_mails c
  where c.practice_id = ${practiceId} and c.appointment_id = m.appointment_id and c.kind = 'confirmation'
    and c.start_at = m.start_at and c.patient_id = m.patient_id and c.status <> 'skipped'
)`

/**
 * The last reminder is of this start and for this patient. Those that were found to tell nothing true any more, and did
 * not go out, count for nothing: what was cancelled may be booked again, what was moved may be moved back.
 */
const isReminded = (practiceId: number) => sql`coalesce((a.start_at, a.patient_id) = (
  select m.start_at, m.patient_id from appointment_mails m
  where m.practice_id = ${practiceId} and m.appointment_id = a.id and m.kind = 'reminder'
    and (m.reason is null or m.reason not in ('cancelled', 'moved'))
    and (m.reason is distinct from 'just_confirmed' or ${isConfirmed(practiceId)})
  order by m.turn desc limit 1
), false)`

export interface Claimed {
  /** Numbers of the mails to send. */
  readonly mailIds: readonly number[]
  /** There may be more than one transaction had better take. */
  readonly more: boolean
}

const mostClaims = 200

/** That an import brought the appointment `a` and nobody here has changed it since: nothing imported asks for a mail. */
const isAsBrought = sql<boolean>`(a.imported_from is not null and a.version = 1)`

/**
 * A row for each reminder whose time has come and that was not claimed yet, whoever else does the same at this moment:
 * two who see the same want the same turn. Less than an hour ahead there is none, unless its time came just now: whoever books so late knows.
 */
export const claimDueReminders = async (
  tx: Tx,
  practiceId: number,
  hours: number,
  now: Date,
): Promise<Claimed> => {
  const { rows } = await sql<{ mailId: number; status: string }>`
    with due as (
      select a.id as appointment_id, a.patient_id, a.start_at, a.start_at - make_interval(hours => ${hours}::int) as due_at,
        ${justConfirmed(practiceId, now)} as confirmed, (
          select count(*)::int from appointment_mails m
          where m.practice_id = ${practiceId} and m.appointment_id = a.id and m.kind = 'reminder'
        ) as turn
      from appointments a join patients p on p.practice_id = ${practiceId} and p.id = a.patient_id
      where a.practice_id = ${practiceId} and a.status = 'booked' and a.start_at > ${now}::timestamptz
        and a.start_at <= ${now}::timestamptz + make_interval(hours => ${hours}::int)
        and p.mail_reminders and p.email is not null and not ${isReminded(practiceId)} and not ${isAsBrought}
      order by a.start_at limit ${mostClaims}
    ), judged as materialized (
      select nextval('global_id') as id, appointment_id, patient_id, start_at, due_at, turn, case
        when confirmed then 'just_confirmed'
        when start_at < ${now}::timestamptz + interval '1 hour' and due_at < ${now}::timestamptz - interval '10 minutes'
          then 'too_late'
        end as reason
      from due
    )
    insert into appointment_mails
      (practice_id, id, mail_id, appointment_id, patient_id, kind, start_at, due_at, turn, status, reason)
    select ${practiceId}, id, id, appointment_id, patient_id, 'reminder', start_at, due_at, turn,
      case when reason is null then 'queued' else 'skipped' end, reason
    from judged
    on conflict do nothing
    returning mail_id as "mailId", status`.execute(tx)
  return {
    mailIds: rows.filter(({ status }) => status === 'queued').map(({ mailId }) => mailId),
    more: rows.length === mostClaims,
  }
}

export interface ConfirmationTerms {
  readonly dueAt: Date
  /** Somebody asked for it: no other follows when the appointment is moved. */
  readonly byHand: boolean
}

/**
 * Rows for confirmations of those appointments that lie ahead and whose patient wants mails: one mail a patient.
 * Answers the numbers of the mails to send.
 */
export const insertConfirmations = async (
  tx: Tx,
  practiceId: number,
  appointmentIds: readonly number[],
  { dueAt, byHand }: ConfirmationTerms,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ mailId: number }>`
    with told as (
      select a.id, a.start_at, a.patient_id
      from appointments a join patients p on p.practice_id = ${practiceId} and p.id = a.patient_id
      where a.practice_id = ${practiceId} and a.id = any(${appointmentIds}::bigint[]) and a.status = 'booked'
        and a.start_at > now() and p.mail_reminders and p.email is not null
    ), mails as materialized (
      select patient_id, nextval('global_id') as id from (select distinct patient_id from told) patients
    ), rows as (
      insert into appointment_mails (practice_id, mail_id, appointment_id, patient_id, kind, by_hand, start_at, due_at)
      select ${practiceId}, m.id, t.id, t.patient_id, 'confirmation', ${byHand}, t.start_at, ${dueAt}
      from told t join mails m on m.patient_id = t.patient_id
      returning 1
    )
    select id as "mailId" from mails order by id`.execute(tx)
  return rows.map(({ mailId }) => mailId)
}

const messageWire = wireObject<AppointmentMessage>({
  kind: wire.plain('m.kind'),
  start: wire.instant('m.start_at'),
  dueAt: wire.instant('m.due_at'),
  status: wire.plain('m.status'),
  reason: wire.optionalPlain('m.reason'),
  sentAt: wire.optionalInstant('m.sent_at'),
})

/** The mails of an appointment as wire JSON, oldest first. */
export const findMessages = async (
  tx: Tx,
  practiceId: number,
  appointmentId: number,
): Promise<readonly WireRow<AppointmentMessage>[]> => {
  const { rows } = await sql<WireRow<AppointmentMessage>>`
    select ${messageWire} as wire from appointment_mails m
    where m.practice_id = ${practiceId} and m.appointment_id = ${appointmentId} order by m.created_at, m.id`.execute(
    tx,
  )
  return rows
}

/** What decides whether a patient gets a mail about an appointment. */
export interface Addressee {
  readonly doctorId: number
  readonly patientId: number | null
  readonly start: Date
  readonly isAhead: boolean
  readonly status: AppointmentStatus
  readonly email: string | null
  readonly mailReminders: boolean | null
  /** An import brought it, and nobody here has changed it since: nobody is reminded of it. */
  readonly isAsBrought: boolean
  /** Its patient is or was reminded of the start it has now. */
  readonly reminded: boolean
}

export const findAddressee = async (
  tx: Tx,
  practiceId: number,
  appointmentId: number,
): Promise<Addressee | undefined> => {
  const { rows } = await sql<Addressee>`
    select a.doctor_id as "doctorId", a.patient_id as "patientId", a.start_at as start, a.start_at > now() as "isAhead",
      a.status, p.email,
      p.mail_reminders as "mailReminders", ${isReminded(practiceId)} as reminded, ${isAsBrought} as "isAsBrought"
    from appointments a left join patients p on p.practice_id = ${practiceId} and p.id = a.patient_id
    where a.practice_id = ${practiceId} and a.id = ${appointmentId}`.execute(tx)
  return rows[0]
}

import type { AppointmentStatus } from '@ulna/contract/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { prepared } from '../../platform/prepared.ts'
import { joinBytes, type WireBytes, type WireParts, type WireRow } from '../../platform/wire.ts'

type Expression = RawBuilder<unknown>

/** An `Appointment` of the contract: kept text and the practitioner's name. `a` appointment, `d` its doctor. */
const appointmentWire: RawBuilder<string> = sql`a.wire_row || ',"doctorName":' || d.wire_name || '}'`

const joined = sql`appointments a join doctors d on d.practice_id = a.practice_id and d.id = a.doctor_id`

/**
 * The name an appointment keeps of its patient. Locked, so that it is the name when the transaction ends; a patient who
 * is not here has one that the foreign key refuses.
 */
const keptName = (practiceId: Expression, patientId: Expression): Expression => sql`
  case when ${patientId}::bigint is not null then coalesce((
    select wire_name from patients where practice_id = ${practiceId} and id = ${patientId} for key share
  ), '') end`

export interface WireEvents {
  readonly events: WireParts
  readonly total: number
}

interface DayRow extends WireBytes {
  readonly count: number
}

const dayOfStart = sql`(a.start_at at time zone 'UTC')::date`

/** Joined by day: rows that are neither many nor long are the cheapest to send. */
const eventsWhere = (condition: RawBuilder<unknown>): RawBuilder<DayRow> => sql`
  select string_agg(${appointmentWire}, ',' order by a.start_at, a.id) as bytes, count(*)::int as count
  from ${joined} where ${condition} group by ${dayOfStart} order by ${dayOfStart}`

/** An instant, or a day that starts at midnight of a time zone. */
export type Bound = { readonly instant: string } | { readonly day: string; readonly timezone: string }

export const bound = (text: string, timezone: string): Bound =>
  text.length === 10 ? { day: text, timezone } : { instant: text }

export interface Range {
  readonly start: Bound
  readonly end: Bound
}

type BoundValues = [instant: string | null, day: string | null, timezone: string | null]
type RangeValues = [...start: BoundValues, ...end: BoundValues]

const boundValues = (one: Bound): BoundValues =>
  'instant' in one ? [one.instant, null, null] : [null, one.day, one.timezone]

// As a query of its own it is computed once, not for every row.
const momentOf = (instant: Expression, day: Expression, timezone: Expression): Expression =>
  sql`(select coalesce(${instant}::timestamptz, ${day}::timestamp at time zone ${timezone}))`

// No appointment lasts longer than a day, so the index on the start finds all that touch the range.
const touches = (start: Expression, end: Expression): Expression =>
  sql`a.start_at < ${end} and a.start_at > ${start} - interval '24 hours' and a.end_at > ${start}`

const practiceEvents = prepared<DayRow, [...RangeValues, practiceId: number]>(
  (instant, day, zone, endInstant, endDay, endZone, practiceId) =>
    eventsWhere(
      sql`a.practice_id = ${practiceId} and ${touches(momentOf(instant, day, zone), momentOf(endInstant, endDay, endZone))}`,
    ),
)

const doctorEvents = prepared<DayRow, [...RangeValues, practiceId: number, doctorId: number]>(
  (instant, day, zone, endInstant, endDay, endZone, practiceId, doctorId) =>
    eventsWhere(
      sql`a.practice_id = ${practiceId} and a.doctor_id = ${doctorId}
        and ${touches(momentOf(instant, day, zone), momentOf(endInstant, endDay, endZone))}`,
    ),
)

const valuesOf = ({ start, end }: Range): RangeValues => [...boundValues(start), ...boundValues(end)]

const toEvents = (rows: readonly DayRow[]): WireEvents => ({
  events: joinBytes(rows),
  total: rows.reduce((sum, row) => sum + row.count, 0),
})

export const findPracticeEvents = async (tx: Tx, practiceId: number, range: Range): Promise<WireEvents> =>
  toEvents(await practiceEvents(tx, ...valuesOf(range), practiceId))

export const findDoctorEvents = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  range: Range,
): Promise<WireEvents> => toEvents(await doctorEvents(tx, ...valuesOf(range), practiceId, doctorId))

export const findAppointmentWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<string | undefined> => {
  const { rows } = await sql<{ wire: string }>`
    select ${appointmentWire} as wire from ${joined} where a.practice_id = ${practiceId} and a.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.wire
}

export interface AppointmentState {
  readonly id: number
  readonly version: number
  readonly doctorId: number
  readonly patientId: number | null
  readonly start: Date
  readonly end: Date
  readonly status: AppointmentStatus
  readonly allowOverlap: boolean
}

/** The state of an appointment, locked until the transaction ends. */
export const lockAppointment = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<AppointmentState | undefined> => {
  const { rows } = await sql<AppointmentState>`
    select id, version, doctor_id as "doctorId", patient_id as "patientId", start_at as start, end_at as end, status,
      allow_overlap as "allowOverlap"
    from appointments where practice_id = ${practiceId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

const lockAgenda = prepared<unknown, [name: string]>(
  (name) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 9))`,
)

/**
 * Bookings of one agenda wait for each other, so that two that race see each other. Agendas are taken in the order of
 * their ids when an appointment moves from one to another.
 */
export const lockAgendas = async (
  tx: Tx,
  practiceId: number,
  doctorIds: readonly number[],
): Promise<void> => {
  const inOrder = [...new Set(doctorIds)].sort((a, b) => a - b)
  await Promise.all(inOrder.map((doctorId) => lockAgenda(tx, `agenda ${practiceId} ${doctorId}`)))
}

export interface Slot {
  readonly doctorId: number
  readonly start: string | Date
  readonly end: string | Date
  readonly exceptId: number | null
}

type Moment = string | Date

const clashOf = prepared<
  WireRow,
  [practiceId: number, doctorId: number, start: Moment, end: Moment, exceptId: number | null]
>(
  (practiceId, doctorId, start, end, exceptId) => sql`
    select ${appointmentWire} as wire from ${joined}
    where a.practice_id = ${practiceId} and a.doctor_id = ${doctorId} and a.status <> 'cancelled'
      and a.start_at < ${end}::timestamptz and a.end_at > ${start}::timestamptz
      and a.start_at > ${start}::timestamptz - interval '24 hours'
      and (${exceptId}::bigint is null or a.id <> ${exceptId})
    order by a.start_at limit 1`,
)

/** Wire JSON of the first appointment that is in the way of a slot; cancelled ones are not. */
export const findClash = async (tx: Tx, practiceId: number, slot: Slot): Promise<string | undefined> => {
  const [row] = await clashOf(tx, practiceId, slot.doctorId, slot.start, slot.end, slot.exceptId)
  return row?.wire
}

const bookable = prepared<{ bookable: boolean }, [practiceId: number, doctorId: number]>(
  (practiceId, doctorId) => sql`
    select exists (
      select 1 from doctors d join memberships m on m.practice_id = d.practice_id and m.doctor_id = d.id
      where d.practice_id = ${practiceId} and d.id = ${doctorId} and d.bookable and m.ended_at is null
    ) as bookable`,
)

/** True when the practitioner is a clinical member of the practice whose agenda can be booked. */
export const isBookable = async (tx: Tx, practiceId: number, doctorId: number): Promise<boolean> => {
  const [row] = await bookable(tx, practiceId, doctorId)
  return row?.bookable === true
}

export interface AppointmentColumns {
  readonly doctor_id?: number
  readonly patient_id?: number | null
  readonly start_at?: string
  readonly end_at?: string
  readonly title?: string | null
  readonly note?: string | null
  readonly patient_note?: string | null
  readonly confirmed?: boolean
  readonly status?: AppointmentStatus
  readonly cancel_reason?: string | null
  readonly allow_overlap?: boolean
}

interface WrittenAppointment extends WireRow {
  readonly id: number
}

type NewAppointmentValues = [
  practiceId: number,
  userId: number,
  doctorId: number,
  patientId: number | null,
  start: string,
  end: string,
  title: string | null,
  note: string | null,
  patientNote: string | null,
  confirmed: boolean,
  status: string,
  cancelReason: string | null,
  allowOverlap: boolean,
]

const insertWithVersion = prepared<WrittenAppointment, NewAppointmentValues>(
  (
    practice,
    user,
    doctor,
    patient,
    start,
    end,
    title,
    note,
    patientNote,
    confirmed,
    status,
    reason,
    overlap,
  ) => sql`
    with a as (
      insert into appointments (practice_id, user_id, doctor_id, patient_id, patient_wire_name, start_at, end_at, title, note,
        patient_note, confirmed, status, cancel_reason, allow_overlap)
      values (${practice}, ${user}, ${doctor}, ${patient}, ${keptName(practice, patient)}, ${start}, ${end}, ${title}, ${note}, ${patientNote},
        ${confirmed}, ${status}, ${reason}, ${overlap})
      returning *
    ), written as (
      select a.practice_id, a.id, a.version, a.user_id, ${appointmentWire} as wire
      from a join doctors d on d.practice_id = a.practice_id and d.id = a.doctor_id
    ), kept as (
      insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
      select practice_id, id, version, user_id, wire from written
    )
    select id, wire from written`,
)

/** Stores the appointment and its first version in one statement; answers its id and its wire JSON. */
export const insertAppointment = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  columns: AppointmentColumns & {
    readonly doctor_id: number
    readonly start_at: string
    readonly end_at: string
  },
): Promise<WrittenAppointment> => {
  const [written] = await insertWithVersion(
    tx,
    practiceId,
    userId,
    columns.doctor_id,
    columns.patient_id ?? null,
    columns.start_at,
    columns.end_at,
    columns.title ?? null,
    columns.note ?? null,
    columns.patient_note ?? null,
    columns.confirmed ?? false,
    columns.status ?? 'booked',
    columns.cancel_reason ?? null,
    columns.allow_overlap ?? false,
  )
  if (!written) throw new Error('the appointment was not stored')
  return written
}

export const updateAppointmentRow = async (
  tx: Tx,
  practiceId: number,
  id: number,
  columns: AppointmentColumns,
): Promise<void> => {
  await tx
    .updateTable('appointments')
    .set((set) => ({
      ...columns,
      ...(columns.patient_id === undefined
        ? {}
        : { patient_wire_name: sql<string>`${keptName(sql`${practiceId}`, sql`${columns.patient_id}`)}` }),
      ...(columns.status ? { cancelled_at: columns.status === 'cancelled' ? sql<Date>`now()` : null } : {}),
      version: set('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** Keeps what the appointment is now as its present version. */
export const keepAppointmentVersion = async (
  tx: Tx,
  practiceId: number,
  id: number,
  userId: number,
): Promise<void> => {
  await sql`
    insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
    select a.practice_id, a.id, a.version, ${userId}, ${appointmentWire}
    from ${joined} where a.practice_id = ${practiceId} and a.id = ${id}`.execute(tx)
}

/** Removes the appointment; its last version is an empty one that says who removed it. */
export const deleteAppointmentRow = async (
  tx: Tx,
  practiceId: number,
  state: AppointmentState,
  userId: number,
): Promise<void> => {
  await tx
    .insertInto('appointment_versions')
    .values({
      practice_id: practiceId,
      appointment_id: state.id,
      version: state.version + 1,
      author_user_id: userId,
      body: null,
    })
    .execute()
  await tx
    .deleteFrom('appointments')
    .where('practice_id', '=', practiceId)
    .where('id', '=', state.id)
    .execute()
}

const nextVisit = prepared<WireRow, [practiceId: number, patientId: number]>(
  (practiceId, patientId) => sql`
    select concat('{"id":', a.id, ',"start":"', iso(a.start_at), '","end":"', iso(a.end_at), '","doctorName":',
      d.wire_name, '}') as wire
    from appointments a join doctors d on d.practice_id = a.practice_id and d.id = a.doctor_id
    where a.practice_id = ${practiceId} and a.patient_id = ${patientId} and a.start_at > now()
      and a.status in ('booked', 'arrived')
    order by a.start_at limit 1`,
)

/** The next visit of a patient as JSON text, `null` when there is none. */
export const findNextVisit = async (tx: Tx, practiceId: number, patientId: number): Promise<string> => {
  const [row] = await nextVisit(tx, practiceId, patientId)
  return row?.wire ?? 'null'
}

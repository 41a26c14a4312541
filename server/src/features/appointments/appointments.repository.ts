import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { PatientFileMetadata } from '@ulna/contract/patient-file/patient-file'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared, preparedAmong } from '../../platform/database/prepared.ts'
import {
  type Json,
  joinBytes,
  jsonOf,
  type WireBytes,
  type WireParts,
  type WireRow,
} from '../../platform/database/wire.ts'

type Expression = RawBuilder<unknown>

/** An `Appointment` of the contract: kept text and the practitioner's name. `a` appointment, `d` its doctor. */
export const appointmentWire: RawBuilder<Json<Appointment>> =
  sql`a.wire_row || ',"importedFrom":' || coalesce(to_json(a.imported_from)::text, 'null') || ',"doctorName":'
    || d.wire_name || '}'`

/** Appointments of a table, or of what a statement has just written, with their practitioners. */
export const joinedTo = (practiceId: number | Expression, appointments: Expression): Expression =>
  sql`${appointments} a join doctors d on d.practice_id = ${practiceId} and d.id = a.doctor_id`

export const joined = (practiceId: number | Expression): Expression => joinedTo(practiceId, sql`appointments`)

/** Names that appointments keep of patients, by id; null of one who is archived, empty of one whom nobody finds. */
export type KeptNames = ReadonlyMap<number, string | null>

const nobody = ''

const lockNames = preparedAmong<
  { readonly id: number; readonly name: string | null },
  { readonly practiceId: number }
>(
  ({ practiceId }, isAmong) => sql`
    select id, case when not archived then wire_name end as name from patients
    where practice_id = ${practiceId} and ${isAmong(sql`id`)} order by id for key share`,
)

/**
 * Names that appointments keep of these patients. Their rows are held, so that these are the names when the transaction ends
 * (docs/decisions/0008-names-in-appointments.md).
 */
export const holdNames = async (
  tx: Tx,
  practiceId: number,
  patientIds: readonly (number | null)[],
): Promise<KeptNames> => {
  const ids = [...new Set(patientIds.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const rows = await lockNames(tx, ids, { practiceId })
  return new Map([
    ...ids.map((id) => [id, nobody] as const),
    ...rows.map(({ id, name }) => [id, name] as const),
  ])
}

/** The name that is kept of a patient; of one who is not here what the foreign key refuses. */
export const keptName = (names: KeptNames, patientId: number | null): string | null => {
  if (patientId === null) return null
  const name = names.get(patientId)
  return name === undefined ? nobody : name
}

/**
 * To be asked once visits with these names are written: refuses those of patients who are not here. Their foreign key would with the
 * commit, but of a commit that fails on another machine a distributed database does not say why.
 */
export const refuseNobody = async (tx: Tx, practiceId: number, names: KeptNames): Promise<void> => {
  if ([...names.values()].includes(nobody)) await sql`select enforce_constraints(${practiceId})`.execute(tx)
}

/** That an appointment `a` is a visit of the patient that is still to come. */
export const isToCome = (practiceId: number, patientId: number): Expression => sql`
  a.practice_id = ${practiceId} and a.patient_id = ${patientId} and a.start_at > now()
  and a.status in ('booked', 'arrived')`

export interface WireAppointments {
  readonly appointments: WireParts<Appointment[]>
  readonly total: number
}

interface DayRow extends WireBytes<Appointment> {
  readonly count: number
}

/**
 * A day of UTC. `date_bin` counts microseconds; a date would look a time zone up by its name for every row, a tenth of what
 * a month costs (docs/benchmarks.md).
 */
const dayOfStart = sql`date_bin('1 day', a.start_at, '2000-01-01T00:00:00Z'::timestamptz)`

/** Joined by day: rows that are neither many nor long are the cheapest to send. */
const appointmentsWhere = (practiceId: Expression, condition: Expression): RawBuilder<DayRow> => sql`
  select string_agg(${appointmentWire}, ',' order by a.start_at, a.id) as bytes, count(*)::int as count
  from ${joined(practiceId)} where a.practice_id = ${practiceId} and ${condition} group by ${dayOfStart} order by ${dayOfStart}`

/** An instant, or a day that starts at midnight of a time zone. */
export type Bound = { readonly instant: string } | { readonly day: string; readonly timezone: string }

export const bound = (text: string, timezone: string): Bound =>
  text.length === 10 ? { day: text, timezone } : { instant: text }

export interface Range {
  readonly start: Bound
  readonly end: Bound
}

interface BoundValues {
  readonly instant: string | null
  readonly day: string | null
  readonly timezone: string | null
}

const boundValues = (one: Bound): BoundValues =>
  'instant' in one
    ? { instant: one.instant, day: null, timezone: null }
    : { instant: null, day: one.day, timezone: one.timezone }

export interface RangeValues {
  readonly startInstant: string | null
  readonly startDay: string | null
  readonly startZone: string | null
  readonly endInstant: string | null
  readonly endDay: string | null
  readonly endZone: string | null
}

// A query of its own makes it be computed once, not for every row.
const momentOf = (instant: Expression, day: Expression, timezone: Expression): Expression =>
  sql`(select coalesce(${instant}::timestamptz, ${day}::timestamp at time zone ${timezone}))`

// No appointment lasts longer than a day, so the index on the start finds all that touch the range.
const touches = (start: Expression, end: Expression): Expression =>
  sql`a.start_at < ${end} and a.start_at > ${start} - interval '24 hours' and a.end_at > ${start}`

type RangeExpressions = { readonly [K in keyof RangeValues]: Expression }

/** Whether the appointment `a` starts within a range. */
export const startsIn = (range: RangeExpressions): Expression => sql`
  a.start_at >= ${momentOf(range.startInstant, range.startDay, range.startZone)}
    and a.start_at < ${momentOf(range.endInstant, range.endDay, range.endZone)}`

const touchesRange = (range: RangeExpressions): Expression =>
  touches(
    momentOf(range.startInstant, range.startDay, range.startZone),
    momentOf(range.endInstant, range.endDay, range.endZone),
  )

const practiceAppointments = prepared<DayRow, RangeValues & { readonly practiceId: number }>((values) =>
  appointmentsWhere(values.practiceId, touchesRange(values)),
)

const appointmentsAmong = preparedAmong<DayRow, RangeValues & { readonly practiceId: number }>(
  (values, isAmong) =>
    appointmentsWhere(values.practiceId, sql`${isAmong(sql`a.id`)} and ${touchesRange(values)}`),
)

const practitionerAppointments = prepared<
  DayRow,
  RangeValues & { readonly practiceId: number; readonly doctorId: number }
>((values) =>
  appointmentsWhere(values.practiceId, sql`a.doctor_id = ${values.doctorId} and ${touchesRange(values)}`),
)

/** What a prepared statement is told of a range. */
export const valuesOf = (range: Range): RangeValues => {
  const [start, end] = [boundValues(range.start), boundValues(range.end)]
  return {
    startInstant: start.instant,
    startDay: start.day,
    startZone: start.timezone,
    endInstant: end.instant,
    endDay: end.day,
    endZone: end.timezone,
  }
}

const toAppointments = (rows: readonly DayRow[]): WireAppointments => ({
  appointments: joinBytes(rows),
  total: rows.reduce((sum, row) => sum + row.count, 0),
})

export const findPracticeAppointments = async (
  tx: Tx,
  practiceId: number,
  range: Range,
): Promise<WireAppointments> =>
  toAppointments(await practiceAppointments(tx, { practiceId, ...valuesOf(range) }))

/** Those of `ids` that touch the range. */
export const findAppointmentsAmong = async (
  tx: Tx,
  practiceId: number,
  range: Range,
  ids: readonly number[],
): Promise<WireAppointments> =>
  toAppointments(await appointmentsAmong(tx, ids, { practiceId, ...valuesOf(range) }))

export const findPractitionerAppointments = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  range: Range,
): Promise<WireAppointments> =>
  toAppointments(await practitionerAppointments(tx, { practiceId, doctorId, ...valuesOf(range) }))

const readAppointment = prepared<WireRow<Appointment>, { readonly practiceId: number; readonly id: number }>(
  ({ practiceId, id }) => sql`
    select ${appointmentWire} as wire from ${joined(practiceId)} where a.practice_id = ${practiceId} and a.id = ${id}`,
)

export const findAppointmentWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Json<Appointment> | undefined> => (await readAppointment(tx, { practiceId, id }))[0]?.wire

interface NextDay {
  readonly practiceId: number
  /** null: of anybody. */
  readonly doctorId: number | null
  readonly timezone: string
  /** The first day that counts. */
  readonly after: string
}

const readNextDay = prepared<{ readonly day: string }, NextDay>(
  ({ practiceId, doctorId, timezone, after }) => {
    const from = sql`(${after}::timestamp at time zone ${timezone}::text)`
    return sql`
    select to_char(a.start_at at time zone ${timezone}::text, 'YYYY-MM-DD') as day from appointments a
    where a.practice_id = ${practiceId} and (${doctorId}::bigint is null or a.doctor_id = ${doctorId})
      and a.start_at >= ${from} and a.start_at < ${from} + interval '14 days'
      and a.patient_id is not null and a.status in ('booked', 'arrived')
    order by a.start_at limit 1`
  },
)

/** The first day of a fortnight on which a patient is expected. */
export const findNextDayWithVisit = async (tx: Tx, wish: NextDay): Promise<string | undefined> =>
  (await readNextDay(tx, wish))[0]?.day

type NextVisit = PatientFileMetadata['nextAppointment']

const nextVisit = prepared<WireRow<NextVisit>, { readonly practiceId: number; readonly patientId: number }>(
  ({ practiceId, patientId }) => sql`
    select concat('{"id":', a.id, ',"start":"', iso(a.start_at), '","end":"', iso(a.end_at), '","doctorName":',
      d.wire_name, '}') as wire
    from appointments a join doctors d on d.practice_id = ${practiceId} and d.id = a.doctor_id
    where a.practice_id = ${practiceId} and a.patient_id = ${patientId} and a.start_at > now()
      and a.status in ('booked', 'arrived')
    order by a.start_at limit 1`,
)

/** The next visit of a patient as JSON text, `null` when there is none. */
export const findNextVisit = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<Json<NextVisit>> => {
  const [row] = await nextVisit(tx, { practiceId, patientId })
  return row?.wire ?? jsonOf(null)
}

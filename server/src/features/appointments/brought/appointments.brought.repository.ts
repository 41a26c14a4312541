import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { appointmentWire, joinedTo } from '../appointments.repository.ts'

/** A visit that stands in an agenda and holds its time. */
export interface StandingVisit {
  readonly id: number
  readonly doctorId: number
  readonly lane: number
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  /** Of its patient; empty for time that is kept free. */
  readonly name: string
}

interface StandingRow extends Omit<StandingVisit, 'start' | 'end'> {
  readonly startAt: Date
  readonly endAt: Date
}

/** Rows that one statement answers. */
const slice = 20_000

/** No visit lasts longer than a day, so the index on the start finds all that touch a time. */
const day = 24 * 3_600_000

/** The visits that hold their time between two instants, in the order of their starts. */
export const findStanding = async (
  tx: Tx,
  practiceId: number,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<StandingVisit[]> => {
  const found: StandingVisit[] = []
  let after = { start: new Date(start - day), id: 0 }
  for (;;) {
    const { rows } = await sql<StandingRow>`
      select a.id, a.doctor_id as "doctorId", a.lane, a.start_at as "startAt", a.end_at as "endAt",
        coalesce(a.patient_wire_name::json #>> '{}', '') as name
      from appointments a
      where a.practice_id = ${practiceId} and a.start_at < ${new Date(end)}
        and a.start_at >= ${after.start} and (a.start_at, a.id) > (${after.start}, ${after.id})
        and not a.allow_overlap and a.status <> 'cancelled'
      order by a.start_at, a.id limit ${slice}`.execute(tx)
    for (const { startAt, endAt, ...row } of rows)
      found.push({ ...row, start: startAt.getTime(), end: endAt.getTime() })
    const last = rows.at(-1)
    if (!last || rows.length < slice) return found
    after = { start: last.startAt, id: last.id }
  }
}

/** How many patients each practitioner sees at once. */
export const findRooms = async (tx: Tx, practiceId: number): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: number; capacity: number }>`
    select id, capacity from doctors where practice_id = ${practiceId}`.execute(tx)
  return new Map(rows.map(({ id, capacity }) => [String(id), capacity]))
}

/** A visit that an import brings. */
export interface BroughtVisit {
  readonly row: number
  readonly patientId: number
  readonly doctorId: number
  /** Instants. */
  readonly start: string
  readonly end: string
  readonly status: AppointmentStatus
  readonly title: string | null
  readonly note: string | null
  readonly lane: number
  readonly overlaps: boolean
}

export interface Clash {
  readonly row: number
  readonly start: Date
  readonly name: string
  readonly isAhead: boolean
}

const given = (visits: readonly BroughtVisit[]) => sql`
  json_to_recordset(${JSON.stringify(visits)}::json) as v ("row" int, "patientId" bigint, "doctorId" bigint,
    start timestamptz, "end" timestamptz, status text, title text, note text, lane smallint, "overlaps" boolean)`

/** Which of these visits stand where somebody is by now, and who that is. */
export const findClashes = async (
  tx: Tx,
  practiceId: number,
  visits: readonly BroughtVisit[],
): Promise<Clash[]> => {
  // Visit by visit: the agenda's index on the start finds the few of that day. A table that just grew is not known to the
  // planner as large yet, and it would read all of it for each visit.
  const [, { rows }] = await Promise.all([
    sql`set local enable_seqscan = off`.execute(tx),
    sql<Clash>`
      select v."row", c.start_at as start, v.start > now() as "isAhead", c.name
      from ${given(visits)} cross join lateral (
        select a.start_at, coalesce(a.patient_wire_name::json #>> '{}', '') as name from appointments a
        where a.practice_id = ${practiceId} and a.doctor_id = v."doctorId" and a.lane = v.lane
          and a.start_at < v."end" and a.start_at > v.start - interval '24 hours' and a.end_at > v.start
          and not a.allow_overlap and a.status <> 'cancelled'
        order by a.start_at limit 1
      ) c
      where not v."overlaps" and v.status <> 'cancelled'`.execute(tx),
    sql`set local enable_seqscan = on`.execute(tx),
  ])
  return rows
}

/**
 * Stores visits with their first versions, and answers the id of each row: one statement, so that what was just written is
 * not looked up again for its version.
 */
export const insertBrought = async (
  tx: Tx,
  { practiceId, userId }: { readonly practiceId: number; readonly userId: number },
  source: string,
  visits: readonly BroughtVisit[],
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ row: number; id: number }>`
    with v as materialized (select nextval('global_id') as id, v.* from ${given(visits)}), made as (
      insert into appointments (practice_id, id, user_id, doctor_id, patient_id, patient_wire_name, start_at, end_at, title,
        note, status, cancelled_at, cancelled_late, allow_overlap, lane, imported_from)
      select ${practiceId}, v.id, ${userId}, v."doctorId", v."patientId", p.wire_name, v.start, v."end", v.title, v.note,
        v.status, choose(v.status = 'cancelled', least(v.start, now()), null::timestamptz),
        case when v.status = 'cancelled' then false end, v."overlaps", v.lane, ${source}
      from v join patients p on p.practice_id = ${practiceId} and p.id = v."patientId"
      returning *
    ), kept as (
      insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
      select a.practice_id, a.id, a.version, a.user_id, ${appointmentWire} from ${joinedTo(practiceId, sql`made`)}
      returning 1
    )
    select v."row", v.id from v join made on made.id = v.id`.execute(tx)
  return new Map(rows.map(({ row, id }) => [row, Number(id)]))
}

/** Everything that may say something of a visit; a test holds it against the schema. */
export const saysOfVisits = [
  'appointment_mails',
  'receipts',
  'session_package_movements',
  'session_package_uses',
] as const

/**
 * Deletes visits of these that are as an import brought them and that nothing says anything of, nor a session that was
 * written for the patient here since, on the day of the visit. Answers which.
 */
export const deleteUntouchedVisits = async (
  tx: Tx,
  {
    practiceId,
    userId,
    timezone,
  }: { readonly practiceId: number; readonly userId: number; readonly timezone: string },
  ids: readonly number[],
): Promise<readonly number[]> => {
  const untouched = saysOfVisits.map(
    (table) => sql`
      and not exists (select 1 from ${sql.table(table)} t where t.practice_id = ${practiceId} and t.appointment_id = a.id)`,
  )
  const { rows } = await sql<{ id: number }>`
    with gone as (
      delete from appointments a where a.practice_id = ${practiceId} and a.id = any(${[...ids]}::bigint[])
        and a.version = 1 and a.imported_from is not null and a.series_id is null
        ${sql.join(untouched, sql` `)}
        and not exists (select from records r where r.practice_id = ${practiceId} and r.patient_id = a.patient_id
          and r.type = 'control' and r.created_at > a.created_at
          and (r.occurred_at at time zone ${timezone})::date = (a.start_at at time zone ${timezone})::date)
      returning a.id, a.version
    ), kept as (
      insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
      select ${practiceId}, id, version + 1, ${userId}, null from gone returning 1
    )
    select id from gone`.execute(tx)
  return rows.map(({ id }) => Number(id))
}

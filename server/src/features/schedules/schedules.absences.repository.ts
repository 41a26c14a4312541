import type { Clash } from '@ulna/contract/appointments/appointments.series'
import { type Absence, mostNamedAppointments } from '@ulna/contract/schedules/schedules'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import {
  type Json,
  joinWire,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'
import type { Interval } from './schedules.intervals.ts'
import { momentOf } from './schedules.times.repository.ts'

/** An `Absence` of the contract, from the table under the alias `b`. */
export const absenceWire = wireObject<Absence>({
  id: wire.number('b.id'),
  version: wire.number('b.version'),
  doctorId: wire.optionalNumber('b.doctor_id'),
  start: wire.instant('b.start_at'),
  end: wire.instant('b.end_at'),
  title: wire.text('b.title'),
})

const readAbsences = prepared<WireList<Absence>, Interval & { readonly practiceId: number }>(
  ({ practiceId, start, end }) => sql`
    select ${wireArray(absenceWire, sql`b.start_at, b.id`)} as rows, count(*)::int as total from absences b
    where b.practice_id = ${practiceId} and b.end_at > ${momentOf(start)} and b.start_at < ${momentOf(end)}`,
)

/** Absences that touch a range, as a wire array by start. */
export const findAbsences = async (tx: Tx, practiceId: number, range: Interval): Promise<WireList<Absence>> =>
  (await readAbsences(tx, { practiceId, ...range }))[0] ?? noRows

export interface AbsenceState {
  readonly id: number
  readonly version: number
  readonly doctorId: number | null
  readonly start: Date
  readonly end: Date
  readonly title: string
  readonly wire: Json<Absence>
}

/** An absence, locked until the transaction ends. */
export const lockAbsence = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<AbsenceState | undefined> => {
  const { rows } = await sql<AbsenceState>`
    select b.id, b.version, b.doctor_id as "doctorId", b.start_at as start, b.end_at as end, b.title, ${absenceWire} as wire
    from absences b where b.practice_id = ${practiceId} and b.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** True when somebody with that profile works here. */
export const worksHere = async (tx: Tx, practiceId: number, doctorId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from memberships where practice_id = ${practiceId} and doctor_id = ${doctorId} and ended_at is null`.execute(
    tx,
  )
  return rows.length > 0
}

export interface AbsenceColumns {
  readonly doctorId: number | null
  readonly start: string
  readonly end: string
  readonly title: string
}

export interface WrittenAbsence extends WireRow<Absence> {
  readonly id: number
}

const written = ([row]: readonly WrittenAbsence[]): WrittenAbsence => {
  if (!row) throw new Error('the absence was not stored')
  return row
}

const withVersion = (write: RawBuilder<unknown>, userId: number): RawBuilder<WrittenAbsence> => sql`
  with b as (${write} returning *), kept as (
    insert into absence_versions (practice_id, absence_id, version, author_user_id, body)
    select b.practice_id, b.id, b.version, ${userId}, ${absenceWire} from b
    returning 1
  )
  select b.id, ${absenceWire} as wire from b`

/** Stores an absence and its first version. */
export const insertAbsence = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  { doctorId, start, end, title }: AbsenceColumns,
): Promise<WrittenAbsence> => {
  const insert = sql`
    insert into absences (practice_id, doctor_id, start_at, end_at, title)
    values (${practiceId}, ${doctorId}, ${start}, ${end}, ${title})`
  return written((await withVersion(insert, userId).execute(tx)).rows)
}

/** Changes an absence and keeps the version. */
export const updateAbsence = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<AbsenceState>,
  { userId, doctorId, start, end, title }: AbsenceColumns & { readonly userId: number },
): Promise<WrittenAbsence> => {
  const update = sql`
    update absences set doctor_id = ${doctorId}, start_at = ${start}, end_at = ${end}, title = ${title},
      version = version + 1, updated_at = now()
    where practice_id = ${practiceId} and id = ${id}`
  return written((await withVersion(update, userId).execute(tx)).rows)
}

/** Removes an absence; its versions stay, the last one empty. */
export const deleteAbsence = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  { id }: Authorized<AbsenceState>,
): Promise<void> => {
  await sql`
    with gone as (
      delete from absences where practice_id = ${practiceId} and id = ${id} returning practice_id, id, version
    )
    insert into absence_versions (practice_id, absence_id, version, author_user_id)
    select practice_id, id, version + 1, ${userId} from gone
    returning 1`.execute(tx)
}

const clashWire = wireObject<Clash>({
  id: wire.number('a.id'),
  start: wire.instant('a.start_at'),
  end: wire.instant('a.end_at'),
  doctorId: wire.number('a.doctor_id'),
  doctorName: sql`d.wire_name`,
  patientId: wire.optionalNumber('a.patient_id'),
  patientName: sql`coalesce(a.patient_wire_name, 'null')`,
  title: wire.optionalText('a.title'),
})

/** The appointments that lie in an absence, by start, the first ones named; cancelled ones are in nobody's way. */
export const findAppointmentsIn = async (
  tx: Tx,
  practiceId: number,
  { doctorId, start, end }: Pick<AbsenceColumns, 'doctorId' | 'start' | 'end'>,
): Promise<WireList<Clash>> => {
  const ofPractitioner = doctorId === null ? sql`true` : sql`a.doctor_id = ${doctorId}`
  const { rows } = await sql<WireRow<Clash> & { total: number }>`
    select ${clashWire} as wire, count(*) over ()::int as total
    from appointments a join doctors d on d.practice_id = ${practiceId} and d.id = a.doctor_id
    where a.practice_id = ${practiceId} and ${ofPractitioner} and a.status <> 'cancelled' and a.end_at > ${start}::timestamptz
      and a.start_at < ${end}::timestamptz and a.start_at > ${start}::timestamptz - interval '24 hours'
    order by a.start_at, a.id limit ${mostNamedAppointments}`.execute(tx)
  return { rows: joinWire(rows), total: rows[0]?.total ?? 0 }
}

import type { Schedule, WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import {
  type Json,
  noRows,
  type WireList,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'

/** A `Schedule` of the contract. `d` doctor, `s` its schedule, of which there may be none. */
export const scheduleWire = wireObject<Schedule>({
  doctorId: wire.number('d.id'),
  version: sql`coalesce(s.version, 0)`,
  capacity: wire.number('d.capacity'),
  hours: wire.optionalJson('s.hours'),
})

/** Those who work here, `m` their membership. */
const joined = (practiceId: number | RawBuilder<unknown>) => sql`
  doctors d join memberships m on m.practice_id = ${practiceId} and m.doctor_id = d.id and m.ended_at is null
  left join schedules s on s.practice_id = ${practiceId} and s.doctor_id = d.id`

/** Clinical members whose agenda can be booked, as `bookable` of the contract's doctor. */
const isBookable = sql`d.bookable and m.clinical`

const readSchedules = prepared<WireList<Schedule>, { readonly practiceId: number }>(
  ({ practiceId }) => sql`
    select ${wireArray(scheduleWire, sql`d.full_name, d.id`)} as rows, count(*)::int as total
    from ${joined(practiceId)} where d.practice_id = ${practiceId} and ${isBookable}`,
)

/** The schedules of all who can be booked, as a wire array by name. */
export const findSchedules = async (tx: Tx, practiceId: number): Promise<WireList<Schedule>> =>
  (await readSchedules(tx, { practiceId }))[0] ?? noRows

export interface ScheduleState {
  readonly doctorId: number
  readonly version: number
  readonly hours: readonly WorkingPeriod[] | null
  readonly wire: Json<Schedule>
}

/**
 * The schedule of somebody who works here, whose profile is locked until the transaction ends, as there may be no row of
 * the schedule yet; undefined when nobody here has that id.
 */
export const lockSchedule = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
): Promise<ScheduleState | undefined> => {
  await sql`
    select id from doctors where practice_id = ${practiceId} and id = ${doctorId} for no key update`.execute(
    tx,
  )
  const { rows } = await sql<ScheduleState>`
    select d.id as "doctorId", coalesce(s.version, 0) as version, s.hours, ${scheduleWire} as wire
    from ${joined(practiceId)} where d.practice_id = ${practiceId} and d.id = ${doctorId}`.execute(tx)
  return rows[0]
}

export const writeHours = async (
  tx: Tx,
  practiceId: number,
  { doctorId }: Authorized<ScheduleState>,
  hours: readonly WorkingPeriod[] | null,
): Promise<void> => {
  const stored = hours === null ? null : JSON.stringify(hours)
  await sql`
    insert into schedules as s (practice_id, doctor_id, hours) values (${practiceId}, ${doctorId}, ${stored}::jsonb)
    on conflict (practice_id, doctor_id)
      do update set hours = excluded.hours, version = s.version + 1,
        updated_at = excluded.created_at`.execute(tx)
}

export const writeCapacity = async (
  tx: Tx,
  practiceId: number,
  { doctorId }: Authorized<ScheduleState>,
  capacity: number,
): Promise<void> => {
  await sql`
    update doctors set capacity = ${capacity} where practice_id = ${practiceId} and id = ${doctorId}`.execute(
    tx,
  )
}

/** Keeps the schedule as it is now in its history, and answers its wire JSON. */
export const keepScheduleVersion = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  userId: number,
): Promise<Json<Schedule>> => {
  const { rows } = await sql<{ version: number; body: Json<Schedule> }>`
    select s.version, ${scheduleWire} as body
    from ${joined(practiceId)} where d.practice_id = ${practiceId} and d.id = ${doctorId}`.execute(tx)
  const [kept] = rows
  if (!kept) throw new Error('the schedule was not stored')
  await tx
    .insertInto('schedule_versions')
    .values({
      ...{ practice_id: practiceId, doctor_id: doctorId, author_user_id: userId },
      ...{ version: kept.version, body: kept.body },
    })
    .execute()
  return kept.body
}

/** When somebody works, and how many patients they see at once. */
export interface HoursRow {
  readonly doctorId: number
  readonly capacity: number
  readonly hours: readonly WorkingPeriod[] | null
  readonly bookable: boolean
}

const hoursWhere = async (
  tx: Tx,
  practiceId: number,
  condition: RawBuilder<unknown>,
): Promise<HoursRow[]> => {
  const { rows } = await sql<HoursRow>`
    select d.id as "doctorId", d.capacity, s.hours, ${isBookable} as bookable
    from ${joined(practiceId)} where d.practice_id = ${practiceId} and ${condition} order by d.id`.execute(tx)
  return rows
}

/** Hours of some of those who work here, whether they can be booked or not. */
export const findHours = (tx: Tx, practiceId: number, doctorIds: readonly number[]): Promise<HoursRow[]> =>
  hoursWhere(tx, practiceId, sql`d.id = any(${doctorIds}::bigint[])`)

/** Hours of everybody who can be booked. */
export const findBookableHours = (tx: Tx, practiceId: number): Promise<HoursRow[]> =>
  hoursWhere(tx, practiceId, isBookable)

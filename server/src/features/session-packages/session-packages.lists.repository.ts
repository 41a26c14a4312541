import type { PackageBoard } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { endingSoon } from '@ulna/contract/session-packages/session-packages.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared, preparedOfRows } from '../../platform/database/prepared.ts'
import {
  type Json,
  joinWire,
  type PageWish,
  type WireList,
  type WireRow,
} from '../../platform/database/wire.ts'
import type { Place } from './session-packages.repository.ts'
import { joinedPackages, packageWire, sessionsLeft, statusOf, todayIn } from './session-packages.wire.ts'

export interface PackageWish extends PageWish {
  readonly q?: string | undefined
  readonly status?: string | undefined
  readonly patientId?: number | undefined
}

const served = (
  practiceId: number | RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from session_package_patients f join patients q on q.practice_id = ${practiceId} and q.id = f.patient_id
  where f.practice_id = ${practiceId} and f.package_id = s.id and ${condition})`

const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const matching = (
  { practiceId, timezone }: Place,
  { q, status, patientId }: PackageWish,
): RawBuilder<boolean> => {
  const zone = sql`${timezone}::text`
  const conditions = [
    ...(status === undefined ? [] : [sql`${statusOf(zone)} = ${status}`]),
    // A package of archived patients alone is in their files and in no list.
    served(practiceId, patientId === undefined ? sql`not q.archived` : sql`q.id = ${patientId}`),
    ...(q
      ? [
          sql`(fold(coalesce(s.description, '')) like fold(${likeText(q)}) or ${served(practiceId, sql`q.sort_name like fold(${likeText(q)})`)})`,
        ]
      : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Packages that answer the wish, newest first. */
export const findPackages = async (
  tx: Tx,
  place: Place,
  wish: PackageWish,
): Promise<WireList<SessionPackage>> => {
  const zone = sql`${place.timezone}::text`
  const where = sql`s.practice_id = ${place.practiceId} and ${matching(place, wish)}`
  const { rows } = await sql<WireRow<SessionPackage>>`
    select ${packageWire(place.practiceId, zone)} as wire from ${joinedPackages(place.practiceId)} where ${where}
    order by s.created_at desc, s.id desc limit ${wish.limit} offset ${wish.offset}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from session_packages s where ${where}`.execute(tx)
  return { rows: joinWire(rows), total: counted[0]?.total ?? 0 }
}

/** Hardly a session left, or its last day near. */
const isEnding = (
  zone: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${statusOf(zone)} = 'active'
  and (s.num_sessions > 0 and ${sessionsLeft} <= ${sql.lit(endingSoon.sessions)} or s.expires_on <= ${todayIn(zone)} + ${sql.lit(endingSoon.days)}))`

export interface PackageCounts {
  readonly active: number
  readonly ending: number
  readonly expired: number
}

/** How many packages of the practice are active, about to end, and expired with sessions left. */
export const countPackages = async (tx: Tx, place: Place): Promise<PackageCounts> => {
  const zone = sql`${place.timezone}::text`
  const { rows } = await sql<PackageCounts>`
    select count(*) filter (where ${statusOf(zone)} = 'active')::int as active,
      count(*) filter (where ${isEnding(zone)})::int as ending,
      count(*) filter (where ${statusOf(zone)} = 'expired' and ${sessionsLeft} > 0)::int as expired
    from session_packages s where s.practice_id = ${place.practiceId} and ${served(place.practiceId, sql`not q.archived`)}`.execute(
    tx,
  )
  return rows[0] ?? { active: 0, ending: 0, expired: 0 }
}

/** How much of each the board shows. */
const mostOnBoard = 50

interface EndingWish {
  /** Null: of the whole practice. */
  readonly doctorId: number | null
  readonly limit: number
}

const readEnding = prepared<WireRow<SessionPackage>, Pick<Place, 'practiceId' | 'timezone'> & EndingWish>(
  ({ practiceId, timezone, doctorId, limit }) => {
    const zone = sql`${timezone}::text`
    return sql`
      select ${packageWire(practiceId, zone)} as wire from ${joinedPackages(practiceId)}
      where s.practice_id = ${practiceId} and ${isEnding(zone)}
        and (${doctorId}::bigint is null or s.doctor_id = ${doctorId}) and ${served(practiceId, sql`not q.archived`)}
      order by ${sessionsLeft}, s.expires_on nulls last, s.id limit ${limit}`
  },
)

/** Packages about to end, the most pressing first, as a wire array: all of the practice, or those of a practitioner. */
export const findEnding = async (
  tx: Tx,
  { practiceId, timezone }: Place,
  {
    doctorId = null,
    limit = mostOnBoard,
  }: { readonly doctorId?: number | null | undefined; readonly limit?: number } = {},
): Promise<Json<PackageBoard['ending']>> =>
  joinWire(await readEnding(tx, { practiceId, timezone, doctorId, limit }))

export interface VisitPackage {
  readonly appointmentId: number
  readonly packageId: number
  readonly numSessions: number
  readonly usedSessions: number
  readonly reservedSessions: number
  /** Whether the visit takes, keeps or took a session of it. */
  readonly counts: boolean
}

interface PatientVisit {
  readonly appointmentId: number
  readonly patientId: number
}

const visitColumns = {
  id: (visit: PatientVisit) => visit.appointmentId,
  patient_id: (visit: PatientVisit) => visit.patientId,
}

const readVisitPackages = preparedOfRows<
  VisitPackage,
  PatientVisit,
  Pick<Place, 'practiceId' | 'timezone'> & { readonly day: string }
>(visitColumns, (values, visits) => {
  const { practiceId, day } = values
  const zone = sql`${values.timezone}::text`
  const from = sql`(${day}::text::timestamp at time zone ${zone})`
  const until = sql`((${day}::text::date + 1)::timestamp at time zone ${zone})`
  return sql`
    select v.id as "appointmentId", s.id as "packageId", s.num_sessions as "numSessions",
      s.used_sessions as "usedSessions", s.reserved_sessions as "reservedSessions", u.package_id is not null as counts
    from ${visits}
    left join lateral (
      select c.package_id from session_package_uses c
        left join records r on r.practice_id = ${practiceId} and r.id = c.record_id and r.voided_at is null
      where c.practice_id = ${practiceId} and c.patient_id = v.patient_id and c.state <> 'returned'
        and (c.appointment_id = v.id
          or c.appointment_id is null and r.occurred_at >= ${from} and r.occurred_at < ${until})
      order by c.appointment_id = v.id desc nulls last, c.id limit 1
    ) u on true
    join lateral (
      select s.* from session_packages s
        join session_package_patients f on f.practice_id = ${practiceId} and f.package_id = s.id
      where s.practice_id = ${practiceId} and f.patient_id = v.patient_id
        and case when u.package_id is null
          then ${statusOf(zone)} = 'active' and (s.num_sessions = 0 or ${sessionsLeft} > 0)
          else s.id = u.package_id end
      order by s.created_at, s.id limit 1
    ) s on true`
})

/**
 * The package that each visit of a day counts on, by itself or by a record of that day, else the oldest active one with
 * a session left that serves its patient.
 */
export const findVisitPackages = (
  tx: Tx,
  { practiceId, timezone }: Place,
  visits: readonly PatientVisit[],
  day: string,
): Promise<VisitPackage[]> => readVisitPackages(tx, visits, { practiceId, timezone, day })

/** Patients with an open case, sessions left and no next visit, who was here longest ago first, as a wire array. */
type WithoutNextVisit = PackageBoard['withoutNextVisit']

export const findWithoutNextVisit = async (tx: Tx, place: Place): Promise<Json<WithoutNextVisit>> => {
  const zone = sql`${place.timezone}::text`
  const { rows } = await sql<WireRow<WithoutNextVisit[number]>>`
    select concat('{"patientId":', w.id, ',"patientName":', w.wire_name, ',"packageId":', w.package_id, ',"left":', w.left_over,
      ',"lastControl":', coalesce('"' || iso(w.last_control) || '"', 'null'), '}') as wire
    from (
      select distinct on (p.id) p.id, p.wire_name, p.last_control, s.id as package_id, ${sessionsLeft} as left_over
      from session_packages s
        join session_package_patients f on f.practice_id = ${place.practiceId} and f.package_id = s.id
        join patients p on p.practice_id = ${place.practiceId} and p.id = f.patient_id
      where s.practice_id = ${place.practiceId} and not p.archived and ${statusOf(zone)} = 'active' and ${sessionsLeft} > 0
        and exists (select from records r where r.practice_id = ${place.practiceId} and r.patient_id = p.id
          and r.case_status = 'active' and r.voided_at is null)
        and not exists (select from appointments a where a.practice_id = ${place.practiceId} and a.patient_id = p.id
          and a.start_at > now() and a.status in ('booked', 'arrived'))
      order by p.id, s.created_at, s.id
    ) w order by w.last_control nulls first, w.id limit ${mostOnBoard}`.execute(tx)
  return joinWire(rows)
}

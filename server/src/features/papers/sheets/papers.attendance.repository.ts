import type { AppointmentStatus } from '@ulna/contract/appointments/appointments'
import type { RecordStand } from '@ulna/contract/papers/papers'
import type { Signer } from '@ulna/contract/signatures/signatures'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** A visit as an attendance sheet tells it: nothing that was said or done in it. */
export interface AttendedVisit {
  readonly id: number
  readonly version: number
  /** Instants. */
  readonly start: string
  readonly end: string
  readonly practitioner: string
  readonly licenceNumber: string | null
  readonly status: AppointmentStatus
  readonly signer: Signer | null
  readonly signerName: string | null
  readonly sealId: string | null
}

export interface AttendanceWish {
  readonly patientId: number
  readonly packageId: number | null
  /** Days on the practice's clock, both included. */
  readonly from: string | null
  readonly to: string | null
}

/** The practice, and whose days count. */
interface Place {
  readonly practiceId: number
  readonly timezone: string
}

/**
 * The record of a visit: the one that counts with it on a package, else the only session that its practitioner wrote for
 * the patient that day, when it was their only visit of the day.
 */
const recordOfVisit = ({ practiceId, timezone }: Place): RawBuilder<unknown> => sql`coalesce(
  (select u.record_id from session_package_uses u where u.practice_id = ${practiceId} and u.appointment_id = a.id),
  (select min(r.id) from records r
    where r.practice_id = ${practiceId} and r.patient_id = a.patient_id and r.author_id = a.doctor_id
      and r.type = 'control' and r.voided_at is null
      and (r.occurred_at at time zone ${timezone})::date = (a.start_at at time zone ${timezone})::date
      and not exists (select from appointments b
        where b.practice_id = ${practiceId} and b.patient_id = a.patient_id and b.doctor_id = a.doctor_id and b.id <> a.id
          and b.status <> 'cancelled'
          and (b.start_at at time zone ${timezone})::date = (a.start_at at time zone ${timezone})::date)
    having count(*) = 1))`

/** A visit is of a package when it counts there, or its record does. */
const matching = (place: Place, { packageId, from, to }: AttendanceWish): RawBuilder<unknown> => {
  const { practiceId, timezone } = place
  // What another system says of a visit is no proof of this practice.
  const conditions = [sql`(a.imported_from is null or a.start_at >= a.created_at)`]
  if (packageId !== null)
    conditions.push(sql`exists (select from session_package_uses u where u.practice_id = ${practiceId}
      and u.package_id = ${packageId} and u.patient_id = a.patient_id
      and (u.appointment_id = a.id or u.record_id = ${recordOfVisit(place)}))`)
  if (from !== null) conditions.push(sql`a.start_at >= ${from}::timestamp at time zone ${timezone}`)
  if (to !== null)
    conditions.push(sql`a.start_at < (${to}::timestamp + interval '1 day') at time zone ${timezone}`)
  return sql.join(conditions, sql` and `)
}

/** What the patient's side signed of a record and did not take back; the first one. */
const signature = (place: Place): RawBuilder<unknown> => sql`left join lateral (
  select g.signer, g.signer_name, g.seal_id from signatures g
  where a.status = 'attended' and g.practice_id = ${place.practiceId} and g.record_id = ${recordOfVisit(place)}
    and g.signer <> 'practitioner'
    and not exists (select from signature_withdrawals w where w.practice_id = ${place.practiceId} and w.signature_id = g.id)
  order by g.sequence limit 1) g on true`

/** A sheet has no more visits than these. */
const mostVisits = 1000

/** The visits of a patient in their order. */
export const findAttendance = async (
  tx: Tx,
  place: Place,
  wish: AttendanceWish,
): Promise<AttendedVisit[]> => {
  const { practiceId } = place
  const { rows } = await sql<AttendedVisit>`
    select a.id, a.version, iso(a.start_at) as start, iso(a.end_at) as "end", d.full_name as practitioner,
      d.licence_number as "licenceNumber", a.status,
      g.signer, g.signer_name as "signerName", g.seal_id as "sealId"
    from appointments a
      join doctors d on d.practice_id = ${practiceId} and d.id = a.doctor_id
      ${signature(place)}
    where a.practice_id = ${practiceId} and a.patient_id = ${wish.patientId} and ${matching(place, wish)}
    order by a.start_at, a.id limit ${mostVisits}`.execute(tx)
  return rows
}

/** Where visits stand now; one that is gone is left out. */
export const findVisitStands = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<readonly RecordStand[]> => {
  const { rows } = await sql<RecordStand>`
    select a.id, a.version, false as voided, 0 as addenda
    from appointments a where a.practice_id = ${practiceId} and a.id = any(${[...ids]}::bigint[])`.execute(tx)
  return rows
}

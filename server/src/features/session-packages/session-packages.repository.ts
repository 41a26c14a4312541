import type { LooseEnds } from '@ulna/contract/patient-archive/patient-archive'
import type { PatientFileMetadata } from '@ulna/contract/patient-file/patient-file'
import type { PackageMovement, VisitPackages } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type Json, joinWire, jsonOf, type WireList, type WireRow } from '../../platform/database/wire.ts'
import {
  joinedPackages,
  movementWire,
  packageWire,
  statusOf,
  todayIn,
  useWire,
} from './session-packages.wire.ts'

/** Whose packages, on whose clock. */
export interface Place {
  readonly practiceId: number
  readonly timezone: string
}

/** The zone of a practice's clock. */
export const findTimezone = async (tx: Tx, practiceId: number): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('practices')
    .select('timezone')
    .where('id', '=', practiceId)
    .executeTakeFirst()
  return row?.timezone
}

/** When a day is over for sure on the clock of a zone. */
export const endOfDay = async (tx: Tx, timezone: string, day: string): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    select (${day}::date + 1)::timestamp at time zone ${timezone} + interval '1 minute' as at`.execute(tx)
  if (!rows[0]) throw new Error('no moment for the end of a day')
  return rows[0].at
}

const readPackage = prepared<
  WireRow<SessionPackage>,
  { readonly practiceId: number; readonly id: number; readonly zone: string }
>(
  ({ practiceId, id, zone }) => sql`
    select ${packageWire(practiceId, zone)} as wire from ${joinedPackages(practiceId)} where s.practice_id = ${practiceId} and s.id = ${id}`,
)

/** One package as wire JSON; undefined when there is none in this practice. */
export const findPackageWire = async (
  tx: Tx,
  place: Place,
  id: number,
): Promise<Json<SessionPackage> | undefined> => {
  const [row] = await readPackage(tx, { practiceId: place.practiceId, id, zone: place.timezone })
  return row?.wire
}

const packagesServing = prepared<
  WireRow<SessionPackage>,
  { readonly practiceId: number; readonly patientId: number; readonly zone: string }
>(
  ({ practiceId, patientId, zone }) => sql`
    select ${packageWire(practiceId, zone)} as wire from ${joinedPackages(practiceId)}
    where s.practice_id = ${practiceId} and exists (
      select from session_package_patients f
      where f.practice_id = ${practiceId} and f.package_id = s.id and f.patient_id = ${patientId})
    order by s.created_at desc, s.id desc`,
)

/** The packages that serve a patient, newest first, as a wire array. */
export const findPackagesOf = async (
  tx: Tx,
  place: Place,
  patientId: number,
): Promise<Json<SessionPackage[]>> =>
  joinWire(await packagesServing(tx, { practiceId: place.practiceId, patientId, zone: place.timezone }))

/** The packages of a patient that are active with sessions left; those kept for visits to come are left too. */
export const findBalance = async (
  tx: Tx,
  { practiceId, timezone }: Place,
  patientId: number,
): Promise<LooseEnds['packages']> => {
  const { rows } = await sql<LooseEnds['packages'][number]>`
    select s.id, s.description, case when s.num_sessions > 0 then s.num_sessions - s.used_sessions end as left
    from session_packages s
    where s.practice_id = ${practiceId} and s.patient_id = ${patientId}
      and ${statusOf(sql`${timezone}::text`)} = 'active'
    order by s.created_at, s.id`.execute(tx)
  return rows
}

type PackageRecords = PatientFileMetadata['packageRecords']

const recordsOnPackages = prepared<
  { records: Json<PackageRecords> },
  { readonly practiceId: number; readonly patientId: number }
>(
  ({ practiceId, patientId }) => sql`
    select '[' || coalesce(string_agg(concat('{"recordId":', record_id, ',"packageId":', package_id, '}'), ',' order by id), '') || ']'
      as records
    from session_package_uses
    where practice_id = ${practiceId} and patient_id = ${patientId} and record_id is not null`,
)

/** Which records of a patient count on which package, as a wire array. */
export const findPackageRecords = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<Json<PackageRecords>> =>
  (await recordsOnPackages(tx, { practiceId, patientId }))[0]?.records ?? jsonOf([])

/** The ledger of a package, newest first. */
export const findMovements = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<WireList<PackageMovement>> => {
  const { rows } = await sql<WireRow<PackageMovement>>`
    select ${movementWire} as wire from session_package_movements m
      left join patients p on p.practice_id = ${practiceId} and p.id = m.patient_id
      left join records r on r.practice_id = ${practiceId} and r.id = m.record_id
      left join doctors u on u.practice_id = ${practiceId} and u.user_id = m.user_id
    where m.practice_id = ${practiceId} and m.package_id = ${id} order by m.id desc`.execute(tx)
  return { rows: joinWire(rows), total: rows.length }
}

/** The stored columns that decide what may be done with a package. */
export interface PackageState {
  readonly id: number
  readonly version: number
  readonly ownerId: number
  readonly numSessions: number
  readonly usedSessions: number
  readonly reservedSessions: number
  readonly expiresOn: string | null
  readonly expiryToldOn: string | null
  readonly isCancelled: boolean
  readonly currency: string | null
  readonly price: number | null
  /** The practice's day. */
  readonly today: string
}

const lockState = prepared<
  PackageState,
  { readonly practiceId: number; readonly id: number; readonly zone: string }
>(
  ({ practiceId, id, zone }) => sql`
    select s.id, s.version, s.patient_id as "ownerId", s.num_sessions as "numSessions", s.used_sessions as "usedSessions",
      s.reserved_sessions as "reservedSessions", s.expires_on as "expiresOn", s.expiry_told_on as "expiryToldOn",
      s.cancelled_at is not null as "isCancelled", s.currency,
      (s.price_minor / power(10::numeric, s.price_digits))::float8 as price, ${todayIn(zone)} as today
    from session_packages s where s.practice_id = ${practiceId} and s.id = ${id} for update`,
)

/** The state of a package, locked until the transaction ends: whoever takes or returns a session waits here. */
export const lockPackage = async (tx: Tx, place: Place, id: number): Promise<PackageState | undefined> =>
  (await lockState(tx, { practiceId: place.practiceId, id, zone: place.timezone }))[0]

type Use = VisitPackages['use']

const readUse = prepared<WireRow<Use>, { readonly practiceId: number; readonly appointmentId: number }>(
  ({ practiceId, appointmentId }) => sql`
    select ${useWire} as wire from session_package_uses u
    where u.practice_id = ${practiceId} and u.appointment_id = ${appointmentId}`,
)

/** What a visit does with a package as wire JSON; `null` when it is on none. */
export const findUseWire = async (tx: Tx, practiceId: number, appointmentId: number): Promise<Json<Use>> =>
  (await readUse(tx, { practiceId, appointmentId }))[0]?.wire ?? jsonOf(null)

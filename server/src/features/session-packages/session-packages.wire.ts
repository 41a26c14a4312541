import type { PackageMovement, VisitPackages } from '@ulna/contract/session-packages/session-packages'
import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { type RawBuilder, sql } from 'kysely'
import { type Json, wire, wireObject } from '../../platform/database/wire.ts'

type Expression = RawBuilder<unknown>

/** Today on the practice's clock. */
export const todayIn = (zone: Expression): RawBuilder<string> =>
  sql<string>`(now() at time zone ${zone})::date`

/** `packageStatus` of the contract, in SQL: `s` the package. A test holds them together. */
export const statusOf = (zone: Expression): RawBuilder<string> => sql<string>`
  case when s.cancelled_at is not null then 'cancelled' 
    when s.num_sessions > 0 and s.used_sessions >= s.num_sessions then 'completed'
    when s.expires_on < ${todayIn(zone)} then 'expired' else 'active' end`

export const sessionsLeft: RawBuilder<number> = sql<number>`(s.num_sessions - s.used_sessions - s.reserved_sessions)`

const person = (id: string, name: string): Expression =>
  sql`concat('{"id":', ${sql.ref(id)}, ',"fullName":', ${sql.ref(name)}, '}')`

const patients = (practiceId: number | Expression): Expression => sql`(
  select '[' || string_agg(${person('q.id', 'q.wire_name')}, ',' order by q.id <> s.patient_id, q.sort_name, q.id) || ']'
  from session_package_patients f join patients q on q.practice_id = ${practiceId} and q.id = f.patient_id
  where f.practice_id = ${practiceId} and f.package_id = s.id)`

const data: Expression = sql`concat('{"price":',
  coalesce(trim_scale(s.price_minor / power(10::numeric, s.price_digits))::text, 'null'),
  ',"currency":', ${wire.optionalPlain('s.currency')}, ',"notes":', ${wire.optionalText('s.notes')}, '}')`

const lastMovement = (practiceId: number | Expression): Expression => sql`(
  select concat('{"kind":"', m.kind, '","sessions":', m.sessions, ',"at":"', iso(m.at), '"}')
  from session_package_movements m where m.practice_id = ${practiceId} and m.package_id = s.id order by m.id desc limit 1)`

/** `s` the package, `o` its owner, `d` its practitioner. */
export const packageWire = (
  practiceId: number | Expression,
  zone: Expression,
): RawBuilder<Json<SessionPackage>> =>
  wireObject<SessionPackage>({
    id: wire.number('s.id'),
    uid: wire.plain('s.uid'),
    version: wire.number('s.version'),
    ownerId: wire.number('s.patient_id'),
    owner: wireObject<SessionPackage['owner']>({
      id: wire.number('o.id'),
      firstName: wire.text('o.first_name'),
      lastName: wire.text('o.last_name'),
      fullName: sql.ref('o.wire_name'),
    }),
    doctorId: wire.number('s.doctor_id'),
    doctor: sql.ref('d.wire_author'),
    patients: patients(practiceId),
    numSessions: wire.number('s.num_sessions'),
    usedSessions: wire.number('s.used_sessions'),
    reservedSessions: wire.number('s.reserved_sessions'),
    status: sql`'"' || ${statusOf(zone)} || '"'`,
    description: wire.optionalText('s.description'),
    autoAdd: wire.flag('s.auto_add'),
    packageData: data,
    expiresOn: wire.optionalPlain('s.expires_on'),
    cancelReason: wire.optionalText('s.cancel_reason'),
    lastMovement: lastMovement(practiceId),
    importedFrom: wire.optionalText('s.imported_from'),
    createdAt: wire.instant('s.created_at'),
    updatedAt: wire.optionalInstant('s.updated_at'),
  })

export const joinedPackages = (practiceId: number | Expression): Expression => sql`session_packages s
  join patients o on o.practice_id = ${practiceId} and o.id = s.patient_id
  join doctors d on d.practice_id = ${practiceId} and d.id = s.doctor_id`

/** `m` the movement; `p`, `r`, `u` patient, record and author, where there are any. */
export const movementWire = wireObject<PackageMovement>({
  id: wire.number('m.id'),
  kind: wire.plain('m.kind'),
  sessions: wire.number('m.sessions'),
  balance: wire.number('m.balance'),
  cause: wire.plain('m.cause'),
  reason: wire.optionalText('m.reason'),
  patient: sql`case when p.id is null then 'null' else ${person('p.id', 'p.wire_name')} end`,
  recordId: wire.optionalNumber('m.record_id'),
  recordSubtype: wire.optionalPlain('r.subtype'),
  sessionNumber: wire.optionalNumber('r.session_number'),
  appointmentId: wire.optionalNumber('m.appointment_id'),
  occurredAt: wire.optionalInstant('m.occurred_at'),
  author: sql`coalesce(u.wire_name, 'null')`,
  at: wire.instant('m.at'),
})

/** `u` the use. */
export const useWire = wireObject<NonNullable<VisitPackages['use']>>({
  packageId: wire.number('u.package_id'),
  state: wire.plain('u.state'),
  byHand: wire.flag('u.by_hand'),
  recordId: wire.optionalNumber('u.record_id'),
})

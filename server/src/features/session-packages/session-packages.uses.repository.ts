import type { VisitSituation } from '@ulna/contract/session-packages/session-packages.rules'
import type { UseState } from '@ulna/contract/session-packages/session-packages.states'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

/** A session that a record or a visit has to do with. */
export interface Use {
  readonly id: number
  readonly packageId: number
  readonly patientId: number
  readonly recordId: number | null
  readonly appointmentId: number | null
  readonly state: UseState
  readonly settledFor: VisitSituation | null
  readonly byHand: boolean
}

const columns = sql`
  u.id, u.package_id as "packageId", u.patient_id as "patientId", u.record_id as "recordId",
  u.appointment_id as "appointmentId", u.state, u.settled_for as "settledFor", u.by_hand as "byHand"`

type Find = (tx: Tx, practiceId: number, id: number) => Promise<Use | undefined>

const findBy = (where: (id: RawBuilder<unknown>) => RawBuilder<unknown>): Find => {
  const find = prepared<Use, { readonly practiceId: number; readonly id: number }>(
    ({ practiceId, id }) => sql`
      select ${columns} from session_package_uses u where u.practice_id = ${practiceId} and ${where(id)}`,
  )
  return async (tx, practiceId, id) => (await find(tx, { practiceId, id }))[0]
}

export const findUse = findBy((id) => sql`u.id = ${id}`)
export const findUseOfRecord = findBy((id) => sql`u.record_id = ${id}`)
export const findUseOfAppointment = findBy((id) => sql`u.appointment_id = ${id}`)

/** The uses of a package in a state, oldest first. */
export const findUsesInState = async (
  tx: Tx,
  practiceId: number,
  packageId: number,
  state: UseState,
): Promise<Use[]> => {
  const { rows } = await sql<Use>`
    select ${columns} from session_package_uses u
    where u.practice_id = ${practiceId} and u.package_id = ${packageId} and u.state = ${state} order by u.id`.execute(
    tx,
  )
  return rows
}

interface LastDay {
  readonly appointmentId: number
  readonly lastDay: string
}

/** The last day of the packages that keep sessions for these visits, where they have one. */
export const findLastDays = async (
  tx: Tx,
  practiceId: number,
  appointmentIds: readonly number[],
): Promise<LastDay[]> => {
  const { rows } = await sql<LastDay>`
    select u.appointment_id as "appointmentId", s.expires_on::text as "lastDay"
    from session_package_uses u join session_packages s on s.practice_id = ${practiceId} and s.id = u.package_id
    where u.practice_id = ${practiceId} and u.appointment_id = any(${[...appointmentIds]}::bigint[])
      and u.state = 'reserved' and s.expires_on is not null`.execute(tx)
  return rows
}

/** What became of a visit: `a` the appointment, `u` its use. */
const situation = sql<VisitSituation>`
  case when a.id is null or a.patient_id is distinct from u.patient_id then 'gone'
    when a.status = 'cancelled' and a.cancelled_late then 'cancelled_late' else a.status end`

export interface UnsettledVisit {
  readonly useId: number
  readonly packageId: number
  readonly situation: VisitSituation
}

const unsettled = prepared<UnsettledVisit, { readonly practiceId: number; readonly ids: number[] }>(
  ({ practiceId, ids }) => sql`
    select u.id as "useId", u.package_id as "packageId", ${situation} as situation
    from session_package_uses u
      left join appointments a on a.practice_id = ${practiceId} and a.id = u.appointment_id
    where u.practice_id = ${practiceId} and u.appointment_id = any(${ids}::bigint[])
      and ${situation} is distinct from u.settled_for
    order by u.package_id, ${situation} in ('gone', 'cancelled', 'cancelled_late') desc, u.id`,
)

/**
 * Visits on packages of which something else became than their sessions were counted for, in the order of packages; of
 * one, those first that may give their sessions back, so that the others find them.
 */
export const findUnsettled = (
  tx: Tx,
  practiceId: number,
  appointmentIds: readonly number[],
): Promise<UnsettledVisit[]> => unsettled(tx, { practiceId, ids: [...appointmentIds] })

const dayOf = (moment: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${moment} at time zone ${zone})::date`

interface Countable {
  readonly useId: number | null
  readonly packageId: number
  /** Given back by hand: no rule takes it again. */
  readonly isKeptBack: boolean
}

const countable = prepared<
  Countable,
  {
    readonly practiceId: number
    readonly patientId: number
    readonly occurredAt: string | null
    readonly zone: string
  }
>(
  ({ practiceId: practice, patientId: patient, occurredAt, zone }) => sql`
    (select u.id as "useId", u.package_id as "packageId", u.state = 'returned' and u.by_hand as "isKeptBack", 0 as turn,
        a.start_at as since, u.id as key
      from session_package_uses u join appointments a on a.practice_id = ${practice} and a.id = u.appointment_id
      where u.practice_id = ${practice} and u.patient_id = ${patient} and u.record_id is null and a.patient_id = ${patient}
        and (a.status <> 'cancelled' or u.state <> 'returned')
        and ${dayOf(sql`a.start_at`, zone)} = ${dayOf(sql`coalesce(${occurredAt}::timestamptz, now())`, zone)})
    union all
    (select null, s.id, false, 1, s.created_at, s.id
      from session_packages s
        join session_package_patients f on f.practice_id = ${practice} and f.package_id = s.id
      where s.practice_id = ${practice} and f.patient_id = ${patient} and s.auto_add and s.cancelled_at is null
        and s.used_sessions + s.reserved_sessions < s.num_sessions
        and (s.expires_on is null or s.expires_on >= (now() at time zone ${zone})::date))
    order by turn, since, key limit 1`,
)

/**
 * Whose session a follow-up of a patient takes: that of a visit on the same day of the practice's calendar, else one of
 * the oldest package that new follow-ups join.
 */
export const findCountable = async (
  tx: Tx,
  place: { readonly practiceId: number; readonly timezone: string },
  patientId: number,
  occurredAt: string | null,
): Promise<Countable | undefined> =>
  (await countable(tx, { practiceId: place.practiceId, patientId, occurredAt, zone: place.timezone }))[0]

/** Finds the day's use that has a visit or record and lacks the other, lest a visit take two sessions. */
export const findUseOfDay = async (
  tx: Tx,
  { practiceId, timezone }: { readonly practiceId: number; readonly timezone: string },
  about: { readonly recordId: number } | { readonly appointmentId: number },
): Promise<Use | undefined> => {
  const zone = sql`${timezone}::text`
  const { rows } =
    'recordId' in about
      ? await sql<Use>`
          select ${columns} from session_package_uses u
            join appointments a on a.practice_id = ${practiceId} and a.id = u.appointment_id
            join records r on r.practice_id = ${practiceId} and r.id = ${about.recordId}
          where u.practice_id = ${practiceId} and u.patient_id = r.patient_id and u.record_id is null
            and u.state <> 'returned' and a.patient_id = r.patient_id
            and ${dayOf(sql`a.start_at`, zone)} = ${dayOf(sql`r.occurred_at`, zone)}
          order by a.start_at, u.id limit 1`.execute(tx)
      : await sql<Use>`
          select ${columns} from session_package_uses u
            join records r on r.practice_id = ${practiceId} and r.id = u.record_id
            join appointments a on a.practice_id = ${practiceId} and a.id = ${about.appointmentId}
          where u.practice_id = ${practiceId} and u.patient_id = a.patient_id and u.appointment_id is null
            and ${dayOf(sql`a.start_at`, zone)} = ${dayOf(sql`r.occurred_at`, zone)}
          order by r.occurred_at, u.id limit 1`.execute(tx)
  return rows[0]
}

/** How a use becomes; what is not named stays. */
export interface UseColumns {
  readonly record_id?: number | null
  readonly appointment_id?: number | null
  readonly state?: UseState
  readonly settled_for?: VisitSituation | null
  readonly by_hand?: boolean
}

export const insertUse = async (
  tx: Tx,
  practiceId: number,
  use: UseColumns & {
    readonly package_id: number
    readonly patient_id: number
    readonly state: UseState
  },
): Promise<void> => {
  await tx
    .insertInto('session_package_uses')
    .values({ practice_id: practiceId, ...use })
    .execute()
}

export const updateUse = async (tx: Tx, practiceId: number, id: number, use: UseColumns): Promise<void> => {
  await tx
    .updateTable('session_package_uses')
    .set(use)
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

export const deleteUse = async (tx: Tx, practiceId: number, id: number): Promise<void> => {
  await tx
    .deleteFrom('session_package_uses')
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** A record that is to count. */
export interface CountedRecord {
  readonly id: number
  readonly patientId: number
  readonly authorId: number
  readonly isControl: boolean
  readonly isVoided: boolean
}

export const findRecordsToCount = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<CountedRecord[]> => {
  const { rows } = await sql<CountedRecord>`
    select id, patient_id as "patientId", author_id as "authorId", type = 'control' as "isControl",
      voided_at is not null as "isVoided"
    from records where practice_id = ${practiceId} and id = any(${[...ids]}::bigint[]) order by id`.execute(
    tx,
  )
  return rows
}

/** Which of these patients a package serves. */
export const findServed = async (
  tx: Tx,
  practiceId: number,
  packageId: number,
  patientIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await tx
    .selectFrom('session_package_patients')
    .select('patient_id')
    .where('practice_id', '=', practiceId)
    .where('package_id', '=', packageId)
    .where('patient_id', 'in', [...patientIds])
    .execute()
  return new Set(rows.map((row) => row.patient_id))
}

export interface VisitState {
  readonly id: number
  readonly doctorId: number
  readonly patientId: number | null
  readonly situation: VisitSituation
}

const visitColumns = sql`
  id, doctor_id as "doctorId", patient_id as "patientId",
  case when status = 'cancelled' and cancelled_late then 'cancelled_late' else status end as situation`

/** An appointment; `lock` holds it until the transaction ends. */
export const findVisit = async (
  tx: Tx,
  practiceId: number,
  id: number,
  { lock }: { readonly lock: boolean },
): Promise<VisitState | undefined> => {
  const { rows } = await sql<VisitState>`
    select ${visitColumns} from appointments where practice_id = ${practiceId} and id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

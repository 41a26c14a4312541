import type { Appointment, AppointmentStatus } from '@ulna/contract/appointments/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { joinWire, jsonOf, type WireList, type WireRow } from '../../platform/database/wire.ts'
import { appointmentWire, joined } from './appointments.repository.ts'

/** From the first instant to before the second; open where one is missing. */
export interface Moments {
  readonly from?: string | undefined
  readonly before?: string | undefined
}

export interface AppointmentActors {
  readonly patientIds: readonly number[]
  readonly doctorIds: readonly number[]
}

/** What appointments are sorted by. */
export interface AppointmentOrder {
  readonly by: 'id' | 'changed' | 'start'
  readonly descending: boolean
}

/** What a program looks for in the agenda; every part that is given holds. */
export interface AppointmentCriteria {
  readonly ids?: readonly number[] | undefined
  readonly patientIds?: readonly number[] | undefined
  readonly doctorIds?: readonly number[] | undefined
  /** Of each list one. */
  readonly statuses?: readonly (readonly AppointmentStatus[])[] | undefined
  /** With one of these patients or practitioners, for each list. */
  readonly actors?: readonly AppointmentActors[] | undefined
  /** Uids, of each list one; null is any. */
  readonly uids?: readonly (readonly (string | null)[])[] | undefined
  /** Starts within one of these, for each list. */
  readonly starts?: readonly (readonly Moments[])[] | undefined
  readonly changed?: readonly (readonly Moments[])[] | undefined
}

type Condition = RawBuilder<unknown>

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`

const within = (column: Condition, { from, before }: Moments): Condition =>
  all([
    ...(from === undefined ? [] : [sql`${column} >= ${from}::timestamptz`]),
    ...(before === undefined ? [] : [sql`${column} < ${before}::timestamptz`]),
  ])

const oneOf = (column: Condition, ids: readonly number[] | undefined): Condition[] =>
  ids === undefined ? [] : [sql`${column} = any(${[...ids]}::bigint[])`]

const lastChange = sql`coalesce(a.updated_at, a.created_at)`

const conditionsOf = ({
  ids,
  patientIds,
  doctorIds,
  statuses = [],
  actors = [],
  uids = [],
  starts = [],
  changed = [],
}: AppointmentCriteria): Condition[] => [
  ...oneOf(sql`a.id`, ids),
  ...oneOf(sql`a.patient_id`, patientIds),
  ...oneOf(sql`a.doctor_id`, doctorIds),
  ...statuses.map((list) => sql`a.status = any(${[...list]}::text[])`),
  ...actors.map((one) =>
    any([...oneOf(sql`a.patient_id`, one.patientIds), ...oneOf(sql`a.doctor_id`, one.doctorIds)]),
  ),
  ...uids.map((list) => any(list.map((uid) => (uid === null ? sql`true` : sql`a.uid::text = ${uid}`)))),
  ...starts.map((spans) => any(spans.map((span) => within(sql`a.start_at`, span)))),
  ...changed.map((spans) => any(spans.map((span) => within(lastChange, span)))),
]

const orders: Readonly<Record<AppointmentOrder['by'], Condition>> = {
  id: sql`a.id`,
  changed: lastChange,
  start: sql`a.start_at`,
}

/** By start where nothing else is wanted. */
const orderOf = (order: readonly AppointmentOrder[]): Condition =>
  sql.join([
    ...order.map(({ by, descending }) => sql`${orders[by]} ${descending ? sql`desc` : sql`asc`}`),
    sql`a.start_at`,
    sql`a.id`,
  ])

interface FoundRow extends WireRow<Appointment> {
  readonly total: number
}

const countFound = async (tx: Tx, practiceId: number, where: Condition): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${joined(practiceId)} where ${where}`.execute(tx)
  return rows[0]?.total ?? 0
}

export interface AppointmentPage {
  readonly limit: number | null
  readonly offset: number
  readonly order?: readonly AppointmentOrder[]
}

/** A page of the appointments that meet some criteria, by start; all of them where no limit is given. */
export const findAppointmentsBy = async (
  tx: Tx,
  practiceId: number,
  criteria: AppointmentCriteria,
  { limit, offset, order = [] }: AppointmentPage,
): Promise<WireList<Appointment>> => {
  const where = all([sql`a.practice_id = ${practiceId}`, ...conditionsOf(criteria)])
  const { rows } = await sql<FoundRow>`
    select ${appointmentWire} as wire, count(*) over ()::int as total
    from ${joined(practiceId)} where ${where} order by ${orderOf(order)} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  const [first] = rows
  if (first) return { rows: joinWire(rows), total: first.total }
  return { rows: jsonOf([]), total: await countFound(tx, practiceId, where) }
}

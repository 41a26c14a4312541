import type { WaitingPatient, WaitingStatus } from '@ulna/contract/wait-list/wait-list'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type Json,
  joinWire,
  jsonOf,
  type PageWish,
  type WireList,
  type WireRow,
  wire,
  wireObject,
} from '../../platform/database/wire.ts'

const clock = (column: string): RawBuilder<unknown> =>
  sql`coalesce('"' || left(${sql.ref(column)}::text, 5) || '"', 'null')`

/** `w` the wish, `p` its patient, `d` the practitioner it names, if any. Names are read where they are kept. */
export const waitingWire = wireObject<WaitingPatient>({
  id: wire.number('w.id'),
  version: wire.number('w.version'),
  patientId: wire.number('w.patient_id'),
  patientName: sql.ref('p.wire_name'),
  patientPhone: sql`coalesce(to_json(coalesce(nullif(p.mobile, ''), nullif(p.phone, '')))::text, 'null')`,
  doctorId: wire.optionalNumber('w.doctor_id'),
  doctorName: sql`coalesce(d.wire_name, 'null')`,
  minutes: wire.number('w.minutes'),
  weekdays: sql`to_json(w.weekdays)`,
  from: clock('w.from_time'),
  to: clock('w.to_time'),
  earliest: wire.optionalPlain('w.earliest'),
  latest: wire.optionalPlain('w.latest'),
  note: wire.optionalText('w.note'),
  status: wire.plain('w.status'),
  createdAt: wire.instant('w.created_at'),
})

const joined = (practiceId: number) => sql`wait_list w
  join patients p on p.practice_id = ${practiceId} and p.id = w.patient_id
  left join doctors d on d.practice_id = ${practiceId} and d.id = w.doctor_id`

interface PageRow extends WireRow<WaitingPatient> {
  readonly total: number
}

/** Who waits, the longest first. */
export const findWaiting = async (
  tx: Tx,
  practiceId: number,
  { limit, offset }: PageWish,
): Promise<WireList<WaitingPatient>> => {
  const waiting = sql`w.practice_id = ${practiceId} and w.status = 'waiting'`
  const { rows } = await sql<PageRow>`
    select ${waitingWire} as wire, count(*) over ()::int as total from ${joined(practiceId)} where ${waiting}
    order by w.created_at, w.id limit ${limit} offset ${offset}`.execute(tx)
  const [first] = rows
  if (first || offset === 0) return { rows: joinWire(rows), total: first?.total ?? 0 }
  // Behind the last page no row says how many there are.
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from wait_list w where ${waiting}`.execute(tx)
  return { rows: jsonOf([]), total: counted[0]?.total ?? 0 }
}

/** A time that fell free. */
export interface FreedTime {
  readonly start: string
  readonly end: string
  /** Whose it is; undefined: anybody's. */
  readonly doctorId?: number | undefined
  readonly timezone: string
}

/**
 * Who waits for such a time, the longest first: their length fits into what of it lies within their times of day. Of a
 * time over midnight the first day counts.
 */
export const findFitting = async (
  tx: Tx,
  practiceId: number,
  { start, end, doctorId = undefined, timezone }: FreedTime,
  limit: number,
): Promise<WireList<WaitingPatient>> => {
  const { rows } = await sql<PageRow>`
    with freed as (
      select begins, begins::date as day, least(ends, (begins::date + 1)::timestamp) as ends
      from (select ${start}::timestamptz at time zone ${timezone} as begins,
        ${end}::timestamptz at time zone ${timezone} as ends) local
    )
    select ${waitingWire} as wire, count(*) over ()::int as total from ${joined(practiceId)}, freed f
    where w.practice_id = ${practiceId} and w.status = 'waiting'
      and (${doctorId ?? null}::bigint is null or w.doctor_id is null or w.doctor_id = ${doctorId ?? null}::bigint)
      and (w.earliest is null or w.earliest <= f.day) and (w.latest is null or w.latest >= f.day)
      and (cardinality(w.weekdays) = 0 or extract(isodow from f.day)::smallint = any(w.weekdays))
      and ${end}::timestamptz - ${start}::timestamptz >= make_interval(mins => w.minutes)
      and least(f.ends, f.day + coalesce(w.to_time, '24:00')) - greatest(f.begins, f.day + coalesce(w.from_time, '00:00'))
        >= make_interval(mins => w.minutes)
    order by w.created_at, w.id limit ${limit}`.execute(tx)
  return { rows: joinWire(rows), total: rows[0]?.total ?? 0 }
}

/** The ids under which a patient waits. */
export const findWaitingOf = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from wait_list where practice_id = ${practiceId} and patient_id = ${patientId} and status = 'waiting'
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

export const findWaitingWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Json<WaitingPatient> | undefined> => {
  const { rows } = await sql<WireRow<WaitingPatient>>`
    select ${waitingWire} as wire from ${joined(practiceId)} where w.practice_id = ${practiceId} and w.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.wire
}

/** What a service decides by. Times of day as `HH:mm`. */
export interface WaitingState {
  readonly id: number
  readonly version: number
  readonly patientId: number
  readonly status: WaitingStatus
  readonly minutes: number
  readonly from: string | null
  readonly to: string | null
  readonly earliest: string | null
  readonly latest: string | null
}

/** The state of a wish, locked until the transaction ends. */
export const lockWaiting = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<WaitingState | undefined> => {
  const { rows } = await sql<WaitingState>`
    select w.id, w.version, w.patient_id as "patientId", w.status, w.minutes, left(w.from_time::text, 5) as from,
      left(w.to_time::text, 5) as to, w.earliest, w.latest
    from wait_list w where w.practice_id = ${practiceId} and w.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Columns a caller may write. */
export interface WaitingColumns {
  readonly doctor_id?: number | null
  readonly minutes?: number
  readonly weekdays?: number[]
  readonly from_time?: string | null
  readonly to_time?: string | null
  readonly earliest?: string | null
  readonly latest?: string | null
  readonly note?: string | null
  readonly status?: WaitingStatus
}

export const insertWaiting = async (
  tx: Tx,
  practiceId: number,
  columns: WaitingColumns & { readonly patient_id: number; readonly minutes: number },
): Promise<number> => {
  const row = await tx
    .insertInto('wait_list')
    .values({ practice_id: practiceId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const updateWaitingRow = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<WaitingState>,
  columns: WaitingColumns,
): Promise<void> => {
  await tx
    .updateTable('wait_list')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** Keeps the content a wish has now as the version it has now. */
export const keepWaitingVersion = async (
  tx: Tx,
  practiceId: number,
  id: number,
  userId: number,
): Promise<void> => {
  await sql`
    insert into wait_list_versions (practice_id, wait_list_id, version, author_user_id, body)
    select w.practice_id, w.id, w.version, ${userId}, ${waitingWire}
    from ${joined(practiceId)} where w.practice_id = ${practiceId} and w.id = ${id}
    returning 1`.execute(tx)
}

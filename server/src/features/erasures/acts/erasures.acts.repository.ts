import type { ErasureAct } from '@ulna/contract/erasures/erasures.acts'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import {
  type Json,
  joinWire,
  type PageWish,
  type WireColumn,
  type WireList,
  type WireRow,
  wire,
  wireObject,
} from '../../../platform/database/wire.ts'
import type { Notices } from '../erasures.repository.ts'

const isWaiting = sql`e.state in ('blocked', 'destroying')`
const isHeld = (
  practiceId: number,
): RawBuilder<unknown> => sql`e.state = 'blocked' and exists (select from patient_holds h
  where h.practice_id = ${practiceId} and h.patient_id = e.patient_id and h.lifted_at is null)`

const counted = (practiceId: number, which: RawBuilder<unknown>) => sql`(select count(*) from erasures e
  where e.practice_id = ${practiceId} and e.act_id = a.id and ${which})`

const filesWire = (practiceId: number): WireColumn =>
  wireObject<ErasureAct['files']>({
    waiting: counted(practiceId, isWaiting),
    held: counted(practiceId, isHeld(practiceId)),
    destroyed: counted(practiceId, sql`e.state = 'done'`),
    takenBack: counted(practiceId, sql`e.state = 'taken_back'`),
  })

const actWire = (practiceId: number): RawBuilder<Json<ErasureAct>> =>
  wireObject<ErasureAct>({
    id: wire.number('a.id'),
    number: wire.number('a.number'),
    decidedBy: sql`coalesce(to_json(d.full_name)::text, '""')`,
    decidedAt: wire.instant('a.decided_at'),
    destroyAfter: sql`coalesce((select '"' || iso(max(e.destroy_after)) || '"' from erasures e
    where e.practice_id = ${practiceId} and e.act_id = a.id and ${isWaiting}), 'null')`,
    newspaper: wire.optionalText('a.newspaper'),
    firstNoticeOn: wire.optionalPlain('a.first_notice_on'),
    secondNoticeOn: wire.optionalPlain('a.second_notice_on'),
    reviewedOn: wire.optionalPlain('a.reviewed_on'),
    files: filesWire(practiceId),
    issuedAt: sql`coalesce((select '"' || iso(max(p.issued_at)) || '"' from erasure_papers p
    where p.practice_id = ${practiceId} and p.act_id = a.id), 'null')`,
  })

const joined = (practiceId: number): RawBuilder<unknown> => sql`erasure_acts a
  left join doctors d on d.practice_id = ${practiceId} and d.user_id = a.decided_by`

/** Acts of a practice, newest first. */
export const findActs = async (
  tx: Tx,
  practiceId: number,
  { limit, offset }: PageWish,
): Promise<WireList<ErasureAct>> => {
  const { rows } = await sql<WireRow<ErasureAct>>`
    select ${actWire(practiceId)} as wire from ${joined(practiceId)} where a.practice_id = ${practiceId}
    order by a.number desc limit ${limit} offset ${offset}`.execute(tx)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from erasure_acts where practice_id = ${practiceId}`.execute(tx)
  return { rows: joinWire(rows), total: counts[0]?.total ?? 0 }
}

export const findActWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Json<ErasureAct> | undefined> => {
  const { rows } = await sql<WireRow<ErasureAct>>`
    select ${actWire(practiceId)} as wire from ${joined(practiceId)} where a.practice_id = ${practiceId} and a.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.wire
}

/** The act on which exactly these files wait together; undefined where there is none. */
export const findActOf = async (
  tx: Tx,
  practiceId: number,
  patientIds: readonly number[],
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select e.act_id as id from erasures e
    where e.practice_id = ${practiceId} and e.act_id is not null and ${isWaiting}
    group by e.act_id
    having array_agg(e.patient_id order by e.patient_id) = ${[...patientIds]}::bigint[]`.execute(tx)
  return rows[0]?.id
}

/** Whose files stand on an act: numbers that lead to nobody once it is drawn up. */
export const findPatientsOf = async (
  tx: Tx,
  practiceId: number,
  actId: number,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select patient_id as id from erasures where practice_id = ${practiceId} and act_id = ${actId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Begins an act with the next number of the practice; two that begin at once wait for each other. */
export const insertAct = async (tx: Tx, practiceId: number, userId: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`acts of practice ${practiceId}`}, 0))`.execute(
    tx,
  )
  const { last } = await tx
    .selectFrom('erasure_acts')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('practice_id', '=', practiceId)
    .executeTakeFirstOrThrow()
  const act = await tx
    .insertInto('erasure_acts')
    .values({ practice_id: practiceId, number: (last ?? 0) + 1, decided_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return act.id
}

export interface ActRow extends Notices {
  readonly id: number
  readonly decidedBy: number
}

/** An act, locked until the transaction ends. */
export const lockAct = async (tx: Tx, practiceId: number, id: number): Promise<ActRow | undefined> => {
  const { rows } = await sql<ActRow>`
    select id, decided_by as "decidedBy", newspaper, to_char(first_notice_on, 'YYYY-MM-DD') as "firstNoticeOn",
      to_char(second_notice_on, 'YYYY-MM-DD') as "secondNoticeOn", to_char(reviewed_on, 'YYYY-MM-DD') as "reviewedOn"
    from erasure_acts where practice_id = ${practiceId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

export const writeActNotices = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ActRow>,
  { newspaper, firstNoticeOn, secondNoticeOn, reviewedOn }: Notices,
): Promise<void> => {
  await sql`
    update erasure_acts set newspaper = ${newspaper}, first_notice_on = ${firstNoticeOn}::date,
      second_notice_on = ${secondNoticeOn}::date, reviewed_on = ${reviewedOn}::date
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Erasures of an act that still wait for their day, in the order in which they are locked. */
export const findWaiting = async (tx: Tx, practiceId: number, actId: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from erasures where practice_id = ${practiceId} and act_id = ${actId} and state = 'blocked'
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A file as the inventory of an act names it. */
export interface InventoryRow {
  /** JSON: what it was called. */
  readonly fileNumbers: string
  /** Days. */
  readonly attendedFrom: string | null
  readonly attendedUntil: string | null
  readonly records: number
  /** Instant. */
  readonly destroyedAt: string
}

/** The files of an act that were destroyed, in the order in which they were put on it. */
export const findInventory = async (
  tx: Tx,
  practiceId: number,
  actId: number,
): Promise<readonly InventoryRow[]> => {
  const { rows } = await sql<InventoryRow>`
    select file_numbers as "fileNumbers", to_char(attended_from, 'YYYY-MM-DD') as "attendedFrom",
      to_char(attended_until, 'YYYY-MM-DD') as "attendedUntil", iso(destroyed_at) as "destroyedAt",
      coalesce((select (one->>'count')::int from json_array_elements(counts::json) one
        where one->>'kind' = 'records'), 0) as records
    from erasures where practice_id = ${practiceId} and act_id = ${actId} and state = 'done'
    order by attended_until, id`.execute(tx)
  return rows
}

import type { RetentionHold } from '@ulna/contract/retention/retention'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type Json,
  joinWire,
  type WireList,
  type WireRow,
  wire,
  wireObject,
} from '../../platform/database/wire.ts'

/** `h` the hold; `b`, `l` who placed and lifted it. */
const nameOf = (table: 'b' | 'l'): RawBuilder<unknown> => {
  const [first, last] = [sql.ref(`${table}.first_name`), sql.ref(`${table}.last_name`)]
  return sql`coalesce(to_json(${first} || ' ' || ${last})::text, 'null')`
}

const holdWire = wireObject<RetentionHold>({
  id: wire.number('h.id'),
  patientId: wire.number('h.patient_id'),
  reason: wire.text('h.reason'),
  placedBy: nameOf('b'),
  placedAt: wire.instant('h.placed_at'),
  liftedBy: nameOf('l'),
  liftedAt: wire.optionalInstant('h.lifted_at'),
  liftReason: wire.optionalText('h.lift_reason'),
})

// Names as they are in this practice: everybody who ever worked in it has a profile there.
const joined = (practiceId: number): RawBuilder<unknown> => sql`patient_holds h
  left join doctors b on b.practice_id = ${practiceId} and b.user_id = h.placed_by
  left join doctors l on l.practice_id = ${practiceId} and l.user_id = h.lifted_by`

/** Whether there is a file that can be kept: one that is here, or that is blocked and not being destroyed yet. */
export const isKeepable = async (
  tx: Tx,
  { practiceId, patientId }: { readonly practiceId: number; readonly patientId: number },
): Promise<boolean> => {
  const { rows } = await sql`
    select from patients p where p.practice_id = ${practiceId} and p.id = ${patientId} and p.merged_at is null
      and (p.blocked_at is null or exists (select from erasures e where e.practice_id = ${practiceId}
        and e.patient_id = p.id and e.scope = 'whole' and e.state = 'blocked'))`.execute(tx)
  return rows.length > 0
}

/** Whoever destroys a file waits for who is about to keep it, and the other way round. */
export const holdPatientRow = async (tx: Tx, practiceId: number, patientId: number): Promise<void> => {
  await sql`
    select from patients where practice_id = ${practiceId} and id = ${patientId} for key share`.execute(tx)
}

/** The holds on a file, newest first. */
export const findHolds = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<WireList<RetentionHold>> => {
  const { rows } = await sql<WireRow<RetentionHold>>`
    select ${holdWire} as wire from ${joined(practiceId)} where h.practice_id = ${practiceId} and h.patient_id = ${patientId}
    order by h.placed_at desc, h.id desc`.execute(tx)
  return { rows: joinWire(rows), total: rows.length }
}

export const findHoldWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Json<RetentionHold> | undefined> => {
  const { rows } = await sql<WireRow<RetentionHold>>`
    select ${holdWire} as wire from ${joined(practiceId)} where h.practice_id = ${practiceId} and h.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.wire
}

export interface HoldState {
  readonly id: number
  readonly patientId: number
  readonly isLifted: boolean
}

/** The state of a hold, locked until the transaction ends. */
export const lockHold = async (tx: Tx, practiceId: number, id: number): Promise<HoldState | undefined> => {
  const { rows } = await sql<HoldState>`
    select id, patient_id as "patientId", lifted_at is not null as "isLifted"
    from patient_holds where practice_id = ${practiceId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

export const insertHold = async (
  tx: Tx,
  practiceId: number,
  hold: { readonly patientId: number; readonly reason: string; readonly userId: number },
): Promise<number> => {
  const { id } = await tx
    .insertInto('patient_holds')
    .values({
      practice_id: practiceId,
      patient_id: hold.patientId,
      reason: hold.reason,
      placed_by: hold.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const writeLifted = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<HoldState>,
  { reason, userId }: { readonly reason: string; readonly userId: number },
): Promise<void> => {
  await tx
    .updateTable('patient_holds')
    .set({ lifted_at: sql<Date>`now()`, lifted_by: userId, lift_reason: reason })
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

import {
  type HeldKind,
  heldKinds,
  type MergeComparison,
  mostClashes,
} from '@ulna/contract/patient-merges/patient-merges'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { isOfFile } from '../../platform/patient-aliases.ts'

type Expression = RawBuilder<unknown>

const rowsOf = (practiceId: number, table: string, besides: Expression = sql`true`): Expression => sql`
  (select count(*)::int from ${sql.table(table)} t
    where t.practice_id = ${practiceId} and t.patient_id = p.id and ${besides})`

const sealedRowsOf = (practiceId: number, table: string): Expression => sql`
  (select count(*)::int from ${sql.table(table)} t
    where t.practice_id = ${practiceId} and ${isOfFile(sql`t.patient_id`, practiceId, sql`p.id`)})`

const counted = (practiceId: number): Readonly<Record<HeldKind, Expression>> => ({
  records: rowsOf(practiceId, 'records'),
  files: rowsOf(practiceId, 'files', sql`t.removed_at is null`),
  visits: rowsOf(practiceId, 'appointments'),
  visitsToCome: rowsOf(
    practiceId,
    'appointments',
    sql`t.start_at > now() and t.status in ('booked', 'arrived')`,
  ),
  packages: rowsOf(practiceId, 'session_package_patients'),
  waiting: rowsOf(practiceId, 'wait_list', sql`t.status = 'waiting'`),
  receipts: sealedRowsOf(practiceId, 'receipts'),
  papers: sealedRowsOf(practiceId, 'issued_papers'),
  holds: rowsOf(practiceId, 'patient_holds', sql`t.lifted_at is null`),
})

type Counts = Readonly<Record<HeldKind, number>>

/** What two files hold, by kind. */
export const countHeld = async (
  tx: Tx,
  practiceId: number,
  kept: number,
  other: number,
): Promise<MergeComparison['held']> => {
  const counts = counted(practiceId)
  const columns = heldKinds.map((kind) => sql`${counts[kind]} as ${sql.ref(kind)}`)
  const { rows } = await sql<Counts & { id: number }>`
    select p.id, ${sql.join(columns)} from patients p
    where p.practice_id = ${practiceId} and p.id in (${kept}, ${other})`.execute(tx)
  const of = (id: number) => rows.find((row) => row.id === id)
  return heldKinds.map((kind) => ({ kind, kept: of(kept)?.[kind] ?? 0, other: of(other)?.[kind] ?? 0 }))
}

/** When a visit to come of one falls on one of the other: one person cannot come twice at a time. */
export const findClashes = async (
  tx: Tx,
  practiceId: number,
  kept: number,
  other: number,
): Promise<MergeComparison['clashes']> => {
  const { rows } = await sql<{ start: string }>`
    select iso(a.start_at) as start from appointments a
    where a.practice_id = ${practiceId} and a.patient_id = ${other} and a.start_at > now()
      and a.status in ('booked', 'arrived') and exists (
        select from appointments b where b.practice_id = ${practiceId} and b.patient_id = ${kept}
          and b.status in ('booked', 'arrived') and b.start_at < a.end_at and b.end_at > a.start_at)
    order by a.start_at limit ${mostClashes}`.execute(tx)
  return rows
}

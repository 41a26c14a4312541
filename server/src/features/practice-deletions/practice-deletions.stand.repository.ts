import type { DeletionStand } from '@ulna/contract/practice-deletions/practice-deletions'
import type { PracticeKind } from '@ulna/contract/practice-deletions/practice-deletions.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

const rowsOf = (practiceId: number, table: string, besides: RawBuilder<unknown> = sql`true`) => sql`
  (select count(*)::int from ${sql.table(table)} t where t.practice_id = ${practiceId} and ${besides})`

export interface CountedPractice extends Pick<DeletionStand, 'bytes' | 'visitsAhead' | 'balances'> {
  readonly counts: Readonly<Record<PracticeKind, number>>
  readonly lastReceipt: string | null
}

type Row = Readonly<Record<PracticeKind, number>> & Omit<CountedPractice, 'counts'>

/** What there is in a practice, counted by kind. */
export const countPractice = async (tx: Tx, practiceId: number): Promise<CountedPractice> => {
  const count = (table: string, besides?: RawBuilder<unknown>) => rowsOf(practiceId, table, besides)
  const { rows } = await sql<Row>`
    select ${count('patients', sql`t.file_id not like 'erased-%'`)} as patients, ${count('records')} as records,
      ${count('signatures')} as signatures, ${count('issued_papers')} as papers, ${count('receipts')} as receipts,
      ${count('appointments')} as appointments, ${count('files', sql`t.removed_at is null`)} as files,
      ${count('doctors')} as members, ${count('practice_exports')} as exports,
      (select coalesce(sum(byte_size), 0)::bigint from files
        where practice_id = ${practiceId} and removed_at is null) as bytes,
      ${count('appointments', sql`t.patient_id is not null and t.status = 'booked' and t.start_at > now()`)}
        as "visitsAhead",
      ${count('session_packages', sql`t.cancelled_at is null and t.used_sessions < t.num_sessions`)} as balances,
      (select to_char(max(issued_on), 'YYYY-MM-DD') from receipts where practice_id = ${practiceId}) as "lastReceipt"`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error('nothing was counted')
  const { bytes, visitsAhead, balances, lastReceipt, ...counts } = found
  return { bytes: Number(bytes), visitsAhead, balances, lastReceipt, counts }
}

/** Receipts that tax law still keeps: those issued since a day. */
export const countReceiptsSince = async (tx: Tx, practiceId: number, day: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from receipts where practice_id = ${practiceId} and issued_on >= ${day}::date`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

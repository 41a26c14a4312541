import type { Erasure } from '@ulna/contract/erasures/erasures'
import { sql } from 'kysely'
import type { ErasableRow } from '../../platform/audit/audit.erased.ts'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ErasureRow } from './erasures.repository.ts'

export const writeDestroying = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
): Promise<void> => {
  await sql`
    update erasures set state = 'destroying' where practice_id = ${practiceId} and id = ${id} and state = 'blocked'`.execute(
    tx,
  )
}

/** Something holds it after all. */
export const writeBlockedAgain = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
): Promise<void> => {
  await sql`
    update erasures set state = 'blocked' where practice_id = ${practiceId} and id = ${id} and state = 'destroying'`.execute(
    tx,
  )
}

/** Destroys the whole file; false when a hold stands. Receipts issued before a day lose whom they name. */
export const eraseFile = async (tx: Tx, erasureId: number, receiptsBefore: string): Promise<boolean> => {
  const { rows } = await sql<{ erased: boolean }>`
    select erase_file(${erasureId}, ${receiptsBefore}::date) as erased`.execute(tx)
  return rows[0]?.erased === true
}

/** Destroys what no law keeps of a file that stays; false when a hold stands. */
export const eraseOptional = async (tx: Tx, erasureId: number): Promise<boolean> => {
  const { rows } = await sql<{ erased: boolean }>`
    select erase_optional(${erasureId}) as erased`.execute(tx)
  return rows[0]?.erased === true
}

/** Empties the details of rows of the trail. */
export const eraseDetails = async (
  tx: Tx,
  erasureId: number,
  rows: readonly ErasableRow[],
): Promise<void> => {
  await sql`select erase_details(${erasureId}, ${JSON.stringify(rows)}::json)`.execute(tx)
}

export const writeOutcome = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
  { counts, kept }: Pick<Erasure, 'counts' | 'kept'>,
): Promise<void> => {
  await sql`
    update erasures set counts = ${JSON.stringify(counts)}, kept = ${JSON.stringify(kept)}
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Bytes that go with a file. */
export interface ErasedBytes {
  readonly key: string
  /** What the file store calls an upload that never became a file. */
  readonly upload: string | null
}

/** Bytes that are still to be removed. */
export const findBytes = async (tx: Tx, practiceId: number, erasureId: number): Promise<ErasedBytes[]> => {
  const { rows } = await sql<ErasedBytes>`
    select storage_key as key, store_upload as upload from erasure_bytes where practice_id = ${practiceId} and erasure_id = ${erasureId}
    order by storage_key`.execute(tx)
  return rows
}

export const forgetBytes = async (
  tx: Tx,
  practiceId: number,
  erasureId: number,
  key: string,
): Promise<void> => {
  await sql`
    delete from erasure_bytes
    where practice_id = ${practiceId} and erasure_id = ${erasureId} and storage_key = ${key}`.execute(tx)
}

/** Has an erasure that is done go on for the moment of this transaction. */
export const reopen = async (tx: Tx, practiceId: number, { id }: Authorized<ErasureRow>): Promise<void> => {
  await sql`
    update erasures set state = 'destroying', destroyed_at = null where practice_id = ${practiceId} and id = ${id}`.execute(
    tx,
  )
}

/** It is done as it was, since when it was. */
export const closeAgain = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
  destroyedAt: string | null,
): Promise<void> => {
  await sql`
    update erasures set state = 'done', destroyed_at = ${destroyedAt}::timestamptz
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

export const writeDone = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
): Promise<void> => {
  await sql`
    update erasures set state = 'done', destroyed_at = now() where practice_id = ${practiceId} and id = ${id}`.execute(
    tx,
  )
}

import type { Erasure } from '@ulna/contract/erasures/erasures'
import { sql } from 'kysely'
import type { ErasableRow } from '../../platform/audit/audit.erased.ts'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { isOfFile } from '../../platform/patient-aliases.ts'
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

/** Somebody whose file became part of one that is erased. */
export interface Alias {
  readonly id: number
  readonly uid: string
}

/** Whose files became part of that of a patient. */
export const findAliases = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly Alias[]> => {
  const { rows } = await sql<Alias>`
    select p.id, p.uid from patient_aliases x join patients p on p.practice_id = ${practiceId} and p.id = x.alias_id
    where x.practice_id = ${practiceId} and x.patient_id = ${patientId} order by p.id`.execute(tx)
  return rows
}

/** Keeps with an erasure who else the patient was. */
export const writeAliases = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
  aliases: readonly Alias[],
): Promise<void> => {
  await sql`
    update erasures set aliases = ${JSON.stringify(aliases)} where practice_id = ${practiceId} and id = ${id}`.execute(
    tx,
  )
}

/** Who else the patient of an erasure was. */
export const aliasesOf = async (tx: Tx, practiceId: number, erasureId: number): Promise<readonly Alias[]> => {
  const { rows } = await sql<{ aliases: string }>`
    select aliases from erasures where practice_id = ${practiceId} and id = ${erasureId}`.execute(tx)
  return JSON.parse(rows[0]?.aliases ?? '[]') as readonly Alias[]
}

/**
 * Destroys the whole file, or what stayed under the number of an alias, which goes first; false when a hold stands. Receipts
 * issued before a day lose whom they name.
 */
export const eraseFile = async (
  tx: Tx,
  practiceId: number,
  erasureId: number,
  receiptsBefore: string,
  alias: number | null,
): Promise<boolean> => {
  const { rows } = await sql<{ erased: boolean }>`
    select erase_file(${practiceId}, ${erasureId}, ${receiptsBefore}::date, ${alias}) as erased`.execute(tx)
  return rows[0]?.erased === true
}

/** Destroys what no law keeps of a file that stays; false when a hold stands. */
export const eraseOptional = async (
  tx: Tx,
  practiceId: number,
  erasureId: number,
  alias: number | null,
): Promise<boolean> => {
  const { rows } = await sql<{ erased: boolean }>`
    select erase_optional(${practiceId}, ${erasureId}, ${alias}) as erased`.execute(tx)
  return rows[0]?.erased === true
}

/** Empties the details of rows of the trail. */
export const eraseDetails = async (
  tx: Tx,
  practiceId: number,
  erasureId: number,
  rows: readonly ErasableRow[],
  alias: number | null,
): Promise<void> => {
  await sql`select erase_details(${practiceId}, ${erasureId}, ${JSON.stringify(rows)}::json, ${alias})`.execute(
    tx,
  )
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

/** Whether receipts of a patient that were issued before a day still name somebody. */
export const areReceiptsNamed = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
  before: string,
): Promise<boolean> => {
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from receipts r where r.practice_id = ${practiceId} and r.issued_on < ${before}::date
      and ${isOfFile(sql`r.patient_id`, practiceId, patientId)} and r.payer->>'name' <> '—') as named`.execute(
    tx,
  )
  return rows[0]?.named === true
}

export interface ClosedAgain {
  readonly destroyedAt: string | null
  /** Whether something was destroyed meanwhile. */
  readonly hasGone: boolean
}

/** It is done as it was, since when it was, and with what went now. */
export const closeAgain = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
  { destroyedAt, hasGone }: ClosedAgain,
): Promise<void> => {
  await sql`
    update erasures set state = 'done', destroyed_at = ${destroyedAt}::timestamptz,
      rest_destroyed_at = choose(${hasGone}, now(), rest_destroyed_at)
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

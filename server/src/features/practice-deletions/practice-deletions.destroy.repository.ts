import type {
  DeletionArchive,
  DeletionStand,
  RunningTermOfPractice,
} from '@ulna/contract/practice-deletions/practice-deletions'
import type { RetentionRule } from '@ulna/contract/retention/retention.rules'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { parseJson } from '../../platform/database/wire.ts'
import type { DeletionRow } from './practice-deletions.repository.ts'

/** What the certificate tells, as it was when the destruction began. */
export interface Outcome {
  readonly counts: DeletionStand['counts']
  readonly terms: readonly (RunningTermOfPractice & { readonly rule: RetentionRule })[]
  readonly archive: DeletionArchive | null
}

export const writeBegun = async (
  tx: Tx,
  { id }: Authorized<DeletionRow>,
  { counts, terms, archive }: Outcome,
): Promise<void> => {
  await sql`
    update practice_deletions set state = 'destroying', begun_at = now(), counts = ${JSON.stringify(counts)},
      terms = ${JSON.stringify(terms)}, archive = ${archive && JSON.stringify(archive)}
    where id = ${id} and begun_at is null`.execute(tx)
}

export const findOutcome = async (tx: Tx, id: number): Promise<Outcome> => {
  const { rows } = await sql<{ counts: string; terms: string; archive: string | null }>`
    select counts, terms, archive from practice_deletions where id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('the deletion was not found')
  return {
    counts: parseJson(found.counts as never),
    terms: parseJson(found.terms as never),
    archive: found.archive === null ? null : parseJson(found.archive as never),
  }
}

/** Uploads that never became a file, as the store knows them. */
export const findUploads = async (
  tx: Tx,
  practiceId: number,
): Promise<{ readonly key: string; readonly upload: string }[]> => {
  const { rows } = await sql<{ key: string; upload: string }>`
    select storage_key as key, store_upload as upload from uploads
    where practice_id = ${practiceId} and store_upload is not null`.execute(tx)
  return rows
}

/** So many rows go at a time: a statement that takes long is ended. */
const sliceSize = 1000

/** Deletes some rows of one table; false once there are none left. */
export const deleteSlice = async (tx: Tx, deletionId: number): Promise<boolean> => {
  const { rows } = await sql<{ emptied: string; gone: number }>`
    select * from delete_practice_rows(${deletionId}, ${sliceSize})`.execute(tx)
  return rows.length > 0
}

/** Work that waits for the practice or for a file of it, and answers that are kept for repeated calls in it. */
export const deleteWaiting = async (
  tx: Tx,
  { practiceId, practiceUid }: Pick<DeletionRow, 'practiceId' | 'practiceUid'>,
): Promise<void> => {
  await sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and (payload::jsonb->>'practiceId' = ${String(practiceId)}
      or payload::jsonb->>'storageKey' like any(array[${`${practiceUid}/%`}, ${`practice-${practiceId}/%`}]))`.execute(
    tx,
  )
  await sql`delete from idempotency_keys where scope like ${`user % practice ${practiceId}`}`.execute(tx)
}

export interface NewPaper {
  readonly code: string
  readonly bytes: Buffer
  readonly sha256: string
  readonly pages: number
  /** PEM. */
  readonly certificate: string
  readonly issuedAt: string
}

export const writePaper = async (
  tx: Tx,
  { id }: Authorized<DeletionRow>,
  { code, bytes, sha256, pages, certificate, issuedAt }: NewPaper,
): Promise<void> => {
  await sql`
    update practice_deletions set paper = ${bytes}, paper_code = ${code}, paper_sha256 = decode(${sha256}, 'hex'),
      paper_pages = ${pages}, paper_certificate = ${certificate}, paper_issued_at = ${issuedAt}::timestamptz
    where id = ${id} and paper is null`.execute(tx)
}

/** The key of the practice, which its certificate was signed with. */
export const deleteSigningKey = async (tx: Tx, deletionId: number): Promise<void> => {
  await sql`select delete_signing_key(${deletionId})`.execute(tx)
}

/** The end of the practice itself; false where it has come already. */
export const deletePractice = async (tx: Tx, deletionId: number): Promise<boolean> => {
  const { rows } = await sql<{ gone: boolean }>`select delete_practice(${deletionId}) as gone`.execute(tx)
  return rows[0]?.gone === true
}

export const writeDone = async (tx: Tx, { id }: Authorized<DeletionRow>): Promise<void> => {
  await sql`
    update practice_deletions set state = 'done', destroyed_at = coalesce(paper_issued_at, now()) where id = ${id}`.execute(
    tx,
  )
}

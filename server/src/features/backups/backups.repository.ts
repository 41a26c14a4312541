import type { BackupFault } from '@ulna/contract/backups/backups'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import type { BackupMade, KnownPart } from './backups.format.ts'

/** Sealed files of a target that the keys of `recipients` open. */
export interface PartsKey {
  readonly target: string
  /** Digest of the keys. */
  readonly recipients: string
}

/** Notes that a backup began, and that those which are still noted as going on were killed: one goes on at a time. */
export const noteStart = async (queries: Queries, target: string): Promise<number> => {
  await queries
    .updateTable('backups')
    .set({ state: 'failed', fault: 'backup_killed' satisfies BackupFault, ended_at: sql`now()` })
    .where('state', '=', 'running')
    .execute()
  const { id } = await queries
    .insertInto('backups')
    .values({ target })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** Notes what a backup is once its files lie there; it is not good before it was read again. */
export const noteMade = async (
  queries: Queries,
  id: number,
  { name, at, rows, files, missing, size }: BackupMade,
): Promise<void> => {
  await queries
    .updateTable('backups')
    .set({ name, at, rows, files, missing, size })
    .where('id', '=', id)
    .execute()
}

export const noteGood = async (
  queries: Queries,
  id: number,
  { isDrilled }: { readonly isDrilled: boolean },
): Promise<void> => {
  await queries
    .updateTable('backups')
    .set({ state: 'good', ended_at: sql`now()`, ...(isDrilled ? { drilled_at: sql`now()` } : {}) })
    .where('id', '=', id)
    .execute()
}

export const noteFailed = async (
  queries: Queries,
  id: number,
  { fault, cause }: { readonly fault: BackupFault; readonly cause: string },
): Promise<void> => {
  await queries
    .updateTable('backups')
    .set({ state: 'failed', fault, cause: cause.slice(0, 1000), ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Notes what stays behind a backup that is good all the same. */
export const noteCause = async (queries: Queries, id: number, cause: string): Promise<void> => {
  await queries
    .updateTable('backups')
    .set({ cause: cause.slice(0, 1000) })
    .where('id', '=', id)
    .execute()
}

export const noteRemoved = async (queries: Queries, target: string, name: string): Promise<void> => {
  await queries
    .updateTable('backups')
    .set({ removed_at: sql`now()` })
    .where('target', '=', target)
    .where('name', '=', name)
    .execute()
}

/** Names of backups of a target that did not become good. */
export const findFailedNames = async (queries: Queries, target: string): Promise<ReadonlySet<string>> => {
  const rows = await queries
    .selectFrom('backups')
    .select('name')
    .where('target', '=', target)
    .where('state', '=', 'failed')
    .where('name', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ name }) => (name === null ? [] : [name])))
}

/** Whether good backups were made there that were not removed since. */
export const hasGoodAt = async (queries: Queries, target: string): Promise<boolean> => {
  const found = await queries
    .selectFrom('backups')
    .select('id')
    .where('target', '=', target)
    .where('state', '=', 'good')
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a week (less half a day, for runs that are not at the same minute) went by without a drill. */
export const isDrillDue = async (queries: Queries): Promise<boolean> => {
  const { rows } = await sql<{ due: boolean }>`
    select not exists (select from backups where drilled_at > now() - interval '6.5 days') as due`.execute(
    queries,
  )
  return rows[0]?.due ?? true
}

export const findParts = async (
  queries: Queries,
  { target, recipients }: PartsKey,
): Promise<ReadonlyMap<string, KnownPart>> => {
  const rows = await queries
    .selectFrom('backup_parts')
    .selectAll()
    .where('target', '=', target)
    .where('recipients', '=', recipients)
    .execute()
  return new Map(
    rows.map((row) => [
      row.storage_key,
      {
        file: { key: row.storage_key, part: row.part, size: Number(row.size), sha256: row.sha256 },
        part: { name: row.part, size: Number(row.sealed_size), sha256: row.sealed_sha256 },
      },
    ]),
  )
}

/** Remembers parts that were opened and are what they should be. */
export const rememberParts = async (
  queries: Queries,
  { target, recipients }: PartsKey,
  parts: readonly KnownPart[],
): Promise<void> => {
  if (parts.length === 0) return
  const given = parts.map(({ file, part }) => ({
    ...file,
    sealed_size: part.size,
    sealed_sha256: part.sha256,
  }))
  await sql`
    insert into backup_parts (target, recipients, storage_key, part, size, sha256, sealed_size, sealed_sha256)
    select ${target}, ${recipients}, p.key, p.part, p.size, p.sha256, p.sealed_size, p.sealed_sha256
    from json_to_recordset(${JSON.stringify(given)}::json)
      as p (key text, part text, size bigint, sha256 text, sealed_size bigint, sealed_sha256 text)
    on conflict (target, recipients, storage_key) do update set part = excluded.part, size = excluded.size,
      sha256 = excluded.sha256, sealed_size = excluded.sealed_size, sealed_sha256 = excluded.sealed_sha256`.execute(
    queries,
  )
}

/** Forgets parts of a target but those that stay, before they go. */
export const forgetParts = async (
  queries: Queries,
  target: string,
  staying: readonly string[],
): Promise<void> => {
  await sql`
    delete from backup_parts where target = ${target}
      and not (part = any(array(select json_array_elements_text(${JSON.stringify(staying)}::json))))`.execute(
    queries,
  )
}

/** Forgets parts that are not what they were, so that the next backup seals them anew. */
export const forgetAllParts = async (queries: Queries, target: string): Promise<void> => {
  await queries.deleteFrom('backup_parts').where('target', '=', target).execute()
}

/** Rows of runs that nobody looks at any more. */
export const forgetOldRuns = async (queries: Queries): Promise<void> => {
  await sql`delete from backups where started_at < now() - interval '400 days'
    or (state = 'failed' and started_at < now() - interval '90 days')`.execute(queries)
}

/** The printed key that backups are sealed for, and the instant it was made; undefined while there is none. */
export const findRecoveryKey = async (
  queries: Queries,
): Promise<{ readonly recipient: string; readonly madeAt: string } | undefined> => {
  const { rows } = await sql<{ recipient: string; madeAt: string }>`
    select recipient, iso(made_at) as "madeAt" from recovery_keys where replaced_at is null`.execute(queries)
  return rows[0]
}

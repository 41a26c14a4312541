import type { PracticeExport } from '@ulna/contract/practice-moves/practice-moves'
import { exportLifetimes } from '@ulna/contract/practice-moves/practice-moves'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'
import { claimRow, isUnderWay } from '../../platform/jobs/made-in-background.ts'
import { followOneTimeLink, isStillMember, type LinkedRows } from '../../platform/sessions/one-time-links.ts'
import type { Departed } from './practice-moves.format.ts'

export interface ExportKey {
  readonly practiceId: number
  readonly exportId: number
}

const exportWire = wireObject<PracticeExport>({
  id: wire.number('e.id'),
  state: wire.plain('e.state'),
  progress: sql`case when e.to_do is null then 'null' else
    concat('{"done":', e.done, ',"of":', e.to_do, '}') end`,
  encrypted: wire.boolean(sql`e.recipient is not null`),
  size: wire.optionalNumber('e.size'),
  sha256: wire.optionalText('e.sha256'),
  fingerprint: wire.optionalText('e.fingerprint'),
  rows: wire.optionalNumber('e.row_count'),
  files: wire.optionalNumber('e.file_count'),
  missing: wire.number('e.missing'),
  faults: wire.number('e.faults'),
  by: sql`to_json(u.first_name || ' ' || u.last_name)`,
  createdAt: wire.instant('e.created_at'),
  endedAt: wire.optionalInstant('e.ended_at'),
  expiresAt: wire.optionalInstant('e.expires_at'),
})

/** How many are told: the older ones are in the trail. */
const mostTold = 20

export const findExports = async (tx: Tx, practiceId: number): Promise<WireList<PracticeExport>> => {
  const { rows } = await sql<WireList<PracticeExport>>`
    select ${wireArray(exportWire, sql`e.id desc`)} as rows, count(*)::int as total
    from (select * from practice_exports where practice_id = ${practiceId} order by id desc limit ${mostTold}) e
    join users u on u.id = e.made_by`.execute(tx)
  return rows[0] ?? noRows
}

export const findExportWire = async (
  tx: Tx,
  { practiceId, exportId }: ExportKey,
): Promise<Json<PracticeExport>> => {
  const { rows } = await sql<WireRow<PracticeExport>>`
    select ${exportWire} as wire from practice_exports e join users u on u.id = e.made_by
    where e.practice_id = ${practiceId} and e.id = ${exportId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('the export was not found')
  return found.wire
}

export const insertExport = async (
  tx: Tx,
  practiceId: number,
  { recipient, userId }: { readonly recipient: string | null; readonly userId: number },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into practice_exports (practice_id, recipient, made_by)
    values (${practiceId}, ${recipient}, ${userId}) returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the export was not stored')
  return id
}

export interface ExportState extends ExportKey {
  readonly state: PracticeExport['state']
  readonly storageKey: string | null
  readonly recipient: string | null
  readonly madeBy: number
}

const stateColumns = sql`practice_id as "practiceId", id as "exportId", state, storage_key as "storageKey", recipient,
  made_by as "madeBy"`

/** An export, which nobody else changes until the transaction ends. */
export const lockExport = async (
  tx: Tx,
  { practiceId, exportId }: ExportKey,
): Promise<ExportState | undefined> => {
  const { rows } = await sql<ExportState>`
    select ${stateColumns} from practice_exports where practice_id = ${practiceId} and id = ${exportId} for update`.execute(
    tx,
  )
  return rows[0]
}

const table = 'practice_exports'
const rowOf = ({ practiceId, exportId }: ExportKey) => ({ practiceId, id: exportId })

/** Takes an export that waits, or whose maker is gone; undefined where there is nothing to do. */
export const claimExport = (tx: Tx, key: ExportKey): Promise<ExportState | undefined> =>
  claimRow(tx, table, rowOf(key), stateColumns)

/** Whether somebody still has to look after it. */
export const isBeingMade = (tx: Tx, key: ExportKey): Promise<boolean> => isUnderWay(tx, table, rowOf(key))

/** Notes that somebody is at it, and how far. Answers false when nobody wants it any more. */
export const noteProgress = async (
  tx: Tx,
  { practiceId, exportId }: ExportKey,
  progress: { readonly done: number; readonly of: number } | undefined,
): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    update practice_exports set touched_at = now(), done = coalesce(${progress?.done ?? null}, done),
      to_do = coalesce(${progress?.of ?? null}, to_do)
    where practice_id = ${practiceId} and id = ${exportId} and state = 'running' returning id`.execute(tx)
  return rows.length > 0
}

export interface ReadyArchive {
  readonly storageKey: string
  readonly size: number
  readonly sha256: string
  readonly departed: Departed
}

/** Notes that an archive lies ready; false when it was removed meanwhile. */
export const noteReady = async (
  tx: Tx,
  { practiceId, exportId }: ExportKey,
  { storageKey, size, sha256, departed }: ReadyArchive,
): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    update practice_exports set state = 'ready', storage_key = ${storageKey}, size = ${size}, sha256 = ${sha256},
      fingerprint = ${departed.fingerprint}, row_count = ${departed.rows}, file_count = ${departed.files},
      manifest_sha256 = ${departed.manifestSha256}, heads = ${JSON.stringify(departed.heads)},
      missing = ${departed.missing}, faults = ${departed.faults.trail + departed.faults.seals}, ended_at = now(),
      expires_at = now() + make_interval(days => ${exportLifetimes.archiveDays}), touched_at = now()
    where practice_id = ${practiceId} and id = ${exportId} and state = 'running' returning id`.execute(tx)
  return rows.length > 0
}

/** Its last byte left on its way to whoever followed the link. */
export const noteFetched = async (tx: Tx, { practiceId, exportId }: ExportKey): Promise<void> => {
  await sql`
    update practice_exports set fetched_at = now() where practice_id = ${practiceId} and id = ${exportId}`.execute(
    tx,
  )
}

/** Notes that an archive could not be made; false when nobody wanted it any more. */
export const noteFailed = async (tx: Tx, { practiceId, exportId }: ExportKey): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    update practice_exports set state = 'failed', ended_at = now()
    where practice_id = ${practiceId} and id = ${exportId} and state in ('waiting', 'running')
    returning id`.execute(tx)
  return rows.length > 0
}

/** Nobody gets it any more; the row tells that there was one. */
export const writeRemoved = async (
  tx: Tx,
  { practiceId, exportId }: Authorized<ExportState>,
): Promise<void> => {
  await sql`
    update practice_exports set state = 'removed', storage_key = null, link_by = null, link_until = null,
      ended_at = either(ended_at, now())
    where practice_id = ${practiceId} and id = ${exportId}`.execute(tx)
}

export const linkedExports: LinkedRows = {
  table: 'practice_exports',
  number: 'link_number',
  by: 'link_by',
  until: 'link_until',
}

export interface FollowedLink {
  readonly storageKey: string
  readonly size: number
  readonly encrypted: boolean
  readonly userId: number
}

/** Follows a link, which so ends. Undefined when it is over, or whoever asked for it owns the practice no more. */
export const followLink = (
  tx: Tx,
  { practiceId, exportId, number }: ExportKey & { readonly number: number },
): Promise<FollowedLink | undefined> =>
  followOneTimeLink(tx, {
    rows: linkedExports,
    key: { practiceId, id: exportId, number },
    answer: sql`r.storage_key as "storageKey", r.size, r.recipient is not null as encrypted, r.linked_by as "userId"`,
    where: sql`r.state = 'ready' and ${isStillMember(practiceId, sql`m.role = 'owner'`)}`,
  })

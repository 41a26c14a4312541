import type { DeletionArchive } from '@ulna/contract/practice-deletions/practice-deletions'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { goesOnBehind } from './practice-moves.unchanging.ts'

/** How many of the newest are looked at. */
const mostLookedAt = 5

/**
 * The newest archives of a practice with what became of them. One is current while no strand of the trail goes on behind
 * the row that it vouches for, reads aside.
 */
export const findArchives = async (tx: Tx, practiceId: number): Promise<DeletionArchive[]> => {
  const { rows } = await sql<DeletionArchive>`
    select e.id, iso(e.ended_at) as "readyAt", e.recipient is not null as encrypted, e.sha256, e.fingerprint,
      e.verified_at is not null as verified, e.fetched_at is not null as fetched, e.arrived_at is not null as arrived,
      not ${goesOnBehind(practiceId, sql`e.heads`)} as current
    from practice_exports e
    where e.practice_id = ${practiceId} and e.heads is not null order by e.id desc limit ${mostLookedAt}`.execute(
    tx,
  )
  return rows
}

const signs = (text: string): string => text.toLowerCase().replaceAll(/[^0-9a-f]/g, '')

/** Notes that an archive arrived elsewhere; false for what proves none of ours. */
export const noteArrival = async (
  tx: Tx,
  practiceId: number,
  { fingerprint, digest }: { readonly fingerprint: string; readonly digest: string },
): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    update practice_exports set arrived_at = either(arrived_at, now())
    where practice_id = ${practiceId} and manifest_sha256 = ${signs(digest)}
      and lower(regexp_replace(fingerprint, '[^0-9A-Fa-f]', '', 'g')) = ${signs(fingerprint)}
    returning id`.execute(tx)
  return rows.length > 0
}

/** Ids of all archives that were ever asked for: what was put together of them may lie in the folder of work. */
export const findExportIds = async (tx: Tx, practiceId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from practice_exports where practice_id = ${practiceId}`.execute(tx)
  return rows.map(({ id }) => id)
}

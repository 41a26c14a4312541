import type { Draft } from '@ulna/contract/drafts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { wire, wireArray, wireObject } from '../../platform/wire.ts'

const draftWire = wireObject<Draft>({
  patientId: wire.number('t.patient_id'),
  key: wire.plain('t.key'),
  baseVersion: wire.optionalNumber('t.base_version'),
  revision: wire.number('t.revision'),
  updatedAt: wire.instant('t.updated_at'),
  data: wire.json('t.data'),
})

export interface DraftPlace {
  readonly practiceId: number
  readonly userId: number
  readonly patientId: number
  readonly key: string
}

/** The drafts of one user for one patient, newest first. */
export const findDrafts = async (
  tx: Tx,
  place: Omit<DraftPlace, 'key'>,
): Promise<{ rows: string; total: number }> => {
  const { rows } = await sql<{ rows: string; total: number }>`
    select ${wireArray(draftWire, sql`t.updated_at desc`)} as rows, count(*)::int as total from drafts t
    where t.practice_id = ${place.practiceId} and t.user_id = ${place.userId} and t.patient_id = ${place.patientId}`.execute(
    tx,
  )
  return rows[0] ?? { rows: '[]', total: 0 }
}

export interface DraftContent {
  readonly data: string
  readonly baseVersion: number | null
  /** The revision the caller saw last; 0 when it saw none. */
  readonly revision: number
}

/**
 * Saves unless somebody saved since: answers the draft, or undefined when the revision is stale. One that is gone is
 * made again, whatever revision it had.
 */
export const saveDraft = async (
  tx: Tx,
  place: DraftPlace,
  content: DraftContent,
): Promise<string | undefined> => {
  const { rows } = await sql<{ wire: string }>`
    with saved as (
      insert into drafts as t (practice_id, user_id, patient_id, key, data, base_version, revision)
      values (${place.practiceId}, ${place.userId}, ${place.patientId}, ${place.key}, ${content.data}::json,
        ${content.baseVersion}, ${content.revision} + 1)
      on conflict (practice_id, user_id, patient_id, key) do update
        set data = excluded.data, base_version = excluded.base_version, revision = t.revision + 1, updated_at = now()
        where t.revision = ${content.revision}
      returning t.*
    )
    select ${draftWire} as wire from saved t`.execute(tx)
  return rows[0]?.wire
}

export const findDraft = async (tx: Tx, place: DraftPlace): Promise<string | undefined> => {
  const { rows } = await sql<{ wire: string }>`
    select ${draftWire} as wire from drafts t
    where t.practice_id = ${place.practiceId} and t.user_id = ${place.userId} and t.patient_id = ${place.patientId}
      and t.key = ${place.key}`.execute(tx)
  return rows[0]?.wire
}

export const deleteDraft = async (tx: Tx, place: DraftPlace): Promise<void> => {
  await tx
    .deleteFrom('drafts')
    .where('practice_id', '=', place.practiceId)
    .where('user_id', '=', place.userId)
    .where('patient_id', '=', place.patientId)
    .where('key', '=', place.key)
    .execute()
}

import type { Draft } from '@ulna/contract/drafts/drafts'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'

const draftWire = wireObject<Draft>({
  patientId: wire.number('t.patient_id'),
  key: wire.plain('t.key'),
  baseVersion: wire.optionalNumber('t.base_version'),
  revision: wire.number('t.revision'),
  updatedAt: wire.instant('t.updated_at'),
  device: wire.optionalText('t.device'),
  data: wire.json('t.data'),
})

export interface DraftPlace {
  readonly practiceId: number
  readonly userId: number
  readonly patientId: number
  readonly key: string
}

type Drawer = Omit<DraftPlace, 'key'>

const readDrafts = prepared<WireList<Draft>, Drawer>(
  ({ practiceId, userId, patientId }) => sql`
    select ${wireArray(draftWire, sql`t.updated_at desc`)} as rows, count(*)::int as total from drafts t
    where t.practice_id = ${practiceId} and t.user_id = ${userId} and t.patient_id = ${patientId}`,
)

/** The drafts of one user for one patient, newest first. */
export const findDrafts = async (tx: Tx, place: Drawer): Promise<WireList<Draft>> =>
  (await readDrafts(tx, place))[0] ?? noRows

export interface DraftContent {
  readonly data: string
  readonly baseVersion: number | null
  /** The revision the caller saw last; 0 when it saw none. */
  readonly revision: number
  /** User agent of the device it was written on. */
  readonly device: string | null
  /** When it was written, for what comes later; null: now. */
  readonly writtenAt: string | null
}

const writeDraft = prepared<WireRow<Draft>, DraftPlace & DraftContent>(
  (draft) => sql`
    with saved as (
      insert into drafts as t (practice_id, user_id, patient_id, key, data, base_version, revision, device, updated_at)
      values (${draft.practiceId}, ${draft.userId}, ${draft.patientId}, ${draft.key}, ${draft.data}::json,
        ${draft.baseVersion}, ${draft.revision}::int + 1, ${draft.device},
        least(now(), either(${draft.writtenAt}::timestamptz, now())))
      on conflict (practice_id, user_id, patient_id, key) do update
        set data = excluded.data, base_version = excluded.base_version, revision = t.revision + 1,
          device = excluded.device, updated_at = excluded.updated_at
        where t.revision = ${draft.revision}
      returning t.*
    )
    select ${draftWire} as wire from saved t`,
)

/**
 * Saves unless somebody saved since: answers the draft, or undefined when the revision is stale. One that is gone is
 * made again, whatever revision it had.
 */
export const saveDraft = async (
  tx: Tx,
  place: Authorized<DraftPlace>,
  content: DraftContent,
): Promise<Json<Draft> | undefined> => {
  const [row] = await writeDraft(tx, { ...place, ...content })
  return row?.wire
}

/** The revision of a draft, which stays as it is until the transaction ends; undefined when there is none. */
export const lockDraft = async (tx: Tx, place: DraftPlace): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('drafts')
    .select('revision')
    .where('practice_id', '=', place.practiceId)
    .where('user_id', '=', place.userId)
    .where('patient_id', '=', place.patientId)
    .where('key', '=', place.key)
    .forUpdate()
    .executeTakeFirst()
  return row?.revision
}

/** Keeps what a draft says, unless it says just that, as a copy beside it: with its time and its device. */
export const copyDraft = async (
  tx: Tx,
  place: Authorized<DraftPlace>,
  copyKey: string,
  unlessData: string,
): Promise<void> => {
  await sql`
    insert into drafts (practice_id, user_id, patient_id, key, data, base_version, revision, device, updated_at)
    select practice_id, user_id, patient_id, ${copyKey}, data, base_version, 1, device, updated_at from drafts
    where practice_id = ${place.practiceId} and user_id = ${place.userId} and patient_id = ${place.patientId}
      and key = ${place.key} and data::text <> ${unlessData} returning 1`.execute(tx)
}

const readDraft = prepared<WireRow<Draft>, DraftPlace>(
  ({ practiceId, userId, patientId, key }) => sql`
    select ${draftWire} as wire from drafts t
    where t.practice_id = ${practiceId} and t.user_id = ${userId} and t.patient_id = ${patientId} and t.key = ${key}`,
)

export const findDraft = async (tx: Tx, place: DraftPlace): Promise<Json<Draft> | undefined> =>
  (await readDraft(tx, place))[0]?.wire

const removeDraft = prepared<unknown, DraftPlace>(
  ({ practiceId, userId, patientId, key }) => sql`
    delete from drafts
    where practice_id = ${practiceId} and user_id = ${userId} and patient_id = ${patientId} and key = ${key}`,
)

export const deleteDraft = async (tx: Tx, place: Authorized<DraftPlace>): Promise<void> => {
  await removeDraft(tx, place)
}

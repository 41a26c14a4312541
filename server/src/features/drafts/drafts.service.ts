import { randomBytes } from 'node:crypto'
import { copyKeyOf, type Draft, isDraftCopy } from '@ulna/contract/drafts/drafts'
import { invalidField } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { answerText, type ListText, listText, parseJson } from '../../platform/database/wire.ts'
import { versionConflict } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { keyedDigest } from '../../platform/tokens.ts'
import { audited, change, type Database, lookUp, view } from '../../platform/use-case.ts'
import { refuseArchived, requirePatient } from '../patients/patients.service.ts'
import { requireRecordOfPatient } from '../records/records.service.ts'
import {
  copyDraft,
  type DraftPlace,
  deleteDraft,
  findDraft,
  findDrafts,
  lockDraft,
  saveDraft,
} from './drafts.repository.ts'

/** A form cannot be longer than this as JSON, in bytes. */
const longestDraft = 1_000_000

const recordNamedBy = (key: string): number | null => {
  const match = /^(?:record|addendum|new:[a-z0-9_]+:case):(\d+)(?::copy:|$)/.exec(key)
  return match ? Number(match[1]) : null
}

/** The caller's own: on a patient of the practice, and on a record of that patient when its key names one. */
const requirePlace = async (
  tx: Tx,
  actor: PracticeActor,
  path: { patientId: number; key: string },
): Promise<Authorized<DraftPlace>> => {
  await requirePatient(tx, actor, path.patientId)
  const recordId = recordNamedBy(path.key)
  if (recordId !== null) await requireRecordOfPatient(tx, actor, path.patientId, recordId)
  const { practiceId, userId } = actor
  return authorized({ practiceId, userId, ...path })
}

/**
 * What the caller's browser encrypts with what has not arrived yet. It is theirs in this practice, and the same after
 * signing in again, so that a copy opens after a crash; the browser forgets it with the page (decision 0018).
 */
export const copyKeyFor = (db: Database, copies: Buffer, actor: PracticeActor): Promise<{ key: string }> =>
  lookUp(db, actor, async () => ({ key: keyedDigest(copies, `${actor.practiceId}/${actor.userId}`) }))

/** The caller's own drafts for a patient. */
export const listDrafts = (db: Database, actor: PracticeActor, patientId: number): Promise<ListText<Draft>> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const { practiceId, userId } = actor
    const drafts = await findDrafts(tx, { practiceId, userId, patientId })
    return audited({ action: 'draft.read', patientId }, listText(drafts))
  })

export interface DraftInput {
  readonly data: Record<string, unknown>
  readonly baseVersion?: number | null | undefined
  readonly revision?: number | undefined
  readonly over?: boolean | undefined
  readonly writtenAt?: string | undefined
}

/** The revision to write over on purpose: what another tab or device wrote there is a copy first, so nothing is lost. */
const revisionOver = async (
  tx: Tx,
  place: Authorized<DraftPlace>,
  data: string,
  seen: number,
): Promise<number> => {
  const revision = await lockDraft(tx, place)
  if (revision === undefined || revision === seen) return seen
  await copyDraft(tx, place, copyKeyOf(place.key, randomBytes(4).toString('hex')), data)
  return revision
}

/** Keeps what is being typed; a save over one that this tab has not seen is a version_conflict with the other text. */
export const keepDraft = (
  db: Database,
  actor: PracticeActor,
  path: { patientId: number; key: string },
  input: DraftInput,
) =>
  change(db, actor, async (tx) => {
    const place = await requirePlace(tx, actor, path)
    await refuseArchived(tx, actor, path.patientId)
    const data = JSON.stringify(input.data)
    if (Buffer.byteLength(data) > longestDraft)
      throw invalidField('data', 'field_too_long', { max: longestDraft })
    const seen = input.revision ?? 0
    const saved = await saveDraft(tx, place, {
      data,
      baseVersion: input.baseVersion ?? null,
      revision: input.over && !isDraftCopy(path.key) ? await revisionOver(tx, place, data, seen) : seen,
      device: actor.call.userAgent,
      writtenAt: input.writtenAt ?? null,
    })
    if (saved === undefined) {
      const other = await findDraft(tx, place)
      throw versionConflict(other === undefined ? null : parseJson(other))
    }
    return audited(
      { action: 'draft.save', patientId: path.patientId, detail: { key: path.key } },
      answerText(saved),
    )
  })

/** Throws a draft away; there need not be one. */
export const discardDraft = (
  db: Database,
  actor: PracticeActor,
  path: { patientId: number; key: string },
): Promise<{ id: string }> =>
  change(db, actor, async (tx) => {
    await deleteDraft(tx, await requirePlace(tx, actor, path))
    return audited(
      { action: 'draft.delete', patientId: path.patientId, detail: { key: path.key } },
      { id: path.key },
    )
  })

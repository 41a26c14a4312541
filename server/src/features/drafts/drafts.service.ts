import type { PracticeActor } from '../../platform/actor.ts'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database.ts'
import { audited, change, type Database, view } from '../../platform/use-case.ts'
import { WireText } from '../../platform/wire.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { requireRecordOfPatient } from '../records/records.service.ts'
import { type DraftPlace, deleteDraft, findDraft, findDrafts, saveDraft } from './drafts.repository.ts'

/** A form cannot be longer than this as JSON, in bytes. */
const longestDraft = 1_000_000

const placeOf = (actor: PracticeActor, path: { patientId: number; key: string }): DraftPlace => ({
  practiceId: actor.practiceId,
  userId: actor.userId,
  ...path,
})

const recordNamedBy = (key: string): number | null => {
  const match = /^(?:record|addendum|new:[a-z0-9_]+:case):(\d+)$/.exec(key)
  return match ? Number(match[1]) : null
}

/** A draft hangs on a patient of the practice, and on a record of that patient when its key names one. */
const requirePlace = async (
  tx: Tx,
  actor: PracticeActor,
  path: { patientId: number; key: string },
): Promise<void> => {
  await requirePatient(tx, actor, path.patientId)
  const recordId = recordNamedBy(path.key)
  if (recordId !== null) await requireRecordOfPatient(tx, actor, path.patientId, recordId)
}

/** The caller's own drafts for a patient. */
export const listDrafts = (db: Database, actor: PracticeActor, patientId: number): Promise<WireText> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const { rows, total } = await findDrafts(tx, {
      practiceId: actor.practiceId,
      userId: actor.userId,
      patientId,
    })
    return audited(
      { action: 'draft.read', patientId },
      new WireText(rows, JSON.stringify({ total, limit: total, offset: 0 })),
    )
  })

export interface DraftInput {
  readonly data: Record<string, unknown>
  readonly baseVersion?: number | null | undefined
  readonly revision?: number | undefined
}

/** Keeps what is being typed; a save over one that this tab has not seen is a version_conflict with the other text. */
export const keepDraft = (
  db: Database,
  actor: PracticeActor,
  path: { patientId: number; key: string },
  input: DraftInput,
) =>
  change(db, actor, async (tx) => {
    await requirePlace(tx, actor, path)
    const data = JSON.stringify(input.data)
    if (Buffer.byteLength(data) > longestDraft)
      throw invalidField('data', 'field_too_long', { max: longestDraft })
    const place = placeOf(actor, path)
    const saved = await saveDraft(tx, place, {
      data,
      baseVersion: input.baseVersion ?? null,
      revision: input.revision ?? 0,
    })
    if (saved === undefined) {
      const current: unknown = JSON.parse((await findDraft(tx, place)) ?? 'null')
      throw new AppError('version_conflict', { metadata: { current } })
    }
    return audited(
      { action: 'draft.save', patientId: path.patientId, detail: { key: path.key } },
      new WireText(saved),
    )
  })

/** Throws a draft away; there need not be one. */
export const discardDraft = (
  db: Database,
  actor: PracticeActor,
  path: { patientId: number; key: string },
): Promise<{ id: string }> =>
  change(db, actor, async (tx) => {
    await requirePlace(tx, actor, path)
    await deleteDraft(tx, placeOf(actor, path))
    return audited(
      { action: 'draft.delete', patientId: path.patientId, detail: { key: path.key } },
      { id: path.key },
    )
  })

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type FileHandOverInput,
  type HandOver,
  mostHandOverBytes,
} from '@ulna/contract/hand-overs/hand-overs'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import { transaction } from '../../../platform/database/database.ts'
import { installationScope } from '../../../platform/database/entering.ts'
import { isAgeRecipient } from '../../../platform/files/age-keys.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { audited, change, lookUp } from '../../../platform/use-case.ts'
import { requirePatient } from '../../patients/patients.service.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import { queueRemoval } from '../hand-overs.queue.ts'
import { findHandOver, insertHandOver } from './hand-overs.sent.repository.ts'
import { type HandOverWish, type WrittenHandOver, writeHandOver } from './hand-overs.write.service.ts'

/** Puts a hand-over together and into the store, where it lies until it was fetched, for three days at most. */
const store = async (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
  wish: HandOverWish,
): Promise<WrittenHandOver & { readonly storageKey: string }> => {
  const { db, files, workDirectory } = dependencies
  const { practiceId } = actor
  const folder = path.join(workDirectory, `hand-over-${randomUUID()}`)
  const storageKey = `practice-${practiceId}/hand-overs/${randomUUID()}.age`
  await transaction(db.queries, installationScope, 'read write', (tx) =>
    queueRemoval(tx, practiceId, storageKey, 'ready'),
  )
  try {
    const written = await writeHandOver(dependencies, actor, folder, wish)
    if (written.size > mostHandOverBytes) throw new AppError('hand_over_too_large')
    await files.put(storageKey, { size: written.size, bytes: createReadStream(written.file) })
    return { ...written, storageKey }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Hands a file over: makes it for the key of whoever gets it. The file here stays as it is. Everything that goes into it is
 * of one moment, and it is noted in one transaction, after it is whole.
 */
export const makeHandOver = async (
  dependencies: HandOverDependencies,
  actor: PracticeActor,
  patientId: number,
  input: FileHandOverInput,
): Promise<HandOver> => {
  const { db, rateLimits } = dependencies
  const { practiceId, userId } = actor
  if (!isAgeRecipient(input.recipient)) throw invalidField('recipient', 'field_age_key')
  await rateLimits.take(['handOversMade', `user ${userId}`])
  await lookUp(db, actor, (tx) => requirePatient(tx, actor, patientId))
  // The paper in it is no answer to the Idempotency-Key of the call.
  const inside = { ...actor, call: { ...actor.call, idempotent: null } }
  const wish = { ...input, patientId, language: input.language ?? actor.language }
  const made = await store(dependencies, inside, wish)
  const noted = change(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const handOverId = await insertHandOver(tx, practiceId, { ...input, ...made, patientId, userId })
    const { records, files, sha256 } = made
    const detail = { records, files, sha256, ground: input.ground, keptBack: input.keptBack.length }
    return audited(
      { action: 'hand_over.make', patientId, subject: { type: 'hand_over', id: handOverId }, detail },
      await findHandOver(tx, { practiceId, handOverId }),
    )
  })
  return noted.catch(async (error: unknown) => {
    // Nothing names these bytes: the call was refused, or had been answered before.
    await dependencies.files.remove(made.storageKey)
    throw error
  })
}

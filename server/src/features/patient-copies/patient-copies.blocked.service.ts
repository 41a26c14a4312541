import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { DisclosureInput } from '@ulna/contract/patient-copies/patient-copies.blocked'
import { FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, lookUp } from '../../platform/use-case.ts'
import { requireBlockedFile } from '../erasures/erasures.service.ts'
import { type WrittenCopy, writeCopy } from './patient-copies.contents.service.ts'
import type { CopyDependencies } from './patient-copies.dependencies.ts'

/** Who reads a blocked file sees it, and nothing that is made on the way answers the call again. */
const seeing = (actor: PracticeActor): PracticeActor => ({
  ...actor,
  call: { ...actor.call, idempotent: null },
  seesBlocked: true,
})

const answerOf = (folder: string, id: number, { file, size }: WrittenCopy): FileAnswer => {
  const bytes = createReadStream(file)
  // It was made for one answer and lies nowhere else.
  bytes.once('close', () => void rm(folder, { recursive: true, force: true }))
  return new FileAnswer(bytes, 'application/zip', {
    'content-length': String(size),
    'content-disposition': `attachment; filename="ulna-blocked-${id}.zip"`,
  })
}

/**
 * A blocked file whole, nothing kept back, for whom the law still lets read it. It stays blocked, and who asked in which
 * matter is in the trail before a byte leaves; each reading takes a reason of its own.
 */
export const discloseBlocked = async (
  dependencies: CopyDependencies,
  given: PracticeActor,
  id: number,
  input: DisclosureInput,
): Promise<FileAnswer> => {
  const { db, rateLimits, workDirectory } = dependencies
  const actor = seeing(given)
  await rateLimits.take(['copiesMade', `user ${actor.userId}`])
  const { patientId } = await lookUp(db, actor, (tx) => requireBlockedFile(tx, actor, id))
  const folder = path.join(workDirectory, `disclosure-${randomUUID()}`)
  const { language, userId } = actor
  const wish = { language, userId, keptBack: [], given: null, withNames: true }
  const written = await writeCopy(dependencies, actor, { folder, patientId, wish })
  try {
    await change(db, actor, async (tx) => {
      await requireBlockedFile(tx, actor, id)
      const subject = { type: 'erasure', id }
      return audited({ action: 'erasure.disclose', patientId, subject, detail: { ...input } }, undefined)
    })
    return answerOf(folder, id, written)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

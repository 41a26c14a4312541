import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type {
  CopyInput,
  CopyPart,
  CopyRequestInput,
  HandOverInput,
  PatientCopy,
} from '@ulna/contract/patient-copies/patient-copies'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { refuseFutureDay } from '../../platform/database/database-clock.ts'
import { installationScope } from '../../platform/database/entering.ts'
import { answerText, type ListText, listText, type WireText } from '../../platform/database/wire.ts'
import { Answer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, lookUp, view } from '../../platform/use-case.ts'
import { wordsIn } from '../../platform/words.ts'
import { patientFileOf } from '../fhir/fhir.file.service.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { findAccountsOf } from './contents/patient-copies.accounts.ts'
import { partsIn } from './contents/patient-copies.parts.ts'
import { reservedIn } from './contents/patient-copies.reserved.service.ts'
import { writeCopy } from './patient-copies.contents.service.ts'
import type { CopyDependencies } from './patient-copies.dependencies.ts'
import { queueCopyRemoval } from './patient-copies.queue.ts'
import {
  type CopyState,
  countDueCopies,
  findCopies,
  findCopy,
  findCopyWire,
  findDueCopies,
  insertCopy,
  lockCopy,
  writeHandedOver,
  writeReady,
  writeWithdrawn,
} from './patient-copies.repository.ts'

export const subjectOf = (id: number) => ({ type: 'copy', id })

export const listCopies = (
  { db }: CopyDependencies,
  actor: PracticeActor,
  patientId: number,
): Promise<ListText<PatientCopy>> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const found = await findCopies(tx, actor.practiceId, patientId)
    return audited({ action: 'copy.list', patientId, detail: { count: found.total } }, listText(found))
  })

export const listDueCopies = (
  { db }: CopyDependencies,
  actor: PracticeActor,
): Promise<ListText<PatientCopy>> =>
  view(db, actor, async (tx) => {
    const found = await findDueCopies(tx, actor.practiceId)
    return audited({ action: 'copy.due_read', detail: { count: found.total } }, listText(found))
  })

/** How many copies wait, and until when the first: it says of whom nothing. */
export const countDue = (
  { db }: CopyDependencies,
  actor: PracticeActor,
): Promise<{ count: number; firstDueOn: string | null }> =>
  lookUp(db, actor, (tx) => countDueCopies(tx, actor.practiceId))

type Parts = Answer<CopyPart[], { total: number; limit: number; offset: number }>

/** What stands in a file and may be kept back from its copy, documents, files and visits one by one. */
export const listParts = (
  { db, classes }: CopyDependencies,
  actor: PracticeActor,
  patientId: number,
): Promise<Parts> =>
  view(db, actor, async (tx) => {
    const file = await patientFileOf(tx, actor, classes, patientId)
    const naming = {
      ...{ language: actor.language, timezone: actor.timezone, t: await wordsIn(actor.language) },
      reserved: await reservedIn(tx, actor.practiceId, classes, file.forms),
    }
    const parts = partsIn(file, await findAccountsOf(tx, actor, patientId), naming)
    const { length: total } = parts
    const answer = new Answer(parts, { total, limit: total, offset: 0 })
    return audited({ action: 'copy.parts', patientId, detail: { count: total } }, answer)
  })

/** Notes that a copy was asked for: the month to answer begins on the day it was. */
export const askForCopy = (
  { db }: CopyDependencies,
  actor: PracticeActor,
  patientId: number,
  input: CopyRequestInput,
): Promise<WireText<PatientCopy>> =>
  change(db, actor, async (tx) => {
    const { practiceId, userId } = actor
    await requirePatient(tx, actor, patientId)
    await refuseFutureDay(tx, actor, 'askedOn', input.askedOn)
    const copyId = await insertCopy(tx, practiceId, { ...input, patientId, userId })
    const detail = { askedBy: input.askedBy, identity: input.identity }
    return audited(
      { action: 'copy.ask', patientId, subject: subjectOf(copyId), detail },
      answerText(await findCopyWire(tx, { practiceId, copyId })),
    )
  })

/** A copy, which nobody else changes until the transaction ends; not_found for none. */
export const requireCopy = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  copyId: number,
): Promise<Authorized<CopyState>> => {
  const found = await lockCopy(tx, { practiceId, copyId })
  if (!found) throw new AppError('not_found')
  return authorized(found)
}

const refuseHandedOver = ({ state }: CopyState): void => {
  if (state === 'handed_over') throw new AppError('copy_handed_over')
}

/** Refuses a copy about which everything is said. */
const refuseOver = (copy: CopyState): void => {
  refuseHandedOver(copy)
  if (copy.state === 'withdrawn') throw new AppError('copy_withdrawn')
}

/** Puts a copy together and into the store, where it lies for two weeks. */
const store = async (
  dependencies: CopyDependencies,
  actor: PracticeActor,
  { practiceId, copyId, patientId }: CopyState,
  wish: CopyInput & { readonly language: PracticeActor['language'] },
) => {
  const { db, files, workDirectory } = dependencies
  const folder = path.join(workDirectory, `copy-${randomUUID()}`)
  const storageKey = `practice-${practiceId}/copies/${randomUUID()}.zip`
  await transaction(db.queries, installationScope, 'read write', (tx) =>
    queueCopyRemoval(tx, { practiceId, copyId }, storageKey),
  )
  try {
    const { file, ...written } = await writeCopy(dependencies, actor, {
      ...{ folder, patientId },
      wish: { ...wish, userId: actor.userId },
    })
    await files.put(storageKey, { size: written.size, bytes: createReadStream(file) })
    return { ...written, storageKey }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a copy, without what is kept back. Everything but what goes into it is written in one transaction, after it is whole. */
export const makeCopy = async (
  dependencies: CopyDependencies,
  actor: PracticeActor,
  copyId: number,
  input: CopyInput,
): Promise<WireText<PatientCopy>> => {
  const { db, rateLimits } = dependencies
  await rateLimits.take(['copiesMade', `user ${actor.userId}`])
  const wish = { ...input, language: input.language ?? actor.language }
  const { practiceId, userId } = actor
  const asked = await lookUp(db, actor, (tx) => findCopy(tx, { practiceId, copyId }))
  if (!asked) throw new AppError('not_found')
  refuseOver(asked)
  await lookUp(db, actor, (tx) => requirePatient(tx, actor, asked.patientId))
  // The paper in it is no answer to the Idempotency-Key of the call.
  const inside = { ...actor, call: { ...actor.call, idempotent: null } }
  const { files, ...made } = await store(dependencies, inside, asked, wish)
  const written = change(db, actor, async (tx) => {
    const copy = await requireCopy(tx, actor, copyId)
    refuseOver(copy)
    if (copy.storageKey !== null) await queueCopyRemoval(tx, copy, copy.storageKey, 0)
    await writeReady(tx, copy, { ...wish, ...made, userId })
    const detail = { files, keptBack: made.keptBack.length, withNames: wish.withNames }
    return audited(
      { action: 'copy.make', patientId: copy.patientId, subject: subjectOf(copyId), detail },
      answerText(await findCopyWire(tx, copy)),
    )
  })
  return written.catch(async (error: unknown) => {
    // Nothing names these bytes: the call was refused, or had been answered before.
    await dependencies.files.remove(made.storageKey)
    throw error
  })
}

/** Notes that a copy was handed over; what a link leads to goes on lying there until its time is over. */
export const handOverCopy = (
  { db }: CopyDependencies,
  actor: PracticeActor,
  copyId: number,
  input: HandOverInput,
): Promise<WireText<PatientCopy>> =>
  change(db, actor, async (tx) => {
    const copy = await requireCopy(tx, actor, copyId)
    refuseOver(copy)
    await writeHandedOver(tx, copy, input, actor.userId)
    const detail = { how: input.how, toSomebodyElse: Boolean(input.to) }
    return audited(
      { action: 'copy.hand_over', patientId: copy.patientId, subject: subjectOf(copyId), detail },
      answerText(await findCopyWire(tx, copy)),
    )
  })

/** Notes that a copy is wanted no more, with a reason. One that was withdrawn stays as it was withdrawn first. */
export const withdrawCopy = (
  { db }: CopyDependencies,
  actor: PracticeActor,
  copyId: number,
  reason: string,
): Promise<WireText<PatientCopy>> =>
  change(db, actor, async (tx) => {
    const copy = await requireCopy(tx, actor, copyId)
    const { patientId, storageKey } = copy
    refuseHandedOver(copy)
    const already = copy.state === 'withdrawn'
    if (!already) await writeWithdrawn(tx, copy, { reason, userId: actor.userId })
    if (storageKey !== null) await queueCopyRemoval(tx, copy, storageKey, 0)
    return audited(
      {
        action: 'copy.withdraw',
        patientId,
        subject: subjectOf(copyId),
        detail: already ? { already } : { reason },
      },
      answerText(await findCopyWire(tx, copy)),
    )
  })

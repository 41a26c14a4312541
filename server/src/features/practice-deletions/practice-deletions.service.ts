import type {
  ArrivalInput,
  DeletionInput,
  DeletionStand,
  Keeper,
  PracticeDeletion,
} from '@ulna/contract/practice-deletions/practice-deletions'
import { deletionDays } from '@ulna/contract/practice-deletions/practice-deletions.rules'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  type ListText,
  listText,
  parseJson,
  type WireText,
} from '../../platform/database/wire.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import { type PracticeActor, type SignedInActor, seeingBlocked } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import { noteArrival } from '../practice-moves/practice-moves.proof.service.ts'
import type { DeletionDependencies } from './practice-deletions.dependencies.ts'
import { findPeople } from './practice-deletions.people.repository.ts'
import { queueCarryingOut, queueNews, queueReminders } from './practice-deletions.queue.ts'
import {
  findCertificate,
  findDeletionsOf,
  findDeletionWire,
  findOpenDeletion,
  insertDeletion,
  lockDeletion,
  writeClosing,
  writeTakenBack,
} from './practice-deletions.repository.ts'
import { findPlace, findStand, missingIn } from './practice-deletions.stand.service.ts'

type Asking = Pick<DeletionDependencies, 'db'>

const standOf = async (tx: Tx, practiceId: number): Promise<DeletionStand> => {
  const open = await findOpenDeletion(tx, practiceId)
  const { archive, ...stand } = await findStand(tx, await findPlace(tx, practiceId))
  return {
    ...stand,
    archive,
    deletion: open ? parseJson(await findDeletionWire(tx, open.id)) : null,
    missing: missingIn({ ...stand, archive }, open?.keeper ?? null),
  }
}

/** What would go with the practice, what keeps it, and what is missing until it may. It says nothing of any patient. */
export const readStand = ({ db }: Asking, actor: PracticeActor): Promise<DeletionStand> =>
  lookUp(db, seeingBlocked(actor), (tx) => standOf(tx, actor.practiceId))

const signsOf = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** All of it or nothing; nothing will not do while anything keeps the files. */
const keeperOf = (
  kept: boolean,
  { keeperName, keeperAddress, keeperContact }: DeletionInput,
): Keeper | null => {
  const given = { keeperName, keeperAddress, keeperContact }
  if (!kept && Object.values(given).every((text) => !text)) return null
  const missing = Object.entries(given).filter(([, text]) => !text)
  if (missing.length > 0)
    throw new AppError('invalid_request', {
      fields: missing.map(([field]) => ({ field, message: 'field_required' })),
    })
  return { name: keeperName ?? '', address: keeperAddress ?? '', contact: keeperContact ?? '' }
}

const subjectOf = (id: number) => ({ type: 'practice_deletion', id })

const answerOf = async (tx: Tx, id: number): Promise<WireText<PracticeDeletion>> =>
  answerText(await findDeletionWire(tx, id))

/** Closes the practice. Refuses another name than its own, and none who keeps the files while anything keeps them. */
export const askDeletion = (
  { db }: Asking,
  actor: PracticeActor,
  input: DeletionInput,
): Promise<WireText<PracticeDeletion>> =>
  change(db, seeingBlocked(actor), async (tx) => {
    const { practiceId, userId, language } = actor
    const place = await findPlace(tx, practiceId)
    if (signsOf(input.name) !== signsOf(place.name)) throw invalidField('name', 'field_practice_name')
    const { kept } = await findStand(tx, place)
    const keeper = keeperOf(kept, input)
    const id = await insertDeletion(tx, {
      ...{ practiceId, askedBy: userId, language, keeper, days: deletionDays.grace },
    })
    const found = id === undefined ? undefined : await lockDeletion(tx, id)
    if (!found) throw new AppError('practice_closing')
    await writeClosing(tx, practiceId, true)
    await queueCarryingOut(tx, found.id, found.destroyAfter)
    await queueReminders(tx, found.id, found.destroyAfter)
    await queueNews(tx, found.id, 'closing', await findPeople(tx, practiceId, { owners: false }))
    const detail = { until: found.destroyAfter.toISOString(), keeper: keeper !== null }
    return audited(
      { action: 'practice.deletion_asked', subject: subjectOf(found.id), detail },
      await answerOf(tx, found.id),
    )
  })

/** The practice goes on as it was. */
export const takeDeletionBack = ({ db }: Asking, actor: PracticeActor): Promise<WireText<PracticeDeletion>> =>
  change(db, actor, async (tx) => {
    const { practiceId, userId } = actor
    const open = await findOpenDeletion(tx, practiceId)
    const found = open && (await lockDeletion(tx, open.id))
    if (found?.state !== 'closing') throw new AppError('deletion_not_now')
    await writeTakenBack(tx, authorized(found), userId)
    await writeClosing(tx, practiceId, false)
    await queueNews(tx, found.id, 'takenBack', await findPeople(tx, practiceId, { owners: false }))
    return audited(
      { action: 'practice.deletion_taken_back', subject: subjectOf(found.id) },
      await answerOf(tx, found.id),
    )
  })

/** Notes that an archive has arrived elsewhere. Refuses what the receiver of none of ours was shown. */
export const proveArrival = (
  { db }: Asking,
  actor: PracticeActor,
  proof: ArrivalInput,
): Promise<DeletionStand> =>
  change(db, seeingBlocked(actor), async (tx) => {
    if (!(await noteArrival(tx, actor.practiceId, proof))) throw invalidField('digest', 'field_archive_proof')
    return audited({ action: 'practice.deletion_arrival' }, await standOf(tx, actor.practiceId))
  })

/** Practices that were deleted while the caller owned them. */
export const listOwnDeletions = (db: Database, actor: SignedInActor): Promise<ListText<PracticeDeletion>> =>
  lookUp(db, actor, async (tx) => listText(await findDeletionsOf(tx, actor.userId)))

export const readCertificate = (db: Database, actor: SignedInActor, id: number): Promise<FileAnswer> =>
  lookUp(db, actor, async (tx) => {
    const found = await findCertificate(tx, id, actor.userId)
    if (!found) throw new AppError('not_found')
    return new FileAnswer(found.content, 'application/pdf', {
      'content-length': String(found.content.length),
      'content-disposition': `attachment; filename="ulna-${found.code}.pdf"`,
    })
  })

import {
  type EntriesRequestInput,
  type EntriesSignOffInput,
  entriesLifetimes,
  type PractitionerCopy,
} from '@ulna/contract/practitioner-copies/practitioner-copies'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import { enterScope, type Tx } from '../../platform/database/database.ts'
import { answerText, type ListText, listText, type WireText } from '../../platform/database/wire.ts'
import { sourceOf } from '../../platform/http/rate-limits.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import type { AnonymousActor, PracticeActor } from '../../platform/sessions/actor.ts'
import { writeOneTimeLink } from '../../platform/sessions/one-time-links.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import type { EntriesDependencies } from './practitioner-copies.dependencies.ts'
import { queueMaking, queueRemoval, queueWatch } from './practitioner-copies.queue.ts'
import {
  findEntries,
  findEntriesWire,
  followEntries,
  hasPractitioner,
  insertEntries,
  linkedEntries,
  lockEntries,
  type StoredEntries,
  writeDecision,
  writeRemoved,
} from './practitioner-copies.repository.ts'

const subjectOf = (id: number) => ({ type: 'entries', id })

const isOwner = ({ role }: PracticeActor): boolean => role === 'owner'

/** Copies that were asked for, newest first: everybody's for an owner, else one's own. It says nothing of any patient. */
export const listEntries = (db: Database, actor: PracticeActor): Promise<ListText<PractitionerCopy>> =>
  lookUp(db, actor, async (tx) =>
    listText(await findEntries(tx, actor.practiceId, isOwner(actor) ? null : actor.doctorId)),
  )

/** Asks for a copy of one's entries; an owner asks for anybody's, also of who left. */
export const askForEntries = async (
  { db, rateLimits }: EntriesDependencies,
  actor: PracticeActor,
  { doctorId: named, reason }: EntriesRequestInput,
): Promise<WireText<PractitionerCopy>> => {
  const doctorId = named ?? actor.doctorId
  if (doctorId !== actor.doctorId && !isOwner(actor)) throw new AppError('owner_role_required')
  await rateLimits.take(['entriesAsked', `user ${actor.userId}`])
  return change(db, actor, async (tx) => {
    const { practiceId, userId, language } = actor
    if (!(await hasPractitioner(tx, practiceId, doctorId))) throw new AppError('not_found')
    const id = await insertEntries(tx, practiceId, { doctorId, reason, userId, language })
    const answer = answerText(await findEntriesWire(tx, { practiceId, id }))
    return audited({ action: 'entries.ask', subject: subjectOf(id), detail: { doctor: doctorId } }, answer)
  })
}

/** A copy of this practice that the actor may do something with; not_found where it is another's. */
const requireEntries = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
): Promise<Authorized<StoredEntries>> => {
  const found = await lockEntries(tx, { practiceId: actor.practiceId, id })
  const isTheirs = found && (isOwner(actor) || found.doctorId === actor.doctorId)
  if (!isTheirs || found.state === 'removed') throw new AppError('not_found')
  return authorized(found)
}

const requireUndecided = ({ state }: StoredEntries): void => {
  if (state !== 'asked') throw new AppError('entries_decided')
}

/** Signs a copy off: it is made in the background. */
export const signOffEntries = (
  { db }: EntriesDependencies,
  actor: PracticeActor,
  id: number,
  input: EntriesSignOffInput,
): Promise<WireText<PractitionerCopy>> =>
  change(db, actor, async (tx) => {
    const found = await requireEntries(tx, actor, id)
    requireUndecided(found)
    await writeDecision(tx, found, { ...input, state: 'waiting', userId: actor.userId })
    await queueMaking(tx, found)
    await queueWatch(tx, found)
    const detail = { doctor: found.doctorId, withNames: input.withNames }
    return audited(
      { action: 'entries.sign_off', subject: subjectOf(id), detail },
      answerText(await findEntriesWire(tx, found)),
    )
  })

/** Refuses a copy; who asked reads why. */
export const refuseEntries = (
  { db }: EntriesDependencies,
  actor: PracticeActor,
  id: number,
  answer: string,
): Promise<WireText<PractitionerCopy>> =>
  change(db, actor, async (tx) => {
    const found = await requireEntries(tx, actor, id)
    requireUndecided(found)
    await writeDecision(tx, found, { answer, withNames: false, state: 'refused', userId: actor.userId })
    return audited(
      { action: 'entries.refuse', subject: subjectOf(id), detail: { doctor: found.doctorId } },
      answerText(await findEntriesWire(tx, found)),
    )
  })

/** A link to a ready copy that leads there once. Refuses with not_found what is none, or is not ready. */
export const linkToEntries = (
  { db, links }: EntriesDependencies,
  actor: PracticeActor,
  id: number,
): Promise<{ url: string; until: string }> =>
  change(db, actor, async (tx) => {
    const found = await requireEntries(tx, actor, id)
    if (found.state !== 'ready') throw new AppError('not_found')
    const wish = { userId: actor.userId, minutes: entriesLifetimes.linkMinutes }
    const { number, until } = await writeOneTimeLink(tx, linkedEntries, found, wish)
    const token = links.sign('entries', [actor.practiceId, id, number])
    return audited(
      { action: 'entries.link', subject: subjectOf(id) },
      { url: `/api/entries/file/${token}`, until },
    )
  })

/** Takes a request back, or removes a copy; one that is being made ends unfinished. */
export const removeEntries = (
  { db }: EntriesDependencies,
  actor: PracticeActor,
  id: number,
): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const found = await requireEntries(tx, actor, id)
    await writeRemoved(tx, found)
    if (found.storageKey !== null) await queueRemoval(tx, found.storageKey)
    return audited({ action: 'entries.remove', subject: subjectOf(id) }, { id })
  })

/** The copy that a link leads to. The link ends with it, however the download ends. */
export const downloadEntries = async (
  { db, files, links, rateLimits }: EntriesDependencies,
  actor: AnonymousActor,
  token: string,
): Promise<FileAnswer> => {
  await rateLimits.take(['linksFromSource', sourceOf(actor.call.ip)])
  const [practiceId, id, number] = links.read('entries', token) ?? []
  if (practiceId === undefined || id === undefined || number === undefined) throw new AppError('not_found')
  const followed = await change(db, actor, async (tx) => {
    await enterScope(tx, { practiceId, userId: 0 })
    const found = await followEntries(tx, { practiceId, id, number })
    if (!found) throw new AppError('not_found')
    const detail = { linkOf: found.userId }
    return audited({ action: 'entries.fetch', practiceId, subject: subjectOf(id), detail }, found)
  })
  const { size, bytes } = await files.open(followed.storageKey)
  return new FileAnswer(bytes, 'application/zip', {
    'content-length': String(size),
    'content-disposition': `attachment; filename="ulna-entries-${id}.zip"`,
  })
}

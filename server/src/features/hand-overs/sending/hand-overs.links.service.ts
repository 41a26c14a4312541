import type { HandOver } from '@ulna/contract/hand-overs/hand-overs'
import { handOverLifetimes } from '@ulna/contract/hand-overs/hand-overs'
import { AppError } from '../../../platform/app-error.ts'
import { enterScope } from '../../../platform/database/database.ts'
import { jsonOf, type ListText, listText } from '../../../platform/database/wire.ts'
import { sourceOf } from '../../../platform/http/rate-limits.ts'
import { FileAnswer } from '../../../platform/http/route.ts'
import type { AnonymousActor, PracticeActor } from '../../../platform/sessions/actor.ts'
import { writeOneTimeLink } from '../../../platform/sessions/one-time-links.ts'
import { audited, change, view } from '../../../platform/use-case.ts'
import { requirePatient } from '../../patients/patients.service.ts'
import type { HandOverDependencies } from '../hand-overs.dependencies.ts'
import { queueRemoval } from '../hand-overs.queue.ts'
import { findHandOvers, followLink, linkedHandOvers, lockHandOver } from './hand-overs.sent.repository.ts'

/** To whom a file was handed over, newest first. */
export const listHandOvers = (
  { db }: HandOverDependencies,
  actor: PracticeActor,
  patientId: number,
): Promise<ListText<HandOver>> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const found = await findHandOvers(tx, actor.practiceId, patientId)
    const detail = { count: found.length }
    return audited(
      { action: 'hand_over.list', patientId, detail },
      listText<HandOver>({ rows: jsonOf(found), total: found.length }),
    )
  })

/** A link to what was made, for who is signed in: it leads there once. not_found for what is gone. */
export const linkToHandOver = (
  { db, links }: HandOverDependencies,
  actor: PracticeActor,
  handOverId: number,
): Promise<{ url: string; until: string }> =>
  change(db, actor, async (tx) => {
    const { practiceId, userId } = actor
    const found = await lockHandOver(tx, { practiceId, handOverId })
    if (!found || found.storageKey === null) throw new AppError('not_found')
    const key = { practiceId: found.practiceId, id: found.handOverId }
    const wish = { userId, minutes: handOverLifetimes.linkMinutes }
    const { number, until } = await writeOneTimeLink(tx, linkedHandOvers, key, wish)
    const url = `/api/handOvers/file/${links.sign('hand_over', [practiceId, handOverId, number])}`
    const subject = { type: 'hand_over', id: handOverId }
    return audited({ action: 'hand_over.link', patientId: found.patientId, subject }, { url, until })
  })

/** The file that a link leads to. The link ends with it, and the bytes are removed from here, however the download ends. */
export const downloadHandOver = async (
  { db, files, links, rateLimits }: HandOverDependencies,
  actor: AnonymousActor,
  token: string,
): Promise<FileAnswer> => {
  await rateLimits.take(['linksFromSource', sourceOf(actor.call.ip)])
  const [practiceId, handOverId, number] = links.read('hand_over', token) ?? []
  if (practiceId === undefined || handOverId === undefined || number === undefined)
    throw new AppError('not_found')
  const { storageKey, size } = await change(db, actor, async (tx) => {
    await enterScope(tx, { practiceId, userId: 0 })
    const found = await followLink(tx, { practiceId, handOverId, number })
    if (!found) throw new AppError('not_found')
    await queueRemoval(tx, practiceId, found.storageKey, 'fetched')
    const subject = { type: 'hand_over', id: handOverId }
    return audited({ action: 'hand_over.fetch', practiceId, patientId: found.patientId, subject }, found)
  })
  const { bytes } = await files.open(storageKey)
  return new FileAnswer(bytes, 'application/octet-stream', {
    'content-length': String(size),
    'content-disposition': `attachment; filename="${handOverId}.ulna-handover.age"`,
  })
}

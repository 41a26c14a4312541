import { exportLifetimes, type PracticeExport } from '@ulna/contract/practice-moves/practice-moves'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { authorized } from '../../platform/authorized.ts'
import { enterScope, type Tx, transaction } from '../../platform/database/database.ts'
import { answerText, type ListText, listText, type WireText } from '../../platform/database/wire.ts'
import { isAgeRecipient } from '../../platform/files/age-keys.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type RateLimits, sourceOf } from '../../platform/http/rate-limits.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import type { AnonymousActor, PracticeActor } from '../../platform/sessions/actor.ts'
import type { LinkTokens } from '../../platform/sessions/link-tokens.ts'
import { writeOneTimeLink } from '../../platform/sessions/one-time-links.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import { spendingOf } from './practice-moves.exports.allowance.ts'
import {
  queueArchiveRemoval,
  queueExpiry,
  queueExport,
  queueExportWatch,
} from './practice-moves.exports.queue.ts'
import {
  type ExportState,
  findExports,
  findExportWire,
  followLink,
  insertExport,
  linkedExports,
  lockExport,
  noteFetched,
  writeRemoved,
} from './practice-moves.exports.repository.ts'

export interface ExportDependencies {
  readonly db: Database
  readonly files: FileStore
  readonly links: LinkTokens
  readonly rateLimits: RateLimits
  /** Hears what could not be noted. */
  readonly warn: (error: unknown) => void
}

/** The archives that were asked for, newest first. It says nothing of any patient. */
export const listExports = (db: Database, actor: PracticeActor): Promise<ListText<PracticeExport>> =>
  lookUp(db, actor, async (tx) => listText(await findExports(tx, actor.practiceId)))

/** field_age_key for what nothing can be encrypted for. */
const requireAgeKey = (recipient: string): void => {
  if (!isAgeRecipient(recipient)) throw invalidField('recipient', 'field_age_key')
}

const subjectOf = (id: number) => ({ type: 'export', id })

/** Asks for an archive of everything the practice has; it is made in the background. One a day may become ready. */
export const beginExport = async (
  { db, rateLimits }: ExportDependencies,
  actor: PracticeActor,
  recipient: string | null,
): Promise<WireText<PracticeExport>> => {
  const { practiceId, userId } = actor
  if (recipient !== null) requireAgeKey(recipient)
  await rateLimits.take(spendingOf(practiceId))
  return change(db, actor, async (tx) => {
    const exportId = await insertExport(tx, practiceId, { recipient, userId })
    const key = { practiceId, exportId }
    await queueExport(tx, key)
    await queueExportWatch(tx, key)
    await queueExpiry(tx, key)
    const answer = answerText(await findExportWire(tx, key))
    const detail = { encrypted: recipient !== null }
    return audited({ action: 'practice.export_asked', subject: subjectOf(exportId), detail }, answer)
  }).catch(async (error: unknown) => {
    await rateLimits.giveBack(spendingOf(practiceId))
    throw error
  })
}

const requireExport = async (
  tx: Tx,
  { practiceId }: PracticeActor,
  exportId: number,
): Promise<ExportState> => {
  const found = await lockExport(tx, { practiceId, exportId })
  if (!found || found.state === 'removed') throw new AppError('not_found')
  return found
}

/** A link to a ready archive that leads there once. Refuses with not_found what is none, or is not ready. */
export const linkToExport = (
  { db, links }: ExportDependencies,
  actor: PracticeActor,
  exportId: number,
): Promise<{ url: string; until: string }> =>
  change(db, actor, async (tx) => {
    const found = await requireExport(tx, actor, exportId)
    if (found.state !== 'ready') throw new AppError('not_found')
    const key = { practiceId: actor.practiceId, id: exportId }
    const wish = { userId: actor.userId, minutes: exportLifetimes.linkMinutes }
    const { number, until } = await writeOneTimeLink(tx, linkedExports, key, wish)
    const token = links.sign('practice_export', [actor.practiceId, exportId, number])
    const answer = { url: `/api/practice/export/file/${token}`, until }
    return audited({ action: 'practice.export_link', subject: subjectOf(exportId) }, answer)
  })

/** Removes an archive; one that is being made ends unfinished. */
export const removeExport = (
  { db }: ExportDependencies,
  actor: PracticeActor,
  exportId: number,
): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const found = await requireExport(tx, actor, exportId)
    await writeRemoved(tx, authorized(found))
    if (found.storageKey !== null) await queueArchiveRemoval(tx, found.storageKey)
    return audited({ action: 'practice.export_remove', subject: subjectOf(exportId) }, { id: exportId })
  })

/** The archive that a link leads to. The link ends with it, however the download ends. */
export const downloadExport = async (
  { db, files, links, rateLimits, warn }: ExportDependencies,
  actor: AnonymousActor,
  token: string,
): Promise<FileAnswer> => {
  await rateLimits.take(['linksFromSource', sourceOf(actor.call.ip)])
  const [practiceId, exportId, number] = links.read('practice_export', token) ?? []
  if (practiceId === undefined || exportId === undefined || number === undefined)
    throw new AppError('not_found')
  const followed = await change(db, actor, async (tx) => {
    await enterScope(tx, { practiceId, userId: 0 })
    const found = await followLink(tx, { practiceId, exportId, number })
    if (!found) throw new AppError('not_found')
    const detail = { linkOf: found.userId }
    return audited(
      { action: 'practice.export_fetch', practiceId, subject: subjectOf(exportId), detail },
      found,
    )
  })
  const { size, bytes } = await files.open(followed.storageKey)
  // Whoever deletes the practice behind it must have had all of it.
  const onSent = (): void => {
    transaction(db.queries, { practiceId, userId: 0 }, 'read write', (tx) =>
      noteFetched(tx, { practiceId, exportId }),
    ).catch(warn)
  }
  const [type, ending] = followed.encrypted
    ? ['application/octet-stream', '.zip.age']
    : ['application/zip', '.zip']
  const headers = {
    'content-length': String(size),
    'content-disposition': `attachment; filename="ulna-${practiceId}-${exportId}${ending}"`,
  }
  return new FileAnswer(bytes, type, headers, { onSent })
}

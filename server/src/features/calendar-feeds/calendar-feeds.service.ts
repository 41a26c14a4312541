import { type CalendarFeed, type FeedNames, feedDays } from '@ulna/contract/calendar-feeds/calendar-feeds'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import { enterScope, type Tx } from '../../platform/database/database.ts'
import { type CalendarEvent, calendarFile, calendarType } from '../../platform/files/calendar-file.ts'
import { type RateLimits, sourceOf } from '../../platform/http/rate-limits.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import { calendarText } from '../../platform/mail/mail-texts.ts'
import type { AnonymousActor, PracticeActor } from '../../platform/sessions/actor.ts'
import { requirePracticeAccess } from '../../platform/sessions/practice-access.ts'
import { readConfigurations } from '../../platform/stored-configurations.ts'
import { newToken, tokenHash } from '../../platform/tokens.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import {
  deleteFeed,
  type FeedEntry,
  findEntries,
  findFeed,
  findOpenFeed,
  noteReading,
  type OpenFeed,
  replaceFeed,
} from './calendar-feeds.repository.ts'

export interface FeedDependencies {
  readonly db: Database
  readonly rateLimits: RateLimits
  readonly appUrl: () => string
}

export const readOwnFeed = (db: Database, actor: PracticeActor): Promise<CalendarFeed> =>
  lookUp(db, actor, (tx) => findFeed(tx, actor.practiceId, actor.doctorId))

/** Makes the caller's calendar address, in place of a former one, and tells it this once: only its hash is kept. */
export const createFeed = (
  { db, appUrl }: Pick<FeedDependencies, 'db' | 'appUrl'>,
  actor: PracticeActor,
  names: FeedNames,
): Promise<CalendarFeed & { url: string }> =>
  change(db, actor, async (tx) => {
    const { practiceId, doctorId } = actor
    const secret = newToken()
    const id = await replaceFeed(tx, practiceId, { doctorId, tokenHash: tokenHash(secret), names })
    if (id === undefined) throw new AppError('practice_required')
    // The practice is in the address: row-level security shows no feed before it is known.
    const url = `${appUrl()}/api/calendar/feed/${practiceId}.${secret}`
    const subject = { type: 'calendar_feed', id }
    return audited(
      { action: 'feed.create', subject, detail: { names } },
      { ...(await findFeed(tx, practiceId, doctorId)), url },
    )
  })

/** Ends the caller's calendar address; without one there is nothing to end. */
export const revokeFeed = (db: Database, actor: PracticeActor): Promise<CalendarFeed> =>
  change(db, actor, async (tx) => {
    await deleteFeed(tx, actor.practiceId, actor.doctorId)
    return audited({ action: 'feed.revoke' }, await findFeed(tx, actor.practiceId, actor.doctorId))
  })

/** Somebody leaves the practice, in the transaction that says so: their address does not open again if they come back. */
export const endFeedOf = (tx: Tx, practiceId: number, doctorId: number): Promise<void> =>
  deleteFeed(tx, practiceId, doctorId)

/** Practice and hash of the secret in an address; undefined for what is none of ours. */
const readToken = (token: string): { practiceId: number; hash: Buffer } | undefined => {
  const [, practice, secret] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (practice === undefined || secret === undefined) return undefined
  return { practiceId: Number(practice), hash: tokenHash(secret) }
}

const summaryOf = ({ names, language }: OpenFeed, { initials }: FeedEntry): string =>
  names === 'initials' && initials !== null
    ? calendarText(language, 'visitWith', { initials })
    : calendarText(language, 'visit', {})

/** Nothing that anybody typed about a patient: no title, no note, no name. */
const eventOf = (feed: OpenFeed, entry: FeedEntry): CalendarEvent => ({
  uid: entry.uid,
  sequence: entry.version,
  changedAt: entry.changedAt,
  start: entry.start,
  end: entry.end,
  summary: summaryOf(feed, entry),
})

interface Reading {
  readonly feed: OpenFeed
  readonly entries: readonly FeedEntry[]
}

/** A feed is read by nobody whom the practice would not let in as its practitioner, from there and then. */
const requireAdmission = (feed: OpenFeed, { call }: AnonymousActor): Authorized<OpenFeed> => {
  const { timezone, role, email } = feed
  const configurations = readConfigurations(feed.configurations)
  requirePracticeAccess({ configurations, timezone }, { call, role, email })
  return authorized(feed)
}

const readFeed = (db: Database, actor: AnonymousActor, token: string): Promise<Reading> =>
  change(db, actor, async (tx) => {
    const address = readToken(token)
    if (!address) throw new AppError('not_found')
    const { practiceId, hash } = address
    await enterScope(tx, { practiceId, userId: 0 })
    const found = await findOpenFeed(tx, practiceId, hash)
    if (!found) throw new AppError('not_found')
    const feed = requireAdmission(found, actor)
    const entries = await findEntries(tx, practiceId, feed.doctorId, feedDays)
    await noteReading(tx, practiceId, feed)
    const subject = { type: 'calendar_feed', id: feed.id }
    return audited(
      { action: 'feed.read', practiceId, subject, detail: { count: entries.length } },
      { feed, entries },
    )
  })

/** Whoever knows an address does not guess it, also where the rules of the practice keep it shut. */
const isGuess = (error: unknown): boolean => error instanceof AppError && error.key === 'not_found'

/**
 * The agenda behind a calendar address. Refuses with not_found what is no address, one that was ended or replaced and
 * that of somebody who left the practice, all alike, with the key of the access rule of the practice that keeps its
 * practitioner out from there and then, and with rate_limited.
 */
export const openFeed = async (
  { db, rateLimits }: Pick<FeedDependencies, 'db' | 'rateLimits'>,
  actor: AnonymousActor,
  token: string,
): Promise<FileAnswer> => {
  const guess = ['unknownFeedsFromSource', sourceOf(actor.call.ip)] as const
  await rateLimits.take(guess, ['feedReadings', token])
  const { feed, entries } = await readFeed(db, actor, token).catch(async (error: unknown) => {
    if (!isGuess(error)) await rateLimits.giveBack(guess)
    throw error
  })
  await rateLimits.giveBack(guess)
  const text = calendarFile({
    zone: feed.timezone,
    name: feed.practice,
    events: entries.map((entry) => eventOf(feed, entry)),
    published: false,
  })
  return new FileAnswer(Buffer.from(text), calendarType, {
    'content-disposition': 'attachment; filename="ulna.ics"',
    // The tag is of the text, not of its bytes: those are others when they travel compressed.
    etag: `W/"${tokenHash(text).toString('base64url')}"`,
    // The program may keep what it shows anyway, and asks each time whether that still stands.
    'cache-control': 'private, no-cache',
  })
}

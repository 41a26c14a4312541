import type { CalendarFeed, FeedNames } from '@ulna/contract/calendar-feeds/calendar-feeds'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'

const noFeed: CalendarFeed = { exists: false, names: null, createdAt: null, lastReadAt: null }

/** The feed of a practitioner, as far as it can be told again. */
export const findFeed = async (tx: Tx, practiceId: number, doctorId: number): Promise<CalendarFeed> => {
  const { rows } = await sql<CalendarFeed>`
    select true as exists, names, iso(created_at) as "createdAt", iso(last_read_at) as "lastReadAt"
    from calendar_feeds where practice_id = ${practiceId} and doctor_id = ${doctorId}`.execute(tx)
  return rows[0] ?? noFeed
}

/** Whether a practitioner is a member, and stays one until the transaction ends. */
const holdMember = async (tx: Tx, practiceId: number, doctorId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from memberships where practice_id = ${practiceId} and doctor_id = ${doctorId} and ended_at is null
    for share`.execute(tx)
  return rows.length > 0
}

/**
 * Stores the feed of a practitioner in place of a former one; answers its number, undefined when they are no member any
 * more. The membership is locked, so whoever ends it at the same moment finds the feed that ends with it.
 */
export const replaceFeed = async (
  tx: Tx,
  practiceId: number,
  feed: { readonly doctorId: number; readonly tokenHash: Buffer; readonly names: FeedNames },
): Promise<number | undefined> => {
  if (!(await holdMember(tx, practiceId, feed.doctorId))) return undefined
  const { rows } = await sql<{ id: number }>`
    insert into calendar_feeds (practice_id, doctor_id, token_hash, names)
    values (${practiceId}, ${feed.doctorId}, ${feed.tokenHash}, ${feed.names})
    on conflict (practice_id, doctor_id) do update
      set token_hash = excluded.token_hash, names = excluded.names, created_at = excluded.created_at,
        last_read_at = null
    returning id`.execute(tx)
  return rows[0]?.id
}

export const deleteFeed = async (tx: Tx, practiceId: number, doctorId: number): Promise<void> => {
  await tx
    .deleteFrom('calendar_feeds')
    .where('practice_id', '=', practiceId)
    .where('doctor_id', '=', doctorId)
    .execute()
}

/** A feed that may be read, and how. */
export interface OpenFeed {
  readonly id: number
  readonly doctorId: number
  readonly names: FeedNames
  readonly practice: string
  readonly timezone: string
  readonly language: Language
  /** Role of the practitioner. */
  readonly role: Role
  readonly email: string
  /** Configurations of the practice, as they are stored. */
  readonly configurations: string
}

/** The feed of an address whose practitioner is a member still; undefined for any other. */
export const findOpenFeed = async (
  tx: Tx,
  practiceId: number,
  tokenHash: Buffer,
): Promise<OpenFeed | undefined> => {
  const { rows } = await sql<OpenFeed>`
    select f.id, f.doctor_id as "doctorId", f.names, r.name as practice, r.timezone, u.language,
      m.role, u.email, r.configurations::text as configurations
    from calendar_feeds f
    join memberships m on m.practice_id = ${practiceId} and m.doctor_id = f.doctor_id and m.ended_at is null
    join users u on u.id = m.user_id and u.disabled_at is null
    join practices r on r.id = f.practice_id
    where f.practice_id = ${practiceId} and f.token_hash = ${tokenHash}`.execute(tx)
  return rows[0]
}

/** Notes that a feed was read, once an hour at most. */
export const noteReading = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<OpenFeed>,
): Promise<void> => {
  await sql`update calendar_feeds set last_read_at = now()
    where practice_id = ${practiceId} and id = ${id}
      and (last_read_at is null or last_read_at < now() - interval '1 hour')`.execute(tx)
}

/** What a feed may tell of an appointment. */
export interface FeedEntry {
  readonly uid: string
  readonly version: number
  readonly changedAt: Date
  readonly start: Date
  readonly end: Date
  /** Initials of the patient; null where there is none. */
  readonly initials: string | null
}

export const findEntries = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  days: { readonly back: number; readonly ahead: number },
): Promise<readonly FeedEntry[]> => {
  const { rows } = await sql<FeedEntry>`
    select a.uid, a.version, coalesce(a.updated_at, a.created_at) as "changedAt", a.start_at as start, a.end_at as end,
      upper(left(p.first_name, 1) || left(p.last_name, 1)) as initials
    from appointments a left join patients p on p.practice_id = ${practiceId} and p.id = a.patient_id
    where a.practice_id = ${practiceId} and a.doctor_id = ${doctorId} and a.status <> 'cancelled'
      and a.start_at > now() - make_interval(days => ${days.back}::int)
      and a.start_at < now() + make_interval(days => ${days.ahead}::int)
    order by a.start_at, a.id`.execute(tx)
  return rows
}

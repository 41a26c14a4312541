import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { letterTo, type PracticeOwner } from '../../../platform/sessions/practice-owners.ts'
import { openings, quietHours, type ReadCounts } from './audit.mass-reading.rules.ts'

export interface Reader {
  readonly practiceId: number
  readonly userId: number
}

/** One at a time looks at what somebody reads. */
export const lockReader = async (tx: Tx, { practiceId, userId }: Reader): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mass reading ${practiceId} ${userId}`}, 7))`.execute(
    tx,
  )
}

/** What somebody read in the last day, by the clock of the database. */
export const countReads = async (tx: Tx, { practiceId, userId }: Reader): Promise<ReadCounts> => {
  const { rows } = await sql<ReadCounts>`
    with read as materialized (
      select action, patient_id, at, detail from audit_events
      where practice_id = ${practiceId} and at > now() - interval '24 hours' and user_id = ${userId}
        and practice_key_id is null and action = any(${[...openings, 'patient.list']})
    ), page as (
      select max((detail::json ->> 'rows')::int) as rows from read where action = 'patient.list'
      group by detail::json ->> 'offset', detail::json ->> 'archived'
    )
    select
      count(distinct patient_id) filter (where action <> 'patient.list' and at > now() - interval '1 hour')::int as "filesInHour",
      count(distinct patient_id) filter (where action <> 'patient.list')::int as "filesInDay",
      (select coalesce(sum(rows), 0)::int from page) as listed
    from read`.execute(tx)
  return rows[0] ?? { filesInHour: 0, filesInDay: 0, listed: 0 }
}

/** Whether owners were told of them a while ago. */
export const wasTold = async (tx: Tx, { practiceId, userId }: Reader): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from audit_events
    where practice_id = ${practiceId} and action = 'audit.mass_reading' and subject_id = ${userId}
      and at > now() - make_interval(hours => ${quietHours})
    limit 1`.execute(tx)
  return rows.length > 0
}

/** What a mail to an owner about somebody's reading says. */
export interface ReadingLetter extends PracticeOwner {
  readonly member: string
}

/** Finds what to write to an owner; undefined once they are none any more, or cannot sign in. */
export const findReadingLetter = (
  tx: Tx,
  { practiceId, userId }: Reader,
  ownerId: number,
): Promise<ReadingLetter | undefined> =>
  letterTo(
    tx,
    [practiceId, ownerId],
    sql<Omit<ReadingLetter, keyof PracticeOwner>>`
      select coalesce(d.full_name, u.first_name || ' ' || u.last_name) as member
      from users u left join doctors d on d.practice_id = ${practiceId} and d.user_id = u.id
      where u.id = ${userId}`.execute(tx),
  )

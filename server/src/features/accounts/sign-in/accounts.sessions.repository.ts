import type { OwnSession } from '@ulna/contract/accounts/accounts.security'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { sessionLimits } from '../../../platform/sessions/sessions.ts'

const isOpen = sql`
  s.ended_at is null and s.expires_at > now()
  and (s.remember or s.last_seen_at > now() - make_interval(hours => ${sql.lit(sessionLimits.idleHours)}))`

/** The open sessions of a person, newest use first. */
export const findOpenSessions = async (tx: Tx, userId: number, currentId: number): Promise<OwnSession[]> => {
  const { rows } = await sql<OwnSession>`
    select s.id, s.id = ${currentId} as current, s.remember, iso(s.created_at) as "createdAt",
      iso(greatest(s.last_seen_at, s.refreshed_at)) as "lastSeenAt", s.user_agent as "userAgent", s.ip,
      p.name as "practiceName"
    from sessions s
    left join memberships m on m.practice_id = s.practice_id and m.user_id = s.user_id and m.ended_at is null
    left join practices p on p.id = m.practice_id
    where s.user_id = ${userId} and ${isOpen}
    order by greatest(s.last_seen_at, s.refreshed_at) desc, s.id desc`.execute(tx)
  return rows
}

/** Ends one open session of a person; false when they have none of that id. */
export const endOwnSession = async (tx: Tx, userId: number, id: number): Promise<boolean> => {
  const { rows } = await sql`
    update sessions s set ended_at = now() where s.id = ${id} and s.user_id = ${userId} and ${isOpen}
    returning 1`.execute(tx)
  return rows.length === 1
}

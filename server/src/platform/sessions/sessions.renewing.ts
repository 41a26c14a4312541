import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { newToken, tokenHash } from '../tokens.ts'
import { addAccessToken, endSession, type FreshTokens, sessionLimits } from './sessions.ts'

interface RefreshRow {
  readonly id: number
  readonly user_id: number
  readonly remember: boolean
  readonly current: boolean
  readonly ended: boolean
  readonly expired: boolean
  readonly in_grace: boolean
}

const lockByRefreshToken = async (tx: Tx, hash: Buffer): Promise<RefreshRow | undefined> => {
  const { rows } = await sql<RefreshRow>`
    select s.id, s.user_id, s.remember, s.refresh_hash = ${hash} as current,
      s.ended_at is not null or u.disabled_at is not null as ended,
      s.expires_at <= now()
        or (not s.remember and s.last_seen_at <= now() - make_interval(hours => ${sessionLimits.idleHours})) as expired,
      s.refreshed_at > now() - make_interval(secs => ${sessionLimits.refreshGraceSeconds}) as in_grace
    from sessions s join users u on u.id = s.user_id
    where s.refresh_hash = ${hash} or s.previous_refresh_hash = ${hash}
    for update of s`.execute(tx)
  return rows[0]
}

/** A token from further back, which only a copy of the cookie still has: whoever renewed the session since, it ends. */
const endSpentSession = async (tx: Tx, hash: Buffer): Promise<'session_invalid'> => {
  await sql`update sessions set ended_at = now() where ended_at is null
    and id = (select session_id from spent_refresh_tokens where hash = ${hash})`.execute(tx)
  return 'session_invalid'
}

export type Refreshed = FreshTokens | 'token_expired' | 'session_invalid'

/**
 * A new Bearer token for the refresh token of the cookie, which is replaced. A replaced token that comes back after
 * the grace time was stolen or copied: the session ends. Only what an active person does puts off the idle limit.
 */
export const refreshSession = async (tx: Tx, refreshToken: string, active: boolean): Promise<Refreshed> => {
  const hash = tokenHash(refreshToken)
  const row = await lockByRefreshToken(tx, hash)
  if (!row) return endSpentSession(tx, hash)
  if (row.ended) return 'session_invalid'
  if (row.expired) return 'token_expired'
  if (!row.current && !row.in_grace) {
    await endSession(tx, row.id)
    return 'session_invalid'
  }
  const next = row.current ? newToken() : null
  if (next !== null) {
    await sql`insert into spent_refresh_tokens (hash, session_id)
      select previous_refresh_hash, id from sessions where id = ${row.id} and previous_refresh_hash is not null`.execute(
      tx,
    )
    await sql`update sessions set refresh_hash = ${tokenHash(next)}, previous_refresh_hash = ${hash},
      refreshed_at = now() where id = ${row.id}`.execute(tx)
    await sql`delete from access_tokens where session_id = ${row.id} and expires_at <= now()`.execute(tx)
  }
  if (active) await sql`update sessions set last_seen_at = now() where id = ${row.id}`.execute(tx)
  const access = await addAccessToken(tx, row.id)
  return {
    sessionId: row.id,
    userId: row.user_id,
    remember: row.remember,
    accessToken: access.token,
    accessExpiresAt: access.expiresAt,
    refreshToken: next,
  }
}

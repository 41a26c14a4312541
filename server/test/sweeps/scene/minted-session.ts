import { sql } from 'kysely'
import { newToken, tokenHash } from '../../../src/platform/tokens.ts'
import type { TestApp } from '../../build-test-app.ts'

export interface SessionWish {
  readonly userId: number
  /** The practice the session works in; null when none is chosen. */
  readonly practiceId: number | null
  readonly ended?: boolean
  readonly expired?: boolean
  /** Identity was proven too long ago for what asks for a fresh proof. */
  readonly stale?: boolean
}

/** A Bearer token written behind the API: a session that no earlier call has touched, without the price of a password. */
export const mintToken = async (app: TestApp, wish: SessionWish): Promise<string> => {
  const token = newToken()
  const end = wish.ended === true ? sql`now()` : sql`null`
  const minutes = wish.expired === true ? -1 : 15
  const proven = wish.stale === true ? sql`now() - interval '6 minutes'` : sql`now()`
  await sql`
    with opened as (
      insert into sessions (user_id, practice_id, remember, refresh_hash, expires_at, ended_at, authenticated_at)
      values (${wish.userId}, ${wish.practiceId}, false, ${tokenHash(newToken())}, now() + interval '1 day', ${end}, ${proven})
      returning id
    )
    insert into access_tokens (hash, session_id, expires_at)
    select ${tokenHash(token)}, id, now() + make_interval(mins => ${minutes}) from opened`.execute(
    app.owner.queries,
  )
  return token
}

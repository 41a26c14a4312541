import { freshMinutes, handOverMinutes } from '@ulna/contract/http/endpoint'
import { sql } from 'kysely'
import type { Queries, Tx } from '../database/database.ts'
import { newToken, tokenHash } from '../tokens.ts'
import type { Call } from './actor.ts'

/** Lifetimes (product-decisions.md §3): minutes of a Bearer token, hours without use, days in all. */
export const sessionLimits = {
  accessMinutes: 15,
  idleHours: 12,
  absoluteDays: 7,
  rememberDays: 30,
  /** Two tabs may use the same refresh token within this many seconds. */
  refreshGraceSeconds: 60,
} as const

export interface FreshTokens {
  readonly sessionId: number
  readonly userId: number
  readonly remember: boolean
  readonly accessToken: string
  readonly accessExpiresAt: string
  /** Token for the cookie; null when the cookie stays as it is. */
  readonly refreshToken: string | null
}

/** Another Bearer token for a session; those it has stay good. */
export const addAccessToken = async (
  queries: Queries,
  sessionId: number,
): Promise<{ token: string; expiresAt: string }> => {
  const token = newToken()
  const { rows } = await sql<{ expires_at: string }>`
    insert into access_tokens (hash, session_id, expires_at)
    values (${tokenHash(token)}, ${sessionId}, now() + make_interval(mins => ${sessionLimits.accessMinutes}))
    returning iso(expires_at) as expires_at`.execute(queries)
  return { token, expiresAt: rows[0]?.expires_at ?? '' }
}

/** Whom a session is opened for. */
export interface SessionOpening {
  readonly userId: number
  readonly practiceId: number | null
  readonly remember: boolean
  /** When the person proved who they are, where that was before now. */
  readonly provenAt?: Date | undefined
  /** A link in a mail lets them in: that tells who reads the mailbox, and proves nobody. */
  readonly byLink?: boolean | undefined
}

/**
 * The person has proved who they are: wrong short codes from before count no more. Looked at first: where users lie on every
 * machine a change waits for everybody else's, also one that finds nothing to change.
 */
const forgiveShortCode = async (queries: Queries, userId: number): Promise<void> => {
  const { rows } = await sql`select 1 from users where id = ${userId} and short_code_failures > 0`.execute(
    queries,
  )
  if (rows.length > 0)
    await sql`update users set short_code_failures = 0 where id = ${userId}`.execute(queries)
}

/** Opens a session inside the transaction of the sign-in. */
export const openSession = async (
  tx: Tx,
  who: SessionOpening & { readonly call: Call },
): Promise<FreshTokens> => {
  const refreshToken = newToken()
  const provenAt = sql<Date>`least(${who.provenAt ?? null}::timestamptz, now())`
  const days = who.remember ? sessionLimits.rememberDays : sessionLimits.absoluteDays
  const { id: sessionId } = await tx
    .insertInto('sessions')
    .values({
      user_id: who.userId,
      practice_id: who.practiceId,
      remember: who.remember,
      refresh_hash: tokenHash(refreshToken),
      expires_at: sql`now() + make_interval(days => ${days})`,
      authenticated_at: provenAt,
      proven_at: who.byLink ? null : provenAt,
      user_agent: who.call.userAgent,
      ip: who.call.ip,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!who.byLink) await forgiveShortCode(tx, who.userId)
  const access = await addAccessToken(tx, sessionId)
  return {
    sessionId,
    userId: who.userId,
    remember: who.remember,
    accessToken: access.token,
    accessExpiresAt: access.expiresAt,
    refreshToken,
  }
}

/** Ends a session; its tokens stop at the next request on every process. */
export const endSession = async (queries: Queries, sessionId: number): Promise<void> => {
  await sql`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`.execute(
    queries,
  )
}

/**
 * Ends all sessions of a person but one, or all; answers how many. Whatever calls for that calls for another short code
 * too (decision 0049).
 */
export const endSessionsOf = async (
  queries: Queries,
  userId: number,
  exceptId: number | null = null,
): Promise<number> => {
  await sql`update users set short_code_hash = null where id = ${userId} and short_code_hash is not null`.execute(
    queries,
  )
  const { rows } = await sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptId}::bigint
    returning 1`.execute(queries)
  return rows.length
}

/** The person behind a session has just proven who they are; answers until when that is fresh. */
export const noteProof = async (
  queries: Queries,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: number },
): Promise<string> => {
  // The account before its sessions, as whoever ends them does.
  await forgiveShortCode(queries, userId)
  const { rows } = await sql<{ until: string }>`
    update sessions set authenticated_at = now(), proven_at = now() where id = ${sessionId}
    returning iso(authenticated_at + make_interval(mins => ${freshMinutes})) as until`.execute(queries)
  return rows[0]?.until ?? ''
}

/**
 * Somebody else gets the device of a session, to sign one document. The proof of identity is used up by that: whoever
 * wants the device back has to give another. Answers until when signing needs none.
 */
export const handOverSession = async (
  queries: Queries,
  sessionId: number,
  { patientId, recordId }: { readonly patientId: number; readonly recordId: number },
): Promise<string> => {
  const { rows } = await sql<{ until: string }>`
    update sessions set handed_over_patient = ${patientId}, handed_over_record = ${recordId}, handed_over_at = coalesce(handed_over_at, now()),
      authenticated_at = now() - make_interval(mins => ${freshMinutes})
    where id = ${sessionId}
    returning iso(handed_over_at + make_interval(mins => ${handOverMinutes})) as until`.execute(queries)
  return rows[0]?.until ?? ''
}

/** The device is back with whom the session is of. */
export const handBackSession = async (queries: Queries, sessionId: number): Promise<void> => {
  await sql`
    update sessions set handed_over_patient = null, handed_over_record = null, handed_over_at = null
    where id = ${sessionId}`.execute(queries)
}

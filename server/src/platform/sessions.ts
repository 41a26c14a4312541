import { freshMinutes } from '@ulna/contract/http/endpoint'
import {
  accessRules,
  defaultConfigurations,
  type PracticeConfigurations,
  practiceConfigurations,
} from '@ulna/contract/practices.configurations'
import type { Language } from '@ulna/contract/record-class'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Call, PracticeActor, SignedInActor } from './actor.ts'
import { AppError } from './app-error.ts'
import { installationScope, type Queries, reading, type Tx } from './database.ts'
import { prepared } from './prepared.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Lifetimes (decisions.md §3): minutes of a Bearer token, hours without use, days in all. */
export const sessionLimits = {
  accessMinutes: 15,
  idleHours: 12,
  absoluteDays: 7,
  rememberDays: 30,
  /** Two tabs may use the same refresh token within this many seconds. */
  refreshGraceSeconds: 60,
} as const

interface SessionRow {
  readonly expired: boolean
  readonly ended: boolean
  readonly session_id: number
  readonly user_id: number
  readonly disabled: boolean
  readonly activated: boolean
  readonly language: Language
  readonly email: string
  readonly fresh: boolean
  readonly session_practice_id: number | null
  readonly practice_id: number | null
  readonly doctor_id: number | null
  readonly role: Role | null
  readonly clinical: boolean | null
  readonly timezone: string | null
  /** JSON as it is stored. */
  readonly configurations: string | null
}

const sessionOf = prepared<SessionRow, [tokenHash: Buffer]>(
  (hash) => sql`
    select t.expires_at <= now() as expired,
      s.ended_at is not null or s.expires_at <= now()
        or (not s.remember and s.last_seen_at <= now() - make_interval(hours => ${sql.lit(sessionLimits.idleHours)})) as ended,
      s.id as session_id, s.user_id, u.disabled_at is not null as disabled, u.activated_at is not null as activated,
      u.language, u.email, s.authenticated_at > now() - make_interval(mins => ${sql.lit(freshMinutes)}) as fresh, s.practice_id as session_practice_id, m.practice_id, m.doctor_id, m.role, m.clinical,
      p.timezone, p.configurations::text as configurations
    from access_tokens t
    join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id
    left join memberships m on m.practice_id = s.practice_id and m.user_id = s.user_id and m.ended_at is null
    left join practices p on p.id = m.practice_id
    where t.hash = ${hash}`,
)

type Sessions = ReadonlyMap<string, SessionRow | undefined>

/** The session of each token, by the token. */
const readSessions = (queries: Queries, tokens: readonly string[]): Promise<Sessions> =>
  reading(queries, installationScope, async (tx) => {
    const find = async (token: string) => [token, (await sessionOf(tx, tokenHash(token)))[0]] as const
    return new Map(await Promise.all([...new Set(tokens)].map(find)))
  })

interface Waiting {
  readonly token: string
  readonly resolve: (row: SessionRow | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads sessions of Bearer tokens. Nothing is kept between requests, so a revocation counts at the next request on
 * every process; requests that arrive in the same turn of the event loop ask together, each token once.
 */
export class SessionReader {
  private readonly queries: Queries
  private waiting: Waiting[] = []

  constructor(queries: Queries) {
    this.queries = queries
  }

  find(token: string): Promise<SessionRow | undefined> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => void this.drain())
      this.waiting.push({ token, resolve, reject })
    })
  }

  private async drain(): Promise<void> {
    const batch = this.waiting
    this.waiting = []
    try {
      const rows = await readSessions(
        this.queries,
        batch.map((one) => one.token),
      )
      for (const one of batch) one.resolve(rows.get(one.token))
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
  }
}

const readConfigurationsAnew = (stored: string): PracticeConfigurations => {
  const given = JSON.parse(stored) as Partial<Record<keyof PracticeConfigurations, object>>
  const { records, agenda } = practiceConfigurations.shape
  const readRecords = z.safeParse(records, { ...defaultConfigurations.records, ...given.records })
  const readAgenda = z.safeParse(agenda, { ...defaultConfigurations.agenda, ...given.agenda })
  return {
    records: readRecords.data ?? defaultConfigurations.records,
    agenda: readAgenda.data ?? defaultConfigurations.agenda,
    // Rules that cannot be read keep everybody out rather than let everybody in.
    access: z.parse(accessRules, { ...defaultConfigurations.access, ...given.access }),
  }
}

const known = new Map<string, PracticeConfigurations>()
const mostKnown = 1000

/** Stored configurations with the defaults for what is absent. Practices differ little: what was read is kept. */
export const readConfigurations = (stored: string): PracticeConfigurations => {
  const found = known.get(stored)
  if (found) return found
  const configurations = readConfigurationsAnew(stored)
  if (known.size < mostKnown) known.set(stored, configurations)
  return configurations
}

const member = (
  row: SessionRow,
  person: Omit<SignedInActor, 'kind' | 'practiceId'>,
): PracticeActor | undefined => {
  const { practice_id: practiceId, doctor_id: doctorId, role, timezone } = row
  if (practiceId === null || doctorId === null || role === null || timezone === null) return undefined
  return {
    ...person,
    kind: 'member',
    practiceId,
    doctorId,
    role,
    clinical: row.clinical === true,
    timezone,
    configurations: readConfigurations(row.configurations ?? '{}'),
  }
}

/** The actor behind a Bearer token; refuses with the key that says why the token is no good. */
export const authenticate = async (
  reader: SessionReader,
  token: string | undefined,
  call: Call,
): Promise<SignedInActor | PracticeActor> => {
  if (token === undefined || token === '') throw new AppError('unauthorized')
  const row = await reader.find(token)
  if (!row) throw new AppError('invalid_token')
  if (row.ended || row.disabled) throw new AppError('session_invalid')
  if (row.expired) throw new AppError('token_expired')
  if (!row.activated) throw new AppError('user_not_activated')
  const person = {
    call,
    userId: row.user_id,
    sessionId: row.session_id,
    language: row.language,
    email: row.email,
    fresh: row.fresh,
  }
  return member(row, person) ?? { ...person, kind: 'signed-in', practiceId: null }
}

export interface FreshTokens {
  readonly sessionId: number
  readonly userId: number
  readonly remember: boolean
  readonly accessToken: string
  readonly accessExpiresAt: string
  /** Null when the cookie stays as it is. */
  readonly refreshToken: string | null
}

const addAccessToken = async (
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
}

/** Opens a session inside the transaction of the sign-in. */
export const openSession = async (
  tx: Tx,
  who: SessionOpening & { readonly call: Call },
): Promise<FreshTokens> => {
  const refreshToken = newToken()
  const days = who.remember ? sessionLimits.rememberDays : sessionLimits.absoluteDays
  const { rows } = await sql<{ id: number }>`
    insert into sessions (user_id, practice_id, remember, refresh_hash, expires_at, authenticated_at, user_agent, ip)
    values (${who.userId}, ${who.practiceId}, ${who.remember}, ${tokenHash(refreshToken)},
      now() + make_interval(days => ${days}), least(${who.provenAt ?? null}::timestamptz, now()),
      ${who.call.userAgent}, ${who.call.ip})
    returning id`.execute(tx)
  const sessionId = rows[0]?.id
  if (sessionId === undefined) throw new Error('the session was not stored')
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

/** Ends a session; its tokens stop at the next request on every process. */
export const endSession = async (queries: Queries, sessionId: number): Promise<void> => {
  await sql`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`.execute(
    queries,
  )
}

/** Ends all sessions of a person but one, or all; answers how many. */
export const endSessionsOf = async (
  queries: Queries,
  userId: number,
  exceptId: number | null = null,
): Promise<number> => {
  const { rows } = await sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${exceptId}::bigint
    returning 1`.execute(queries)
  return rows.length
}

/** The person behind a session has just proven who they are; answers until when that is fresh. */
export const noteProof = async (queries: Queries, sessionId: number): Promise<string> => {
  const { rows } = await sql<{ until: string }>`
    update sessions set authenticated_at = now() where id = ${sessionId}
    returning iso(authenticated_at + make_interval(mins => ${freshMinutes})) as until`.execute(queries)
  return rows[0]?.until ?? ''
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

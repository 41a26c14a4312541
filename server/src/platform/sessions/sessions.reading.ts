import { freshMinutes, handOverMinutes } from '@ulna/contract/http/endpoint'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../app-error.ts'
import { type Queries, reading } from '../database/database.ts'
import { installationScope } from '../database/entering.ts'
import { prepared } from '../database/prepared.ts'
import { readConfigurations } from '../stored-configurations.ts'
import { tokenHash } from '../tokens.ts'
import type { Call, HandedOver, PracticeActor, SignedInActor } from './actor.ts'
import { sessionLimits } from './sessions.ts'

interface PersonRow {
  /** Hash of the token, in hexadecimal digits. */
  readonly hash: string
  readonly expired: boolean
  readonly ended: boolean
  readonly session_id: number
  readonly user_id: number
  readonly disabled: boolean
  readonly activated: boolean
  readonly language: Language
  readonly email: string
  readonly fresh: boolean
  readonly handed_over_patient: number | null
  readonly handed_over_record: number | null
  readonly handed_over_recently: boolean | null
}

interface MembershipRow {
  readonly practice_id: number
  readonly doctor_id: number
  readonly role: Role
  readonly clinical: boolean
  readonly timezone: string
  /** JSON as it is stored. */
  readonly configurations: string
  readonly closing: boolean
}

/** The columns of the membership are all there, or none of them. */
type SessionRow = PersonRow & (MembershipRow | { readonly [column in keyof MembershipRow]: null })

const sessionWhere = (isWanted: RawBuilder<unknown>) => sql<SessionRow>`
    select encode(t.hash, 'hex') as hash, t.expires_at <= now() as expired,
      s.ended_at is not null or s.expires_at <= now()
        or (not s.remember and s.last_seen_at <= now() - make_interval(hours => ${sql.lit(sessionLimits.idleHours)})) as ended,
      s.id as session_id, s.user_id, u.disabled_at is not null as disabled, u.activated_at is not null as activated,
      u.language, u.email, s.authenticated_at > now() - make_interval(mins => ${sql.lit(freshMinutes)}) as fresh,
      s.handed_over_patient, s.handed_over_record,
      s.handed_over_at > now() - make_interval(mins => ${sql.lit(handOverMinutes)}) as handed_over_recently,
      m.practice_id, m.doctor_id, m.role, m.clinical, p.timezone, p.configurations::text as configurations,
      p.closing_at is not null as closing
    from access_tokens t
    join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id
    left join memberships m on m.practice_id = s.practice_id and m.user_id = s.user_id and m.ended_at is null
    left join practices p on p.id = m.practice_id
    where ${isWanted}`

const sessionOf = prepared<SessionRow, { readonly tokenHash: Buffer }>(({ tokenHash: hash }) =>
  sessionWhere(sql`t.hash = ${hash}`),
)

const sessionsOf = prepared<SessionRow, { readonly tokenHashes: Buffer[] }>(({ tokenHashes: hashes }) =>
  sessionWhere(sql`t.hash = any(${hashes}::bytea[])`),
)

/** Up to so many sessions are read one by one, which is what requests need; all open streams are read at once. */
const fewTokens = 16

type Sessions = ReadonlyMap<string, SessionRow | undefined>

/** The session of each token, by the token. */
const readSessions = (queries: Queries, tokens: readonly string[]): Promise<Sessions> =>
  reading(queries, installationScope, async (tx) => {
    const hashes = new Map(tokens.map((token) => [token, tokenHash(token)]))
    const few = hashes.size <= fewTokens
    const found = few
      ? (await Promise.all([...hashes.values()].map((hash) => sessionOf(tx, { tokenHash: hash })))).flat()
      : await sessionsOf(tx, { tokenHashes: [...hashes.values()] })
    const byHash = new Map(found.map((row) => [row.hash, row]))
    return new Map([...hashes].map(([token, hash]) => [token, byHash.get(hash.toString('hex'))]))
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

const member = (
  row: SessionRow,
  person: Omit<SignedInActor, 'kind' | 'practiceId'>,
): PracticeActor | undefined => {
  if (row.practice_id === null) return undefined
  return {
    ...person,
    kind: 'member',
    practiceId: row.practice_id,
    doctorId: row.doctor_id,
    role: row.role,
    clinical: row.clinical,
    timezone: row.timezone,
    configurations: readConfigurations(row.configurations),
    ...(row.closing && { closing: true }),
  }
}

const handedOverOf = (row: PersonRow): HandedOver | null =>
  row.handed_over_patient === null || row.handed_over_record === null
    ? null
    : {
        patientId: row.handed_over_patient,
        recordId: row.handed_over_record,
        recent: row.handed_over_recently === true,
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
    practiceKeyId: null,
    language: row.language,
    email: row.email,
    fresh: row.fresh,
    handedOver: handedOverOf(row),
  }
  return member(row, person) ?? { ...person, kind: 'signed-in', practiceId: null }
}

import type { KeyScope } from '@ulna/contract/practice-keys/practice-keys.scopes'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import { type Queries, reading, transaction } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { readConfigurations } from '../stored-configurations.ts'
import { tokenHash } from '../tokens.ts'
import type { Call, PracticeActor } from './actor.ts'

interface KeyRow {
  readonly id: number
  readonly scopes: readonly KeyScope[]
  readonly ended: boolean
  /** Nobody noted a use of it within the last minute. */
  readonly unnoted: boolean
  readonly user_id: number
  readonly language: Language
  readonly email: string
  readonly doctor_id: number
  readonly role: Role
  readonly clinical: boolean
  readonly timezone: string
  /** JSON as it is stored. */
  readonly configurations: string
  readonly closing: boolean
}

/** Whoever made the key counts as what they are now: no member any more, and there is nobody to read as. */
const keyOf = prepared<KeyRow, { readonly practiceId: number; readonly secretHash: Buffer }>(
  ({ practiceId, secretHash }) => sql`
    select k.id, k.scopes,
      k.revoked_at is not null or k.expires_at <= now() or u.disabled_at is not null or u.activated_at is null
        or m.id is null as ended,
      k.last_used_at is null or k.last_used_at <= now() - interval '1 minute' as unnoted,
      u.id as user_id, u.language, u.email, m.doctor_id, m.role, m.clinical, p.timezone,
      p.configurations::text as configurations, p.closing_at is not null as closing
    from practice_keys k
    join users u on u.id = k.created_by
    join practices p on p.id = k.practice_id
    left join memberships m on m.practice_id = ${practiceId} and m.user_id = k.created_by and m.ended_at is null
    where k.practice_id = ${practiceId} and k.secret_hash = ${secretHash}`,
)

/** Where a key is looked for, and what is kept of its secret. */
export interface KeyParts {
  readonly practiceId: number
  readonly secretHash: Buffer
}

/** The parts of a key as programs send it; undefined for any other token: those of sessions are shorter. */
export const keyPartsOf = (token: string | undefined): KeyParts | undefined => {
  const match = /^ulna_([1-9]\d{0,14})_([A-Za-z0-9_-]{43})$/.exec(token ?? '')
  if (!match) return undefined
  const [, practice, secret = ''] = match
  return { practiceId: Number(practice), secretHash: tokenHash(secret) }
}

/** A key that counts, and the practice it is of. */
export interface OpenKey extends KeyRow {
  readonly practiceId: number
}

/** Counts a call of a key; refuses with rate_limited where there were too many. */
export type CountCall = (key: string) => Promise<void>

/**
 * Reads keys of practices. As with sessions nothing is kept between requests: what is revoked, demoted or removed counts
 * at the next one. Secrets are found by their hash, which whoever guesses cannot steer, so how long that takes tells
 * nothing of them.
 */
export class KeyReader {
  private readonly queries: Queries
  private readonly count: CountCall

  constructor(queries: Queries, count: CountCall) {
    this.queries = queries
    this.count = count
  }

  /** Refuses with invalid_token a key that nobody made, and with key_ended one that counts no more. */
  async find(parts: KeyParts): Promise<OpenKey> {
    const { practiceId } = parts
    const [row] = await reading(this.queries, { practiceId, userId: 0 }, (tx) => keyOf(tx, parts))
    if (!row) throw new AppError('invalid_token')
    if (row.ended) throw new AppError('key_ended')
    return { ...row, practiceId }
  }

  /** Counts a call of a key, and notes once a minute that it is used; refuses with rate_limited. */
  async use({ id, practiceId, user_id: userId, unnoted }: OpenKey): Promise<void> {
    await this.count(`practice ${practiceId} key ${id}`)
    if (!unnoted) return
    await transaction(this.queries, { practiceId, userId }, 'read write', (tx) =>
      sql`update practice_keys set last_used_at = now()
        where practice_id = ${practiceId} and id = ${id}
          and (last_used_at is null or last_used_at <= now() - interval '1 minute')`.execute(tx),
    )
  }
}

/** Whoever made a key, as they are now; clinical content only where the scopes of the key open it. */
export const keyActor = (key: OpenKey, opensClinical: boolean, call: Call): PracticeActor => ({
  kind: 'member',
  call,
  userId: key.user_id,
  sessionId: 0,
  practiceKeyId: key.id,
  language: key.language,
  email: key.email,
  fresh: false,
  handedOver: null,
  practiceId: key.practiceId,
  doctorId: key.doctor_id,
  role: key.role,
  clinical: key.clinical && opensClinical,
  timezone: key.timezone,
  configurations: readConfigurations(key.configurations),
  ...(key.closing && { closing: true }),
})

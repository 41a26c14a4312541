import { type ShortCodeStanding, shortCodeLimits } from '@ulna/contract/accounts/accounts.short-code'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../../platform/database/database.ts'

/** Who tries a code, in which session, on which browser. */
export interface Trial {
  readonly userId: number
  readonly sessionId: number
  /** Digest of the browser's token; null where it has none. */
  readonly device: Buffer | null
}

/** Proved who they are in this very session, not long ago, and on a browser they signed in from. */
const isProven = async (queries: Queries, { userId, sessionId, device }: Trial): Promise<boolean> => {
  const { rows } = await sql`
    select from sessions s join known_devices d on d.user_id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and d.hash = ${device}
      and s.proven_at > now() - make_interval(hours => ${shortCodeLimits.hours}) limit 1`.execute(queries)
  return rows.length === 1
}

export interface Tried {
  readonly hash: string
  /** How many may still be wrong, if this one is. */
  readonly left: number
}

/**
 * Counts a try as a wrong one before anything is compared, so that of tries at the same time no more are looked at than
 * are left; one that was right is given back. Undefined where no code is taken.
 */
export const countTry = async (queries: Queries, trial: Trial): Promise<Tried | undefined> => {
  if (!(await isProven(queries, trial))) return undefined
  const { rows } = await sql<Tried>`
    update users set short_code_failures = short_code_failures + 1
    where id = ${trial.userId} and short_code_hash is not null
      and short_code_failures < ${shortCodeLimits.attempts}
    returning short_code_hash as hash, ${shortCodeLimits.attempts}::int - short_code_failures as left`.execute(
    queries,
  )
  return rows[0]
}

/** The code was right: its own try counts no more, those before it still do. False when it is another code by now. */
export const giveTryBack = async (queries: Queries, userId: number, hash: string): Promise<boolean> => {
  const { rows } = await sql`
    update users set short_code_failures = greatest(short_code_failures - 1, 0)
    where id = ${userId} and short_code_hash = ${hash} returning 1`.execute(queries)
  return rows.length === 1
}

export const findStanding = async (queries: Queries, trial: Trial): Promise<ShortCodeStanding> => {
  const { rows } = await sql<{ standing: 'none' | 'blocked' | 'open' }>`
    select case when short_code_hash is null then 'none'
      when short_code_failures >= ${shortCodeLimits.attempts} then 'blocked' else 'open' end as standing
    from users where id = ${trial.userId}`.execute(queries)
  const standing = rows[0]?.standing ?? 'none'
  if (standing !== 'open') return standing
  return (await isProven(queries, trial)) ? 'ready' : 'unproven'
}

/** Another code in place of the one there was; answers whether there was one. */
export const storeShortCode = async (tx: Tx, userId: number, hash: string | null): Promise<boolean> => {
  const { rows } = await sql<{ had: boolean }>`
    with former as (select id, short_code_hash is not null as had from users where id = ${userId} for update)
    update users u set short_code_hash = ${hash}, short_code_failures = 0
    from former where u.id = former.id returning former.had`.execute(tx)
  return rows[0]?.had ?? false
}

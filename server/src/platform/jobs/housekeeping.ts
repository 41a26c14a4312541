import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../database/database.ts'

/**
 * What is deleted once it is overdue. Stored answers are kept for at least a day (B2); expired tokens, challenges,
 * counters and links are of no use to anybody; messages of the contact form are kept for a year (privacy policy). Ended
 * sessions stay: rows of the audit trail name them.
 */
export const overdue: readonly RawBuilder<unknown>[] = [
  sql`delete from idempotency_keys where created_at < now() - interval '25 hours'`,
  sql`delete from access_tokens where expires_at < now() - interval '1 day'`,
  sql`delete from spent_refresh_tokens t using sessions s
    where s.id = t.session_id and (s.ended_at is not null or s.expires_at < now())`,
  sql`delete from used_captchas where expires_at < now()`,
  sql`delete from used_challenges where expires_at < now()`,
  sql`delete from rate_limits where expire < (extract(epoch from now()) * 1000)::bigint`,
  sql`delete from mail_links where coalesce(ended_at, expires_at) < now() - interval '30 days'`,
  sql`delete from known_devices where last_used_at < now() - interval '1 year'`,
  sql`delete from contact_messages where created_at < now() - interval '1 year'`,
]

export const tidyUp = async (queries: Queries): Promise<void> => {
  for (const deletion of overdue) await deletion.execute(queries)
}

const hour = 3_600_000

/**
 * Tidies up now, and every hour until stopped: the database and whatever else. Who runs it for an hour a day has it tidied
 * too; any number of processes may do so at a time.
 */
export const startHousekeeping = (
  queries: Queries,
  warn: (error: unknown) => void,
  others: readonly (() => Promise<void>)[] = [],
): { stop(): void } => {
  const tasks = [() => tidyUp(queries), ...others]
  const tidy = (): void => tasks.forEach((task) => void task().catch(warn))
  tidy()
  const timer = setInterval(tidy, hour)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

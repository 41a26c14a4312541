import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Rows that a link leads to once: a table, and the names of its columns that say which link counts, whose and until when. */
export interface LinkedRows {
  readonly table: string
  readonly number: string
  readonly by: string
  readonly until: string
}

/** A row of a practice that a link leads to. */
export interface LinkedKey {
  readonly practiceId: number
  readonly id: number
}

export interface OneTimeLink {
  /** Which link of the row it is; signed into its token. */
  readonly number: number
  /** Instant. */
  readonly until: string
}

/** A new link to a row, which ends the one before; of nobody where no member asks for it. */
export const writeOneTimeLink = async (
  tx: Tx,
  { table, number, by, until }: LinkedRows,
  { practiceId, id }: LinkedKey,
  { userId, minutes }: { readonly userId: number | null; readonly minutes: number },
): Promise<OneTimeLink> => {
  const [counted, untilWhen] = [sql.ref(number), sql.ref(until)]
  const { rows } = await sql<OneTimeLink>`
    update ${sql.table(table)} set ${counted} = ${counted} + 1, ${sql.ref(by)} = ${userId},
      ${untilWhen} = now() + make_interval(mins => ${minutes})
    where practice_id = ${practiceId} and id = ${id}
    returning ${counted} as number, iso_returned(${untilWhen}) as until`.execute(tx)
  const [link] = rows
  if (!link) throw new Error('the link was not stored')
  return link
}

export interface Following {
  readonly rows: LinkedRows
  readonly key: LinkedKey & { readonly number: number }
  /** Columns to answer; the row is `r`, and `r.linked_by` is whose link it was. */
  readonly answer: RawBuilder<unknown>
  /** What has to be true of the row, and of whose link it is, for the link to lead there. */
  readonly where: RawBuilder<unknown>
}

/** Follows a link, which so ends. Undefined when it is over, or does not lead there any more. */
export const followOneTimeLink = async <T>(
  tx: Tx,
  { rows: { table, number, by, until }, key, answer, where }: Following,
): Promise<T | undefined> => {
  const { rows } = await sql<T>`
    update ${sql.table(table)} ended set ${sql.ref(by)} = null, ${sql.ref(until)} = null
    from (select *, ${sql.ref(by)} as linked_by from ${sql.table(table)}
      where practice_id = ${key.practiceId} and id = ${key.id} for update) r
    where ended.practice_id = ${key.practiceId} and ended.id = r.id and r.${sql.ref(number)} = ${key.number}
      and r.${sql.ref(until)} > now() and ${where}
    returning ${answer}`.execute(tx)
  return rows[0]
}

/** Whether whose link it is, is a member as they have to be; what more they have to be is asked of `m`. */
export const isStillMember = (practiceId: number, more: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  exists (select from memberships m join users u on u.id = m.user_id
    where m.practice_id = ${practiceId} and m.user_id = r.linked_by and m.ended_at is null
      and u.disabled_at is null and ${more})`

import { id } from '@ulna/contract/http/page'
import { type ChangeNotice, changeNotice, mostToldIds, type NewsTopic } from '@ulna/contract/news/news'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'

/** Where the processes of an installation tell each other what changed. */
export const noticeChannel = 'ulna_notices'

const notify = prepared<never, { readonly payload: string }>(
  ({ payload }) => sql`select pg_notify(${sql.lit(noticeChannel)}, ${payload})` as RawBuilder<never>,
)

/** What travels from process to process. */
const travelling = z.object({ practiceId: id, notice: changeNotice })
export type TravellingNotice = z.output<typeof travelling>

/** PostgreSQL carries less than 8,000 bytes; two hundred ids of sixteen digits are half of that. */
const noticeOf = (topic: NewsTopic, ids: readonly number[] | 'any'): ChangeNotice => {
  if (ids === 'any') return { topic, ids: [], many: true }
  const told = [...new Set(ids)]
  return told.length > mostToldIds ? { topic, ids: [], many: true } : { topic, ids: told, many: false }
}

/**
 * Tells everybody who follows the practice that things of a topic changed: when the transaction commits, and only then.
 * `any`: nobody knows which. Ids alone go out; whoever wants to know more asks for it and is checked.
 */
export const announce = async (
  tx: Tx,
  practiceId: number,
  { topic, ids }: { readonly topic: NewsTopic; readonly ids: readonly number[] | 'any' },
): Promise<void> => {
  if (ids.length === 0) return
  await notify(tx, {
    payload: JSON.stringify({ practiceId, notice: noticeOf(topic, ids) } satisfies TravellingNotice),
  })
}

/** A notice as `announce` sent it. Throws when it is none: something else uses the channel. */
export const readNotice = (payload: string): TravellingNotice => z.parse(travelling, JSON.parse(payload))

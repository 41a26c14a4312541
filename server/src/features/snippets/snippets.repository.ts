import type { Snippet } from '@ulna/contract/snippets/snippets'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'

const snippetWire = wireObject<Snippet>({
  id: wire.number('t.id'),
  version: wire.number('t.version'),
  shortcut: wire.plain('t.shortcut'),
  title: wire.text('t.title'),
  text: wire.text('t.text'),
})

/** Whose texts, and where. */
export interface Writer {
  readonly practiceId: number
  readonly userId: number
}

/** The texts of one person, by their shortcuts. */
export const findSnippets = async (tx: Tx, { practiceId, userId }: Writer): Promise<WireList<Snippet>> => {
  const { rows } = await sql<WireList<Snippet>>`
    select ${wireArray(snippetWire, sql`t.shortcut collate "C"`)} as rows, count(*)::int as total from snippets t
    where t.practice_id = ${practiceId} and t.user_id = ${userId}`.execute(tx)
  return rows[0] ?? noRows
}

export const findSnippet = async (
  tx: Tx,
  { practiceId, userId }: Writer,
  id: number,
): Promise<Json<Snippet> | undefined> => {
  const { rows } = await sql<WireRow<Snippet>>`
    select ${snippetWire} as wire from snippets t
    where t.practice_id = ${practiceId} and t.user_id = ${userId} and t.id = ${id}`.execute(tx)
  return rows[0]?.wire
}

export interface SnippetState {
  readonly id: number
  readonly version: number
}

/** A text, held until the transaction ends; undefined when the person has no such text. */
export const lockSnippet = (
  tx: Tx,
  { practiceId, userId }: Writer,
  id: number,
): Promise<SnippetState | undefined> =>
  tx
    .selectFrom('snippets')
    .select(['id', 'version'])
    .where('practice_id', '=', practiceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const countSnippets = async (tx: Tx, { practiceId, userId }: Writer): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from snippets where practice_id = ${practiceId} and user_id = ${userId}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export interface SnippetColumns {
  readonly shortcut?: string
  readonly title?: string
  readonly text?: string
}

export const insertSnippet = async (
  tx: Tx,
  { practiceId, userId }: Writer,
  columns: Required<SnippetColumns>,
): Promise<number> => {
  const row = await tx
    .insertInto('snippets')
    .values({ practice_id: practiceId, user_id: userId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const updateSnippetRow = async (
  tx: Tx,
  { practiceId, userId }: Writer,
  { id }: Authorized<SnippetState>,
  columns: SnippetColumns,
): Promise<void> => {
  await tx
    .updateTable('snippets')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('practice_id', '=', practiceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export const deleteSnippetRow = async (
  tx: Tx,
  { practiceId, userId }: Writer,
  { id }: Authorized<SnippetState>,
): Promise<void> => {
  await tx
    .deleteFrom('snippets')
    .where('practice_id', '=', practiceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

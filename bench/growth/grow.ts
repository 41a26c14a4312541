import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Practice } from '../practice.ts'

/** Above every id of the bench's own practice. */
const base = 10_000_000
const atATime = 50

/** Puts so many practices beside the one of the bench, as fast as PostgreSQL takes them; says how far it is. */
export const growTo = async (
  owner: pg.Client,
  { practiceId }: Practice,
  practices: number,
  say: (grown: number) => void,
): Promise<void> => {
  const statements = await readFile(new URL('grow.sql', import.meta.url), 'utf8')
  for (let from = 1; from <= practices; from += atATime) {
    const to = Math.min(practices, from + atATime - 1)
    const values: Readonly<Record<string, number>> = { practice_id: practiceId, base, from, to }
    const filled = statements.replaceAll(/\{(\w+)\}/g, (found, name: string) => String(values[name] ?? found))
    await owner.query(`begin; ${filled}; commit`)
    say(to)
  }
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
}

/** What there is, as the table tells it. */
export interface Size {
  readonly practices: number
  readonly patients: number
  readonly records: number
  readonly visits: number
  readonly trail: number
  /** Bytes. */
  readonly database: number
}

export const sizeOf = async (owner: pg.Client): Promise<Size> => {
  const { rows } = await owner.query<Size>(
    `select (select count(*) from practices)::int as practices, (select count(*) from patients)::int as patients,
       (select count(*) from records)::int as records, (select count(*) from appointments)::int as visits,
       (select count(*) from audit_events)::int as trail, pg_database_size(current_database())::float8 as database`,
  )
  const [size] = rows
  if (!size) throw new Error('the database said nothing of its size')
  return size
}

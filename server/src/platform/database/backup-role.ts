import { type Kysely, sql } from 'kysely'

/** The policy by which the role of backups reads every row; no other role has one without a condition. */
const policy = 'read_by_backups'

/** Tables of practices that the role does not read yet: those of migrations that were applied just now. */
const findClosed = async (db: Kysely<unknown>): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = ${policy})
    order by c.relname`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Lets the role of backups read all tables, those of every practice as well. It may write nothing, is above nothing and
 * reaches none of the queue. Runs as the owner of the tables, whenever the schema was brought up to date.
 */
export const openToBackups = async (db: Kysely<unknown>, role: string): Promise<void> => {
  const closed = await findClosed(db)
  await db.transaction().execute(async (tx) => {
    for (const table of closed)
      await sql`
        create policy ${sql.id(policy)} on public.${sql.id(table)} for select to ${sql.id(role)} using (true)`.execute(
        tx,
      )
    await sql`grant select on all tables in schema public to ${sql.id(role)}`.execute(tx)
    await sql`grant select on all sequences in schema public to ${sql.id(role)}`.execute(tx)
  })
}

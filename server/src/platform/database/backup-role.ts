import { type Kysely, type RawBuilder, sql } from 'kysely'

/** The policy by which the role of backups reads every row; no other role has one without a condition. */
const policy = 'read_by_backups'

/** Of us: what somebody else put into the schema is theirs. */
const isOurs = sql`c.relnamespace = 'public'::regnamespace
  and c.relowner = (select oid from pg_roles where rolname = current_user)`

const namesOf = async (db: Kysely<unknown>, condition: RawBuilder<unknown>): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where ${isOurs} and ${condition} order by c.relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** Tables of practices that the role does not read yet: those of migrations that were applied just now. */
const findClosed = (db: Kysely<unknown>): Promise<readonly string[]> =>
  namesOf(
    db,
    sql`c.relkind in ('r', 'p') and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = ${policy})`,
  )

/** Tables and sequences that are not granted to it yet. */
const findUngranted = (db: Kysely<unknown>, role: string): Promise<readonly string[]> =>
  namesOf(
    db,
    sql`case when c.relkind in ('r', 'p') then not has_table_privilege(${role}, c.oid, 'select')
      when c.relkind = 'S' then not has_sequence_privilege(${role}, c.oid, 'select') else false end`,
  )

/**
 * Lets the role of backups read all tables, those of every practice as well. It may write nothing, is above nothing and
 * reaches none of the queue. Runs as the owner of the tables, whenever the schema was brought up to date.
 */
export const openToBackups = async (db: Kysely<unknown>, role: string): Promise<void> => {
  const [closed, ungranted] = [await findClosed(db), await findUngranted(db, role)]
  // Each by itself: a table is shut for that moment alone, and whoever works meanwhile never waits for two of ours.
  for (const table of closed)
    await sql`
      create policy ${sql.id(policy)} on public.${sql.id(table)} for select to ${sql.id(role)} using (true)`.execute(
      db,
    )
  // A sequence is granted by the same words as a table.
  for (const name of ungranted)
    await sql`grant select on public.${sql.id(name)} to ${sql.id(role)}`.execute(db)
}

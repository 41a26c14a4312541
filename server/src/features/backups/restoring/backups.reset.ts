import type { ConnectionSettings } from '../../../platform/database/database.ts'
import { connectForLong } from '../backups.connection.ts'

/**
 * Takes away what migrations made: tables, sequences, functions and domains of whoever owns ours, and the queue. What somebody else put
 * into the schema stays, and what belongs to extensions.
 */
const takeAway = `do $$
declare
  ours oid := (select relowner from pg_class where oid = 'public.users'::regclass);
  statements text[];
  one text;
begin
  -- All of them first: what goes with something else has no name any more.
  select array_agg(s.text) into statements from (
    select format('drop table if exists public.%I cascade', relname) as text from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner = ours
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    union all select format('drop sequence if exists public.%I cascade', relname) from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'S' and relowner = ours
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    union all select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where pronamespace = 'public'::regnamespace and proowner = ours
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all select format('drop domain if exists public.%I cascade', typname) from pg_type t
      where typnamespace = 'public'::regnamespace and typtype = 'd' and typowner = ours
        and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
  ) s;
  foreach one in array statements loop
    execute one;
  end loop;
  drop schema if exists graphile_worker cascade;
end $$`

/**
 * Makes a database empty that was started once and is nobody's yet: a backup of an older version is loaded into the tables
 * that it had. To be called only where nobody has an account; as the role that owns the tables.
 */
export const resetSchema = async (connection: ConnectionSettings): Promise<void> => {
  const client = await connectForLong(connection, 'ulna restore')
  try {
    const { rows } = await client.query<{ users: string | null }>(
      `select to_regclass('public.users') as users`,
    )
    if (rows[0]?.users !== null) await client.query(takeAway)
  } finally {
    await client.end()
  }
}

import { sql } from 'kysely'
import { type OwnDatabase, openOwnDatabase } from '../own-database.ts'

/** A hoster gives it out so: the role that owns the tables is above nothing. */
export const openHostedDatabase = (): Promise<OwnDatabase> => openOwnDatabase({ plainOwner: true })

/** What every row of the practice's tables says, without those that a start writes anew and those of one place alone. */
export const rowsOf = async ({ pool }: OwnDatabase): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and relname not like 'backup%'
      and relname not in ('record_classes', 'record_modules', 'operator_alerts', 'operator_faults', 'trail_checks')
    order by 1`.execute(pool.queries)
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ said: string }>`
      select count(*) || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as said
      from ${sql.table(name)} t`.execute(pool.queries)
    contents[name] = rows[0]?.said ?? ''
  }
  return contents
}

/** The backup that `npm run backup` names in its last line. */
export const namedBackup = (output: string): string => {
  const [, folder] = /^backup (.+)$/m.exec(output.trimEnd().split('\n').at(-1) ?? '') ?? []
  if (folder === undefined) throw new Error(`no backup was named: ${output}`)
  return folder
}

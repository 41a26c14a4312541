import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** Where names are from that are nobody's here: `word` stands behind each, `mark` keeps those of one place apart. */
export interface NamesOfElsewhere {
  readonly practiceId: number
  readonly word: string
  readonly mark?: string
}

/** Names of people who are nobody here, each kept once, with the id that stands for it. */
export const keepOrigins = async (
  tx: Tx,
  { practiceId, word, mark = '' }: NamesOfElsewhere,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const wanted = [...new Set(names)]
  await sql`
    insert into doctors (practice_id, first_name, last_name, origin, bookable)
    select ${practiceId}, name, ${word}, name || ${mark}, false from unnest(${wanted}::text[]) name
    on conflict on constraint doctors_origin_key do nothing
    returning 1`.execute(tx)
  const { rows } = await sql<{ id: number; name: string }>`
    select d.id, name from unnest(${wanted}::text[]) name
    join doctors d on d.practice_id = ${practiceId} and d.origin = name || ${mark}`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

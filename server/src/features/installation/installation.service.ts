import type { Language } from '@ulna/contract/record-class'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database.ts'

/** Whether nobody has registered yet, and the language before anybody has chosen one. */
export const readInstallation = async (
  queries: Queries,
  language: Language,
): Promise<{ fresh: boolean; language: Language }> => {
  const { rows } = await sql<{ fresh: boolean }>`select not exists (select 1 from users) as fresh`.execute(
    queries,
  )
  return { fresh: rows[0]?.fresh ?? false, language }
}

/** Resolves when the database answers. */
export const checkReady = async (queries: Queries): Promise<void> => {
  await sql`select 1`.execute(queries)
}

import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Practice } from './practice.ts'

const fill = (statements: string, { practiceId, userId, doctorId }: Practice): string =>
  statements
    .replaceAll('{practice_id}', String(practiceId))
    .replaceAll('{user_id}', String(userId))
    .replaceAll('{doctor_id}', String(doctorId))

/** Fills the practice that was just registered, and gives the planner its figures. */
export const seedPractice = async (owner: pg.Client, practice: Practice): Promise<void> => {
  const statements = await readFile(new URL('seed.sql', import.meta.url), 'utf8')
  await owner.query(`begin; ${fill(statements, practice)}; commit`)
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
}

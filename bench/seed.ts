import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Practice } from './practice.ts'

interface SeedSize {
  readonly patients: number
  readonly appointments: number
}

const benchSize: SeedSize = { patients: 20_000, appointments: 20_000 }

const fill = (statements: string, { practiceId, userId, doctorId }: Practice, size: SeedSize): string =>
  statements
    .replaceAll('{practice_id}', String(practiceId))
    .replaceAll('{user_id}', String(userId))
    .replaceAll('{doctor_id}', String(doctorId))
    .replaceAll('{patients}', String(size.patients))
    .replaceAll('{appointments}', String(size.appointments))

/** Fills the practice that was just registered, and gives the planner its figures. */
export const seedPractice = async (
  owner: pg.Client,
  practice: Practice,
  size: SeedSize = benchSize,
): Promise<void> => {
  const statements = await readFile(new URL('seed.sql', import.meta.url), 'utf8')
  await owner.query(`begin; ${fill(statements, practice, size)}; commit`)
  await owner.query('set session_replication_role = origin')
  // A new installation verifies its trail at its first minute, in the middle of a round.
  await owner.query('update trail_checks set next_practice_id = 0, checked_at = now()')
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
}

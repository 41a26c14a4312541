import { type KeyScope, keyScopes } from '@ulna/contract/practice-keys/practice-keys.scopes'
import { sql } from 'kysely'
import { sheetKeysOf } from '../../../src/features/day-sheets/day-sheets.dependencies.ts'
import { makePasswords } from '../../../src/features/day-sheets/day-sheets.passwords.service.ts'
import { keepSheet } from '../../../src/features/day-sheets/day-sheets.repository.ts'
import { transaction } from '../../../src/platform/database/database.ts'
import { newToken, tokenHash } from '../../../src/platform/tokens.ts'
import { type TestApp, testSecret } from '../../build-test-app.ts'
import type { TestPerson } from '../../factories/people.ts'

export interface KeyWish {
  readonly practiceId: number
  /** Who made it. */
  readonly userId: number
  readonly name?: string
  readonly scopes?: readonly KeyScope[]
  readonly expired?: boolean
  readonly revoked?: boolean
}

/** A key of a practice written behind the API, and what a program sends. */
export const mintKey = async (
  app: TestApp,
  { practiceId, userId, name = 'Panel', scopes = keyScopes, expired = false, revoked = false }: KeyWish,
): Promise<{ id: number; secret: string }> => {
  const random = newToken()
  const start = `ulna_${practiceId}_`
  const { rows } = await sql<{ id: number }>`
    insert into practice_keys (practice_id, name, scopes, secret_hash, beginning, created_by, created_at, expires_at, revoked_at)
    values (${practiceId}, ${name}, ${[...scopes]}::text[], ${tokenHash(random)}, ${start + random.slice(0, 4)}, ${userId},
      now() - interval '40 days', now() + make_interval(days => ${expired ? -1 : 30}),
      ${revoked ? sql`now()` : sql`null`})
    returning id`.execute(app.owner.queries)
  return { id: rows[0]?.id ?? 0, secret: `${start}${random}` }
}

/** A key of the practice that counts, and what its sheets are locked with. */
export const stageKey = async (app: TestApp, by: TestPerson, canary: string) => {
  await transaction(app.owner.queries, by, 'read write', async (tx) => {
    await makePasswords(tx, sheetKeysOf(testSecret).passwords, by.practiceId)
    const made = { digest: '0'.repeat(64), pdf: Buffer.from('locked'), visits: 0 }
    await keepSheet(tx, by.practiceId, { day: '2199-12-30', contents: 'agenda', ...made })
  })
  const { id } = await mintKey(app, { ...by, name: `Panel ${canary}`, scopes: ['agenda'] })
  return { practiceKeyId: id }
}

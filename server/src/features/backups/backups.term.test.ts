import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testServer } from '../../../test/test-practice.ts'
import { keptDays } from './backups.keep.ts'
import { backupKeepDays } from './backups.term.service.ts'

const app = await testServer()

it('D14 certificates name the day on which the last backup is gone that may hold what was destroyed: ours, or whoever else keeps some longer', async () => {
  const days = (saidDays: number | undefined, hasRecipients: boolean) =>
    backupKeepDays(app.db, { saidDays, hasRecipients })
  expect(await days(undefined, false)).toBeUndefined()
  expect(await days(30, false)).toBe(30)
  expect(await days(undefined, true)).toBe(keptDays + 2)
  expect(await days(30, true)).toBe(keptDays + 2)
  expect(await days(1000, true)).toBe(1000)
  await sql`insert into recovery_keys (recipient) values ('age1printed')`.execute(app.owner.queries)
  expect(await days(undefined, false)).toBe(keptDays + 2)
})

import { appendFile, copyFile } from 'node:fs/promises'
import path from 'node:path'
import { practiceKeyEndpoints } from '@ulna/contract/practice-keys/practice-keys'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { deletionsOf, dependenciesOf } from '../../../test/factories/deletions.ts'
import { exportPractice, importPractice } from '../../../test/factories/moves.ts'
import { registerOwner } from '../../../test/factories/people.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testServer } from '../../../test/test-practice.ts'
import type { OutsideList } from '../../platform/outside-list.ts'
import { noteDeletion } from './practice-deletions.list.ts'
import { deletedPractices } from './practice-deletions.restore.service.ts'

const app = await testServer({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

describe('a practice that was deleted and comes back', () => {
  it('lets nobody in, is destroyed again, and its certificate says so', async () => {
    const owner = await registerOwner(app)
    await createPatient(app, owner, { firstName: 'Mariana' })
    const file = path.join(scratch.directory, 'before.zip')
    await exportPractice(app, owner.practiceId, file)
    const deletions = deletionsOf(app, owner)
    const { payload } = await deletions.request()
    const { id } = payload as { id: number }
    expect(await app.deleteAgain()).toBe(0)
    await deletions.comeDue(id)
    expect(await deletions.stateOf(id)).toBe('done')
    expect(await app.deleteAgain()).toBe(0)

    const older = await buildTestApp()
    await importPractice(older, file)
    await copyFile(app.erasuresFile, older.erasuresFile)
    // A line that nobody with a key wrote is not believed.
    await appendFile(older.erasuresFile, `${'0'.repeat(64)} {"practiceDeletionId":1,"practiceId":1}\n`)
    expect(await older.deleteAgain()).toBe(1)
    const { rows: members } = await sql`select from memberships where ended_at is null`.execute(
      older.owner.queries,
    )
    expect(members).toEqual([])
    await older.runJobs()
    expect(older.log).toEqual([])
    const { rows } = await sql<{ id: number; state: string; ground: string }>`
      select id, state, ground from practice_deletions`.execute(older.owner.queries)
    expect(rows).toEqual([{ id, state: 'done', ground: 'restored' }])
    const { rows: left } = await sql`select from practices union all select from patients`.execute(
      older.owner.queries,
    )
    expect(left).toEqual([])
    expect(await older.deleteAgain()).toBe(0)
    expect([...(await deletedPractices(dependenciesOf(older).list as never))]).toEqual([owner.practiceId])
    await older.close()
  })

  it('is deleted again where the backup is older than the account of who decided it', async () => {
    const older = await buildTestApp()
    const owner = await registerOwner(older)
    const { practiceId, userId } = owner
    const key = await callEndpoint(older, practiceKeyEndpoints.create, {
      token: owner.token,
      body: { name: 'Informes', scopes: ['patients'], lifetime: 30 },
    })
    expect(key.status, key.text).toBe(201)
    const { rows: here } = await sql<{ uid: string }>`
      select uid from practices where id = ${practiceId}`.execute(older.owner.queries)
    await noteDeletion(dependenciesOf(older).list as OutsideList, {
      ...{ practiceDeletionId: 987_001, practiceId, practiceUid: here[0]?.uid ?? '' },
      decidedBy: 987_002,
    })
    expect(await older.deleteAgain()).toBe(1)
    const { rows: keys } = await sql`
      select revoked_by::int as by from practice_keys where practice_id = ${practiceId}`.execute(
      older.owner.queries,
    )
    expect(keys).toEqual([{ by: userId }])
    await older.runJobs()
    expect(older.log).toEqual([])
    const { rows } = await sql`select state, asked_by::int as by from practice_deletions`.execute(
      older.owner.queries,
    )
    expect(rows).toEqual([{ state: 'done', by: userId }])
    await older.close()
  })
})

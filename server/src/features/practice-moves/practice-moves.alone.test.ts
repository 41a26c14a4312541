import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testSecret } from '../../../test/build-test-app.ts'
import { exportPractice, filesOf, importPractice } from '../../../test/factories/moves.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { stageWholeFile } from '../../../test/factories/whole-file.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testServer } from '../../../test/test-practice.ts'
import { deriveKeys } from '../../platform/tokens.ts'
import { noteDeletion } from '../practice-deletions/practice-deletions.list.ts'

const app = await testServer({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())

let owner: TestPerson
let identity: string
let archive: string
let there: TestApp

beforeAll(async () => {
  owner = await registerOwner(app)
  await stageWholeFile(app, owner, 'Xilofonista')
  identity = await generateIdentity()
  archive = path.join(scratch.directory, 'practice.zip.age')
  await exportPractice(app, owner.practiceId, archive, { recipients: [await identityToRecipient(identity)] })
})

beforeEach(async () => {
  there = await buildTestApp()
  return () => there.close()
})

const workOf = ({ outbox }: TestApp): string => path.join(path.dirname(outbox), 'leaving')

const filesIn = async ({ filesDirectory }: TestApp): Promise<string[]> => {
  const entries = await readdir(filesDirectory, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const countPractices = async ({ owner: pool }: TestApp): Promise<number> =>
  (await sql`select from practices`.execute(pool.queries)).rows.length

/** A store whose first file waits until somebody lets it go on. */
const waitingStore = () => {
  const files = filesOf(there)
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const put: typeof files.put = async (key, bytes) => {
    reached.resolve()
    await goOn.promise
    await files.put(key, bytes)
  }
  return { files: { ...files, put }, reached: reached.promise, goOn: goOn.resolve }
}

it('a second import at once is refused before it copies anything, and spoils nothing of the first', async () => {
  const { files, reached, goOn } = waitingStore()
  const first = importPractice(there, archive, { identity, files })
  await reached
  await expect(importPractice(there, archive, { identity })).rejects.toThrow(/Another import is under way/)
  expect(await filesIn(there)).toEqual([])
  goOn()
  expect(await first).toMatchObject({ practice: { id: owner.practiceId } })
  expect((await filesIn(there)).length).toBeGreaterThan(0)
})

it('nothing decrypted stays of an import, nor of one before it that was killed', async () => {
  await mkdir(workOf(there), { recursive: true })
  await writeFile(path.join(workOf(there), 'arriving-killed'), 'Xilofonista')
  await expect(importPractice(there, archive, { identity: await generateIdentity() })).rejects.toThrow()
  expect(await readdir(workOf(there))).toEqual([])
  await importPractice(there, archive, { identity })
  expect(await readdir(workOf(there))).toEqual([])
})

it('an import that is refused after it copied files leaves none of them', async () => {
  const { files, reached, goOn } = waitingStore()
  const refused = importPractice(there, archive, { identity, files })
  await reached
  await registerOwner(there)
  goOn()
  await expect(refused).rejects.toThrow(/holds a practice or an account already/)
  expect(await filesIn(there)).toEqual([])
})

it('a refused import leaves the files that its store had before: they may be of an installation that has the same store', async () => {
  const files = filesOf(there)
  await importPractice(there, archive, { identity })
  const before = (await filesIn(there)).sort()
  const other = await buildTestApp()
  await registerOwner(other)
  const refused = importPractice(other, archive, {
    identity,
    files: { ...files, put: (key, bytes) => files.put(key, bytes) },
  })
  await expect(refused).rejects.toThrow(/holds a practice or an account already/)
  await other.close()
  expect((await filesIn(there)).sort()).toEqual(before)
})

it('a practice that the list says was deleted is not taken in, and nothing of it is copied', async () => {
  const { rows } = await sql<{ uid: string }>`
    select uid from practices where id = ${owner.practiceId}`.execute(app.owner.queries)
  const list = { path: there.erasuresFile, keys: deriveKeys([testSecret], 'list of erasures') }
  const one = { practiceDeletionId: 987_001, practiceId: owner.practiceId, decidedBy: owner.userId }
  await noteDeletion(list, { ...one, practiceUid: rows[0]?.uid ?? '' })
  await expect(importPractice(there, archive, { identity })).rejects.toThrow(/was deleted/)
  expect([await countPractices(there), await filesIn(there)]).toEqual([0, []])
})

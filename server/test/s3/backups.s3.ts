import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreBackup } from '../../src/features/backups/restoring/backups.restore.service.ts'
import { bucketTarget } from '../../src/features/backups/targets/backups.target.s3.ts'
import { localFileStore } from '../../src/platform/files/file-store.local.ts'
import { s3FileStore } from '../../src/platform/files/file-store.s3.ts'
import { bytesOf } from '../../src/platform/files/file-store.ts'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { backUp, contentsOf, ours } from '../factories/backups.ts'
import { createPatient } from '../factories/clinical.ts'
import { addFile, writeDocument } from '../factories/files.ts'
import { registerOwner } from '../factories/people.ts'
import { createTestDatabase } from '../postgres-database.ts'
import { createScratchDirectory } from '../scratch-directory.ts'
import { createBucket } from './bucket.ts'

const scratch = await createScratchDirectory()
const { settings } = await createBucket()
const staging = path.join(scratch.directory, 'staging')
const target = (atOnce?: number) =>
  bucketTarget(s3FileStore(settings), {
    ...{ address: `s3://${settings.bucket}/ulna/nightly`, prefix: 'ulna/nightly', staging },
    ...(atOnce === undefined ? {} : { atOnce }),
  })

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  await mkdir(staging)
})
afterAll(async () => {
  await app.close()
  await scratch.remove()
})

describe('a bucket that backups are kept in', () => {
  it('takes a large file in pieces, tells what lies in a folder, and loses what is removed', async () => {
    const bytes = Buffer.alloc(70 * 1024 * 1024, 'abc')
    for (const atOnce of [1024, undefined]) {
      const staged = path.join(staging, 'large')
      await writeFile(staged, bytes)
      await target(atOnce).put('a/b/large.age', staged)
      const { file, release } = await target().near('a/b/large.age')
      expect((await readFile(file)).equals(bytes)).toBe(true)
      await release()
    }
    expect(await target().names('')).toEqual(['a'])
    expect(await target().names('a')).toEqual(['b'])
    expect(await target().names('a/b')).toEqual(['large.age'])
    expect(await target().sizeOf('a/b/large.age')).toBe(bytes.length)
    await target().removeFolder('a')
    expect([await target().names(''), await target().sizeOf('a/b/large.age')]).toEqual([[], undefined])
    await expect(target().open('a/b/large.age')).rejects.toMatchObject({ key: 'file_not_found' })
  })

  it('I1 holds backups that are read again, restored equal, and share their files', async () => {
    const owner = await registerOwner(app)
    const { id } = await createPatient(app, owner)
    const record = await writeDocument(app, owner, id)
    await addFile(app, owner, { recordId: record.id })
    await backUp(app, '', { to: target(), scratch: path.join(scratch.directory, 'again') })
    await createPatient(app, owner)
    const made = await backUp(app, '', { to: target(), scratch: path.join(scratch.directory, 'again') })
    expect([made.fresh.length, made.files > 0]).toEqual([0, true])
    expect(made.path).toBe(`s3://${settings.bucket}/ulna/nightly/${made.name}`)
    expect((await bytesOf(await target().open('installation'))).length).toBe(37)

    const database = await createTestDatabase()
    const files = localFileStore(path.join(scratch.directory, 'files'))
    await restoreBackup({
      ...{ place: { target: target(), name: made.name }, identities: [ours.identity], files, beside: {} },
      scratch: path.join(scratch.directory, 'plain'),
      reach: async () => database.ownerConnection,
      isKnown: async () => true,
      settleSecrets: async () => undefined,
      prepare: async () => database.appConnection,
    })
    expect(await contentsOf(database)).toEqual(await contentsOf(app.database))
    await database.drop()
  })
})

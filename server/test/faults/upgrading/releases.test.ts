import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ReleasePractice, readClinical } from '../../releases/release-practice.ts'
import { backupOf, type Release, releaseKey, releases } from '../../releases/releases.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { reportFigures } from '../figures.ts'
import { renewToken } from '../http-call.ts'
import { openHostedDatabase } from '../moving/backup-scene.ts'
import type { OwnDatabase } from '../own-database.ts'
import { runCommand } from '../server-command.ts'
import { ServerProcess } from '../server-process.ts'
import { compareWithRelease } from './release-rows.ts'

let database: OwnDatabase
let scratch: Awaited<ReturnType<typeof createScratchDirectory>>
let server: ServerProcess | undefined

beforeEach(async () => {
  database = await openHostedDatabase()
  scratch = await createScratchDirectory()
})
afterEach(async () => {
  await server?.end('SIGKILL')
  await database.drop()
  await scratch.remove()
})

const variables = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  DATA_DIR: path.join(scratch.directory, 'data'),
  BACKUP_IDENTITY_FILE: path.join(scratch.directory, 'key'),
})

interface Kept {
  readonly practice: ReleasePractice
  readonly answers: Readonly<Record<string, unknown>>
}

const keptBy = async ({ folder }: Release): Promise<Kept> =>
  JSON.parse(await readFile(path.join(folder, 'answers.json'), 'utf8')) as Kept

const restore = async (release: Release): Promise<void> => {
  await writeFile(path.join(scratch.directory, 'key'), releaseKey.identity)
  const { code, output } = await runCommand('restore', variables(), [await backupOf(release)])
  expect(code, output).toBe(0)
}

describe.each(releases())('I4 what version $version wrote', (release) => {
  it('is restored and brought up to date: every column as it was, and every answer', async () => {
    await restore(release)
    const { columns, other } = await compareWithRelease(
      release,
      database.pool.connection,
      path.join(scratch.directory, 'plain'),
    )
    expect(other).toEqual([])
    server = new ServerProcess(variables())
    await server.start()
    const { practice, answers } = await keptBy(release)
    await renewToken(server.baseUrl, practice.owner)
    const now = await readClinical(server.baseUrl, practice.owner.token, practice)
    expect(Object.keys(answers).length).toBeGreaterThan(100)
    // What a later version says besides is its own affair.
    expect(now).toMatchObject(answers)
    await server.end('SIGTERM')
    const verified = await runCommand('verify', variables())
    expect(verified.code, verified.output).toBe(0)
    reportFigures('I4', { version: release.version, columns, answers: Object.keys(answers).length, other: 0 })
  })
})

import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isBackupName } from '../../../src/features/backups/backups.format.ts'
import { checkSealed, readIndex } from '../../../src/features/backups/restoring/backups.read.ts'
import { folderTarget } from '../../../src/features/backups/targets/backups.target.ts'
import { newAgeKey } from '../../../src/platform/files/age-keys.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { reportFigures } from '../figures.ts'
import type { OwnDatabase } from '../own-database.ts'
import { runCommand } from '../server-command.ts'
import { sizes } from '../sizes.ts'
import { namedBackup, openHostedDatabase, rowsOf } from './backup-scene.ts'
import { killRepeatedly } from './kill-repeatedly.ts'

const scratch = await createScratchDirectory()
const inScratch = (name: string): string => path.join(scratch.directory, name)
const { identity, recipient } = await newAgeKey()

let here: OwnDatabase
let variables: Record<string, string>

beforeAll(async () => {
  here = await openHostedDatabase()
  variables = { DATABASE_URL: here.url, DATA_DIR: inScratch('here'), BACKUP_RECIPIENTS: recipient }
  await writeFile(inScratch('identity'), identity)
  expect(await runCommand('demo', variables)).toMatchObject({ code: 0 })
})

afterAll(async () => {
  await here.drop()
  await scratch.remove()
})

const target = folderTarget(inScratch('here/backups'))

/** What lies there under the name of a backup and says of itself that it is whole. */
const wholeOnes = async (): Promise<readonly string[]> => {
  const whole: string[] = []
  for (const name of (await target.names('')).filter(isBackupName))
    if ((await target.names(name)).includes('index.json')) whole.push(name)
  return whole
}

/** A command that may be killed after so long: that it was, or how many ms it took to its good end. */
const outcomeOf = async (...command: Parameters<typeof runCommand>): Promise<'cut off' | number> => {
  const began = performance.now()
  const { code, output } = await runCommand(...command)
  if (code === null) return 'cut off'
  expect(code, output).toBe(0)
  return performance.now() - began
}

it(
  'I1 a backup that is killed at any moment leaves no half one, and the next one is whole',
  async () => {
    const backup = async (killAfterMs: number | undefined) => {
      const outcome = await outcomeOf('backup', variables, [], killAfterMs)
      for (const name of await wholeOnes()) {
        const place = { target, name }
        await checkSealed(place, await readIndex(place))
      }
      return outcome
    }
    const drilled = async (killAfterMs: number | undefined) => {
      await sql`update backups set drilled_at = null`.execute(here.pool.queries)
      return backup(killAfterMs)
    }
    const n = sizes.backupKills
    await killRepeatedly(Math.ceil(n / 2), drilled)
    await killRepeatedly(Math.floor(n / 2), backup)
    const last = await runCommand('backup', variables)
    expect(last.code, last.output).toBe(0)
    expect(await readdir(inScratch('here/backups/.writing'))).toEqual([])
    expect(await readdir(inScratch('here'))).not.toContain('drill')
    reportFigures('backups', { killed: n, halves: 0 })
  },
  sizes.patienceMs,
)

it(
  'I1 a restore that is killed at any moment leaves nobody an account, and the next one restores all',
  async () => {
    const folder = namedBackup((await runCommand('backup', variables)).output)
    const contents = await rowsOf(here)
    let at = 0
    const restore = async (killAfterMs: number | undefined) => {
      at += 1
      const there = await openHostedDatabase()
      const restoring = {
        ...{ DATABASE_URL: there.url, DATA_DIR: inScratch(`there-${at}`) },
        BACKUP_IDENTITY_FILE: inScratch('identity'),
      }
      const outcome = await outcomeOf('restore', restoring, [folder], killAfterMs)
      if (outcome === 'cut off') {
        const again = await runCommand('restore', restoring, [folder])
        // It may have been killed behind its end.
        expect(again.code === 0 || again.output.includes('has accounts'), again.output).toBe(true)
      }
      expect(await rowsOf(there)).toEqual(contents)
      await there.drop()
      return outcome
    }
    await killRepeatedly(sizes.restoreKills, restore)
    reportFigures('restores', { killed: sizes.restoreKills, halves: 0 })
  },
  sizes.patienceMs,
)

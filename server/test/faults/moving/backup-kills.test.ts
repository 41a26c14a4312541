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

/** A moment between the beginning and the end of what takes so long, another one at each try. */
const momentOf = (wholeMs: number, at: number, of: number): number =>
  Math.round((wholeMs * (at + 1)) / (of + 1))

const timed = async <T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> => {
  const began = performance.now()
  const result = await work()
  return { ms: performance.now() - began, result }
}

it(
  'I1 a backup that is killed at any moment leaves no half one, and the next one is whole',
  async () => {
    const whole = async () => {
      const { ms, result } = await timed(() => runCommand('backup', variables))
      expect(result.code, result.output).toBe(0)
      return ms
    }
    const [drilledMs, plainMs] = [await whole(), await whole()]
    const n = sizes.backupKills
    let killed = 0
    for (let at = 0; at < n; at += 1) {
      const isDrilled = at % 2 === 0
      if (isDrilled) await sql`update backups set drilled_at = null`.execute(here.pool.queries)
      const moment = momentOf(isDrilled ? drilledMs : plainMs, at, n)
      const { code } = await runCommand('backup', variables, [], moment)
      if (code === null) killed += 1
      for (const name of await wholeOnes()) {
        const place = { target, name }
        await checkSealed(place, await readIndex(place))
      }
    }
    const last = await runCommand('backup', variables)
    expect(last.code, last.output).toBe(0)
    expect(await readdir(inScratch('here/backups/.writing'))).toEqual([])
    expect(await readdir(inScratch('here'))).not.toContain('drill')
    expect(killed).toBeGreaterThan(0)
    reportFigures('backups', { n, killed, halves: 0 })
  },
  sizes.patienceMs,
)

it(
  'I1 a restore that is killed at any moment leaves nobody an account, and the next one restores all',
  async () => {
    const folder = namedBackup((await runCommand('backup', variables)).output)
    const contents = await rowsOf(here)
    const n = sizes.restoreKills
    let [killed, ms] = [0, 20_000]
    for (let at = 0; at <= n; at += 1) {
      const there = await openHostedDatabase()
      const restoring = {
        ...{ DATABASE_URL: there.url, DATA_DIR: inScratch(`there-${at}`) },
        BACKUP_IDENTITY_FILE: inScratch('identity'),
      }
      // The first one is not killed: it says how long it takes.
      const first = await timed(() =>
        runCommand('restore', restoring, [folder], at === 0 ? undefined : momentOf(ms, at - 1, n)),
      )
      if (at === 0) ms = first.ms
      if (first.result.code === null) {
        killed += 1
        const again = await runCommand('restore', restoring, [folder])
        // It may have been killed behind its end.
        expect(again.code === 0 || again.output.includes('has accounts'), again.output).toBe(true)
      } else expect(first.result.code, first.result.output).toBe(0)
      expect(await rowsOf(there)).toEqual(contents)
      await there.drop()
    }
    expect(killed).toBeGreaterThan(0)
    reportFigures('restores', { n, killed, halves: 0 })
  },
  sizes.patienceMs,
)

import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { newAgeKey } from '../../../src/platform/files/age-keys.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import type { OwnDatabase } from '../own-database.ts'
import { runCommand } from '../server-command.ts'
import { ServerProcess } from '../server-process.ts'
import { sizes } from '../sizes.ts'
import { namedBackup, openHostedDatabase, rowsOf } from './backup-scene.ts'

const scratch = await createScratchDirectory()
const databases: OwnDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
  await scratch.remove()
})
const inScratch = (name: string): string => path.join(scratch.directory, name)

const openDatabase = async (): Promise<OwnDatabase> => {
  const database = await openHostedDatabase()
  databases.push(database)
  return database
}

const settings = (name: string, { url }: OwnDatabase) => ({ DATABASE_URL: url, DATA_DIR: inScratch(name) })

it(
  'I1 the commands of an operator: a backup of one machine is restored on another, whose owner of the tables is no superuser, with its secret',
  async () => {
    const [here, there] = [await openDatabase(), await openDatabase()]
    const { identity, recipient } = await newAgeKey()
    await writeFile(inScratch('identity'), `# printed\n${identity}\n`)
    const keeping = { BACKUP_TO: inScratch('to'), BACKUP_RECIPIENTS: recipient, APP_SECRET: randomUUID() }
    const run = async (
      name: 'demo' | 'backup' | 'restore' | 'verify',
      variables: Record<string, string>,
      args: string[] = [],
    ) => {
      const { code, output } = await runCommand(name, variables, args)
      expect(code, output).toBe(0)
      return output
    }
    await run('demo', { ...settings('here', here), ...keeping })
    const output = await run('backup', { ...settings('here', here), ...keeping })
    expect(output).toContain('restored into a database of its own and verified there')
    expect(await readdir(inScratch('here'))).not.toContain('drill')
    const folder = namedBackup(output)
    expect(await readdir(folder)).toEqual(['database.age', 'index.json'])

    const wrong = await runCommand(
      'restore',
      { ...settings('there', there), BACKUP_IDENTITY_FILE: inScratch('nothing') },
      [folder],
    )
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('cannot be read') })
    const other = {
      ...settings('there', there),
      BACKUP_IDENTITY_FILE: inScratch('identity'),
      APP_SECRET: randomUUID(),
    }
    expect(await runCommand('restore', other, [folder])).toMatchObject({
      code: 1,
      output: expect.stringContaining('APP_SECRET is not that of the backup'),
    })

    const restoring = { ...settings('there', there), BACKUP_IDENTITY_FILE: inScratch('identity') }
    // It was started once before, and has tables and a secret of its own, which are nobody's.
    await run('verify', settings('there', there))
    expect(await run('restore', restoring, [inScratch('to')])).toContain('Restored as of')
    expect((await readFile(inScratch('there/app-secret'), 'utf8')).trim()).toBe(keeping.APP_SECRET)
    expect(await rowsOf(there)).toEqual(await rowsOf(here))
    expect(await run('verify', settings('there', there))).not.toContain('faults')
    expect(await runCommand('restore', restoring, [folder])).toMatchObject({
      code: 1,
      output: expect.stringContaining('has accounts'),
    })
  },
  sizes.patienceMs,
)

it(
  'I1 a server makes a backup by itself that day, beside whoever works with it, and what stops the server stops it',
  async () => {
    const here = await openDatabase()
    const { recipient } = await newAgeKey()
    const variables = { ...settings('nightly', here), BACKUP_RECIPIENTS: recipient, LOG_LEVEL: 'info' }
    expect(await runCommand('demo', variables)).toMatchObject({ code: 0 })
    const server = new ServerProcess(variables)
    await server.start()
    const begin = () => sql`select graphile_worker.add_job('backups.nightly')`.execute(here.pool.queries)
    const states = async () =>
      (
        await sql<{ state: string }>`select state from backups order by id`.execute(here.pool.queries)
      ).rows.map(({ state }) => state)
    await begin()
    await expect.poll(states, { timeout: 120_000, interval: 500 }).toEqual(['good'])
    // It says so behind the row, once its process ends.
    await expect.poll(() => server.output, { timeout: 120_000 }).toContain('restored into a database of its own')
    expect(await readdir(inScratch('nightly/backups'))).toHaveLength(4)

    await sql`update backups set at = at - interval '1 day', started_at = started_at - interval '1 day'`.execute(
      here.pool.queries,
    )
    await begin()
    await expect.poll(states, { timeout: 120_000, interval: 50 }).toEqual(['good', 'running'])
    await server.end('SIGTERM')
    expect(server.output).toContain('The backup was cut off.')
    expect(await states()).toEqual(['good', 'running'])
    expect(await readdir(inScratch('nightly'))).not.toContain('drill')
  },
  sizes.patienceMs,
)

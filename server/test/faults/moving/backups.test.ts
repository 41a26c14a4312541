import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { newAgeKey } from '../../../src/platform/files/age-keys.ts'
import { createScratchDirectory } from '../../scratch-directory.ts'
import { type OwnDatabase, openOwnDatabase } from '../own-database.ts'
import { runCommand } from '../server-command.ts'
import { sizes } from '../sizes.ts'

const scratch = await createScratchDirectory()
const databases: OwnDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
  await scratch.remove()
})
const inScratch = (name: string): string => path.join(scratch.directory, name)

/** A hoster gives it out so: the role that owns the tables is above nothing. */
const openDatabase = async (): Promise<OwnDatabase> => {
  const database = await openOwnDatabase({ plainOwner: true })
  databases.push(database)
  return database
}

const settings = (name: string, { url }: OwnDatabase) => ({ DATABASE_URL: url, DATA_DIR: inScratch(name) })

/** What every row of the practice's tables says, without those that a start writes anew. */
const contentsOf = async ({ pool }: OwnDatabase): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and relname not in ('record_classes', 'record_modules') order by 1`.execute(
    pool.queries,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ said: string }>`
      select count(*) || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as said
      from ${sql.table(name)} t`.execute(pool.queries)
    contents[name] = rows[0]?.said ?? ''
  }
  return contents
}

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
    const [, folder] = /^backup (.+)$/m.exec(output.trimEnd().split('\n').at(-1) ?? '') ?? []
    if (folder === undefined) throw new Error(`no backup was named: ${output}`)
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
    expect(await run('restore', restoring, [folder])).toContain('Restored as of')
    expect((await readFile(inScratch('there/app-secret'), 'utf8')).trim()).toBe(keeping.APP_SECRET)
    expect(await contentsOf(there)).toEqual(await contentsOf(here))
    expect(await run('verify', settings('there', there))).not.toContain('faults')
    expect(await runCommand('restore', restoring, [folder])).toMatchObject({
      code: 1,
      output: expect.stringContaining('has accounts'),
    })
  },
  sizes.patienceMs,
)

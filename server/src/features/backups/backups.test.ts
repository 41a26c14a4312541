import { copyFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import {
  backUp,
  contentsOf,
  emptyInstallation,
  onDatabase,
  ours,
  placeAt,
} from '../../../test/factories/backups.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { addFile, writeDocument } from '../../../test/factories/files.ts'
import { stageWholeFile } from '../../../test/factories/whole-file.ts'
import type { TestDatabase } from '../../../test/postgres-database.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { verifyChains } from '../../platform/audit/audit.verify.ts'
import { openPool } from '../../platform/database/database.ts'
import { newAgeKey } from '../../platform/files/age-keys.ts'
import { localFileStore } from '../../platform/files/file-store.local.ts'
import { deriveKey } from '../../platform/tokens.ts'
import { tablesOfKeys } from './making/backups.files.ts'
import type { BackupDone } from './making/backups.run.service.ts'
import { readIndex } from './restoring/backups.read.ts'

const { app, owner } = await testPractice({ alone: true })
const scratch = await createScratchDirectory()
const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
  await scratch.remove()
})
const inScratch = (name: string): string => path.join(scratch.directory, name)
const theirs = await newAgeKey()
const store = localFileStore(app.filesDirectory)

const elsewhere = async (name: string) => {
  const there = await emptyInstallation(inScratch(name))
  databases.push(there.database)
  return there
}

const ask = <R extends object>(database: TestDatabase, statement: string): Promise<R[]> =>
  onDatabase(database, async (client) => (await client.query<R>(statement)).rows)

let made: BackupDone

beforeAll(async () => {
  await stageWholeFile(app, owner, 'Xilofonista')
  const { id } = await createPatient(app, owner)
  const record = await writeDocument(app, owner, id)
  await addFile(app, owner, { recordId: record.id })
  await writeFile(inScratch('erasures'), 'a line\n')
  made = await backUp(app, inScratch('to'), { beside: { erasures: inScratch('erasures') } })
})

describe('I1 a backup', () => {
  it('is restored equal row by row, with its sequences, its queue and every byte of its files', async () => {
    const there = await elsewhere('whole')
    const restored = await there.restore(made.path)
    expect(restored).toMatchObject({ at: made.at, rows: made.rows, files: made.files, secret: testSecret })
    expect(await contentsOf(there.database)).toEqual(await contentsOf(app.database))
    expect(made.files).toBeGreaterThan(3)
    expect(made.missing).toBe(0)
    const { rows } = await sql<{
      key: string
    }>`select storage_key as key from files where state = 'ready'`.execute(app.owner.queries)
    for (const { key } of rows)
      expect((await there.files.get(key)).equals(await store.get(key)), key).toBe(true)
    expect(await readFile(path.join(there.directory, 'erasures'), 'utf8')).toBe('a line\n')
    expect(there.touched).toEqual([testSecret, 'a former secret of this installation, long enough'])
  })

  it('goes on where it was: chains verify, rules hold again, and numbers follow', async () => {
    const there = await elsewhere('going-on')
    await there.restore(made.path)
    const pool = openPool(there.database.appConnection, { size: 1, onIdleError: () => undefined })
    const chains = await verifyChains(pool.queries, deriveKey(testSecret, 'audit chain'))
    await pool.close()
    expect(chains.flatMap(({ faults }) => faults)).toEqual([])
    const rules = (database: TestDatabase) =>
      ask(
        database,
        `select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition, convalidated
        from pg_constraint where connamespace = 'public'::regnamespace
        union all select relname, 'forced', relforcerowsecurity::text, relrowsecurity from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r'
        union all select tgrelid::regclass::text, tgname, tgenabled::text, true from pg_trigger where not tgisinternal
        order by 1, 2`,
      )
    expect(await rules(there.database)).toEqual(await rules(app.database))
    const [next] = await ask<{ id: number }>(there.database, `select nextval('global_id')::float8 as id`)
    const [last] = await ask<{ id: number }>(app.database, `select last_value::float8 as id from global_id`)
    expect(next?.id).toBe((last?.id ?? 0) + 1)
  })

  it('says nothing of anybody to whoever has no key', async () => {
    for (const entry of await readdir(scratch.directory, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      if (!entry.isFile() || !file.startsWith(inScratch('to/'))) continue
      expect((await readFile(file)).includes('Xilofonista'), file).toBe(false)
      expect(file).not.toMatch(/image_|document_/)
    }
  })

  it('is read by a role that writes nothing and is above nothing', async () => {
    const { backupRole } = inject('postgres')
    const { rows } = await sql`
      select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and (has_table_privilege(${backupRole}, c.oid, 'insert, update, delete, truncate')
          or has_any_column_privilege(${backupRole}, c.oid, 'insert, update'))
      union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and has_function_privilege(${backupRole}, p.oid, 'execute')
      union all select rolname from pg_roles where rolname = ${backupRole} and (rolsuper or rolbypassrls or rolcreaterole)`.execute(
      app.owner.queries,
    )
    expect(rows).toEqual([])
  })

  it('is refused where the role of backups reads less than practices see', async () => {
    await sql`drop policy read_by_backups on patients`.execute(app.owner.queries)
    const refused = backUp(app, inScratch('less'))
    await expect(refused).rejects.toThrow(/Of patients 0 rows would be in the backup/)
    await sql`create policy read_by_backups on patients for select to ${sql.id(inject('postgres').backupRole)}
      using (true)`.execute(app.owner.queries)
    expect(await readdir(inScratch('less'))).toEqual(['.writing', 'installation'])
    expect(await readdir(inScratch('less/.writing'))).toEqual([])
  })

  it('has every file that a row may name', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns where table_schema = 'public'
        and column_name = 'storage_key' order by 1`.execute(app.owner.queries)
    // Of uploads nothing is a file yet; of erasures the bytes are on their way out; parts are what files became elsewhere.
    const others = ['backup_parts', 'erasure_bytes', 'files', 'uploads']
    expect(rows.map(({ name }) => name)).toEqual([...tablesOfKeys, ...others].sort())
  })
})

describe('I3 a backup that is made while people write', () => {
  it('is of one moment: what is written while it is made is in it whole or not at all, and no row names a file that is not in it', async () => {
    const before = await contentsOf(app.database)
    let going = true
    const writing = (async () => {
      while (going) await createPatient(app, owner)
    })()
    const busy = await backUp(app, inScratch('busy'))
    going = false
    await writing
    const there = await elsewhere('busy-there')
    // Rules that point from one row to another are made again behind the rows: they would not be.
    await there.restore(busy.path)
    const halves = await ask(
      there.database,
      `select p.id from patients p where not exists (select from patient_versions v where v.patient_id = p.id)
      union all select e.patient_id from audit_events e where e.action = 'patient.create'
        and not exists (select from patients p where p.id = e.patient_id)`,
    )
    expect(halves).toEqual([])
    const { rows } = await sql<{
      key: string
    }>`select storage_key as key from files where state = 'ready'`.execute(app.owner.queries)
    for (const { key } of rows) expect(await there.files.sizeOf(key), key).toBeGreaterThan(0)
    const after = await contentsOf(there.database)
    expect(after['public.records']).toBe(before['public.records'])
    expect(await contentsOf(app.database)).not.toEqual(after)
  })
})

describe('I2 a damaged backup', () => {
  const copyOf = async (name: string): Promise<string> => {
    const folder = path.join(inScratch('to'), name)
    await mkdir(folder)
    for (const file of await readdir(made.path))
      await copyFile(path.join(made.path, file), path.join(folder, file))
    return folder
  }

  const flip = async (file: string): Promise<void> => {
    const bytes = await readFile(file)
    const at = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    await writeFile(file, bytes)
  }

  const cases: readonly [string, (folder: string) => Promise<unknown>, RegExp][] = [
    [
      'one byte of which is another',
      (folder) => flip(path.join(folder, 'database.age')),
      /missing, cut off or changed/,
    ],
    [
      'that is cut off',
      (folder) => truncate(path.join(folder, 'database.age'), 4000),
      /missing, cut off or changed/,
    ],
    ['that lacks its rows', (folder) => rm(path.join(folder, 'database.age')), /missing, cut off or changed/],
    ['whose list is cut off', (folder) => truncate(path.join(folder, 'index.json'), 50), /cannot be read/],
    ['without a list', (folder) => rm(path.join(folder, 'index.json')), /is no backup/],
    [
      'of a newer kind',
      async (folder) =>
        writeFile(
          path.join(folder, 'index.json'),
          JSON.stringify({ ...(await readIndex(placeAt(folder))), format: 99, product: '9.0.0' }),
        ),
      /made by Ulna 9\.0\.0, which is newer/,
    ],
  ]

  it.each(cases)('%s is refused before anything is touched', async (name, damage, words) => {
    const folder = await copyOf(name.replaceAll(' ', '-'))
    await damage(folder)
    const there = await elsewhere(`refused-${name.replaceAll(' ', '-')}`)
    const before = await contentsOf(there.database)
    await expect(there.restore(folder)).rejects.toThrow(words)
    expect(there.touched).toEqual([])
    expect(await readdir(there.directory)).toEqual([])
    expect(await contentsOf(there.database)).toEqual(before)
  })

  it('one file of which is missing or changed is refused before anything is touched', async () => {
    const [part] = (await readIndex(placeAt(made.path))).parts
    if (!part) throw new Error('the backup has no files')
    const file = path.join(inScratch('to'), 'files', part.name)
    const kept = await readFile(file)
    const there = await elsewhere('part')
    await flip(file)
    await expect(there.restore(made.path)).rejects.toThrow(`The part ${part.name}`)
    await rm(file)
    await expect(there.restore(made.path)).rejects.toThrow(`The part ${part.name}`)
    await writeFile(file, kept)
    expect(there.touched).toEqual([])
  })

  it('and one for another key, of a newer schema, or into a database with accounts, is refused too', async () => {
    const there = await elsewhere('other')
    await expect(there.restore(made.path, theirs.identity)).rejects.toThrow('The key does not open it')
    await expect(there.restore(made.path, ours.identity, false)).rejects.toThrow('is newer than this one')
    expect(there.touched).toEqual([])
    await there.restore(made.path)
    await expect(there.restore(made.path)).rejects.toThrow('has accounts')
  })
})

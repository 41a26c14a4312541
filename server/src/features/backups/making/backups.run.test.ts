import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  backUp,
  backupRun,
  contentsOf,
  emptyInstallation,
  openTestScratch,
  ours,
  placeAt,
} from '../../../../test/factories/backups.ts'
import { createPatient } from '../../../../test/factories/clinical.ts'
import { addFile, writeDocument } from '../../../../test/factories/files.ts'
import type { TestDatabase } from '../../../../test/postgres-database.ts'
import { createScratchDirectory } from '../../../../test/scratch-directory.ts'
import { testPractice } from '../../../../test/test-practice.ts'
import { newAgeKey } from '../../../platform/files/age-keys.ts'
import type { BackupRunError } from '../backups.faults.ts'
import { keptDays } from '../backups.keep.ts'
import { readIndex } from '../restoring/backups.read.ts'
import { folderTarget } from '../targets/backups.target.ts'
import { tidyBackups } from './backups.tidy.ts'

const { app, owner } = await testPractice({ alone: true })
const scratch = await createScratchDirectory()
const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
  await scratch.remove()
})
const inScratch = (name: string): string => path.join(scratch.directory, name)

const addDocument = async (): Promise<void> => {
  const { id } = await createPatient(app, owner)
  const record = await writeDocument(app, owner, id)
  await addFile(app, owner, { recordId: record.id })
}

const partsOf = async (folder: string): Promise<readonly string[]> =>
  (await readIndex(placeAt(folder))).parts.map(({ name }) => name).sort()

const lastRun = async () => {
  const { rows } = await sql<{ state: string; fault: string | null; cause: string | null; drilled: boolean }>`
    select state, fault, cause, drilled_at is not null as drilled from backups order by id desc limit 1`.execute(
    app.owner.queries,
  )
  return rows[0]
}

const faultOfRun = (error: unknown): string => (error as BackupRunError).fault

const restored = async (name: string, folder: string, identity = ours.identity): Promise<TestDatabase> => {
  const there = await emptyInstallation(inScratch(name))
  databases.push(there.database)
  await there.restore(folder, identity)
  return there.database
}

beforeAll(addDocument)

describe('a backup behind another', () => {
  it('seals the files alone that are new, and each of the two is restored whole', async () => {
    const to = inScratch('incremental')
    const first = await backUp(app, to)
    const contents = await contentsOf(app.database)
    await addDocument()
    const second = await backUp(app, to)
    expect(first.fresh).toHaveLength(first.files)
    expect(second.files).toBeGreaterThan(first.files)
    expect(second.fresh).toHaveLength(second.files - first.files)
    expect(await partsOf(second.path)).toEqual(expect.arrayContaining([...(await partsOf(first.path))]))
    expect(await contentsOf(await restored('first', first.path))).toEqual(contents)
    expect(await contentsOf(await restored('second', second.path))).toEqual(await contentsOf(app.database))
  })

  it('seals all anew for another key, which then opens it', async () => {
    const to = inScratch('other-key')
    await backUp(app, to)
    const other = await newAgeKey()
    const second = await backUp(app, to, { recipients: [ours.recipient, other.recipient] })
    expect(second.fresh).toHaveLength(second.files)
    await restored('by-other', second.path, other.identity)
  })

  it('is sealed for the printed key too', async () => {
    const printed = await newAgeKey()
    await sql`insert into recovery_keys (recipient) values (${printed.recipient})`.execute(app.owner.queries)
    const made = await backUp(app, inScratch('printed'), { recipients: [] })
    await restored('by-printed', made.path, printed.identity)
    await sql`delete from recovery_keys`.execute(app.owner.queries)
  })

  it('finds an earlier file that is not what it was, and the next one seals it anew', async () => {
    const to = inScratch('rotten')
    const first = await backUp(app, to)
    const [part = ''] = await partsOf(first.path)
    const file = path.join(to, 'files', part)
    const bytes = await readFile(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    await writeFile(file, bytes)
    await expect(backUp(app, to)).rejects.toThrow(`The part ${part}`)
    expect(await lastRun()).toMatchObject({ state: 'failed', fault: 'backup_unverified' })
    const mended = await backUp(app, to)
    expect(mended.fresh).toHaveLength(mended.files)
    expect(await lastRun()).toMatchObject({ state: 'good', fault: null })
    await restored('mended', mended.path)
  })

  it('leaves no key that opens any of them where it was made', async () => {
    const to = inScratch('no-key')
    await backUp(app, to)
    const contents = await sql<{ text: string }>`select b::text as text from backups b
      union all select p::text from backup_parts p`.execute(app.owner.queries)
    expect(contents.rows.map(({ text }) => text).join()).not.toMatch(/AGE-SECRET-KEY/i)
    expect(await readdir(scratch.directory)).not.toContain('no-key-scratch')
  })
})

describe('a file that the store has lost', () => {
  it('is counted, and keeps nobody from a backup of the rest', async () => {
    const to = inScratch('lost')
    const before = await backUp(app, to)
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from files where state = 'ready' limit 1`.execute(app.owner.queries)
    const file = path.join(app.filesDirectory, rows[0]?.key ?? '')
    const bytes = await readFile(file)
    await rm(file)
    const lost = await backUp(app, to, { recipients: [(await newAgeKey()).recipient] })
    expect([before.missing, lost.missing, lost.files]).toEqual([0, 1, before.files - 1])
    await writeFile(file, bytes)
  })
})

describe('the drill', () => {
  it('comes once a week', async () => {
    await sql`update backups set drilled_at = null`.execute(app.owner.queries)
    const to = inScratch('weekly')
    expect((await backUp(app, to)).isDrilled).toBe(true)
    expect((await backUp(app, to)).isDrilled).toBe(false)
    await sql`update backups set drilled_at = drilled_at - interval '7 days'`.execute(app.owner.queries)
    expect((await backUp(app, to)).isDrilled).toBe(true)
  })

  it('finds a chain that was altered, and no backup counts as good then', async () => {
    await sql`update backups set drilled_at = null`.execute(app.owner.queries)
    const alter = (by: number) =>
      sql`update audit_events set at = at + make_interval(secs => ${by})
        where practice_id = ${owner.practiceId} and seq = 1`.execute(app.owner.queries)
    await alter(1)
    const refused = await backUp(app, inScratch('altered')).catch(faultOfRun)
    expect(refused).toBe('backup_drill_failed')
    expect(await lastRun()).toMatchObject({
      state: 'failed',
      cause: expect.stringContaining('does not verify'),
    })
    await alter(-1)
    expect((await backUp(app, inScratch('altered'))).isDrilled).toBe(true)
  })

  it('that cannot begin is told, and leaves nothing', async () => {
    await sql`update backups set drilled_at = null`.execute(app.owner.queries)
    const openScratch = async () => {
      throw new Error('there is no embedded PostgreSQL for this machine')
    }
    const refused = await backUp(app, inScratch('no-drill'), { openScratch }).catch(faultOfRun)
    expect(refused).toBe('backup_drill_failed')
    expect(await lastRun()).toMatchObject({ cause: expect.stringContaining('no embedded PostgreSQL') })
    await backUp(app, inScratch('no-drill'))
  })
})

describe('a target', () => {
  it('that holds the backups of another installation is left alone', async () => {
    const to = inScratch('foreign')
    await mkdir(to)
    await mkdir(path.join(to, '.writing'))
    await writeFile(path.join(to, '.writing', 'half.age'), 'theirs')
    await writeFile(path.join(to, 'installation'), '00000000-0000-4000-8000-000000000000\n')
    expect(await backUp(app, to).catch(faultOfRun)).toBe('backup_target_foreign')
    // Nor is what the other one is writing there at this moment.
    expect(await readFile(path.join(to, '.writing', 'half.age'), 'utf8')).toBe('theirs')
  })

  it('that lost what was made there is not written to as if it were new, unless that is said', async () => {
    const to = inScratch('gone')
    await backUp(app, to)
    await rm(to, { recursive: true })
    expect(await backUp(app, to).catch(faultOfRun)).toBe('backup_target_changed')
    const anew = await backUp(app, to, { isAnew: true })
    expect(anew.fresh).toHaveLength(anew.files)
  })

  it('without room is told before anything is written', async () => {
    const to = inScratch('full')
    await mkdir(to)
    const full = folderTarget(to, { reserve: Number.MAX_SAFE_INTEGER })
    await expect(backUp(app, to, { to: full })).rejects.toThrow('storage_full')
    expect(await lastRun()).toMatchObject({ state: 'failed', fault: 'backup_full' })
    expect((await readdir(to)).sort()).toEqual(['.writing', 'installation'])
  })

  it('loses the backups whose time is over, what never became one, and files that nobody names', async () => {
    const to = inScratch('old')
    const first = await backUp(app, to)
    const [onlyOfFirst = ''] = await partsOf(first.path)
    await mkdir(path.join(to, '2026-01-01T03-00-00-000Z'))
    await writeFile(path.join(to, 'files', 'nobodys.age'), 'left by a run that was killed')
    await writeFile(path.join(to, 'note-of-the-operator.txt'), 'stays')
    const second = await backUp(app, to, { recipients: [(await newAgeKey()).recipient] })
    expect(await readdir(to)).toEqual(expect.arrayContaining([first.name, second.name]))
    expect(await readdir(path.join(to, 'files'))).toContain(onlyOfFirst)
    await tidyBackups(app.pool.queries, folderTarget(to), Date.now() + 2 * keptDays * 86_400_000)
    expect((await readdir(to)).sort()).toEqual(
      ['.writing', 'files', 'installation', 'note-of-the-operator.txt', second.name].sort(),
    )
    expect((await readdir(path.join(to, 'files'))).sort()).toEqual(await partsOf(second.path))
    const { rows } =
      await sql`select name from backups where removed_at is not null and target = ${to}`.execute(
        app.owner.queries,
      )
    expect(rows).toEqual([{ name: first.name }])
  })

  it('keeps every file while one of its backups cannot be read', async () => {
    const to = inScratch('unreadable')
    const first = await backUp(app, to)
    await writeFile(path.join(first.path, 'index.json'), '{')
    const second = await backUp(app, to)
    expect(second.behind).toContain('cannot be read')
    expect(await lastRun()).toMatchObject({ state: 'good', cause: expect.stringContaining('cannot be read') })
    expect(await readdir(to)).toContain(first.name)
  })
})

describe('a run', () => {
  it('is one at a time', async () => {
    const to = inScratch('twice')
    await sql`update backups set drilled_at = null`.execute(app.owner.queries)
    let second: unknown
    let removed = 0
    const removeScratch = async () => {
      removed += 1
    }
    await backUp(app, to, {
      openScratch: async () => {
        second = await backUp(app, to, { removeScratch }).catch(faultOfRun)
        return openTestScratch()
      },
    })
    expect(second).toBe('backup_under_way')
    // The drill of the first one goes on.
    expect(removed).toBe(0)
  })

  it('without any key that could open it makes none', async () => {
    expect(await backUp(app, inScratch('keyless'), { recipients: [] }).catch(faultOfRun)).toBe(
      'backup_without_key',
    )
    expect(await lastRun()).toMatchObject({ state: 'failed', fault: 'backup_without_key' })
  })

  it('that was killed is noted by the next one, which takes away what it left', async () => {
    const to = inScratch('killed')
    await backUp(app, to)
    await sql`insert into backups (target, name, at) values (${to}, '2026-11-27T03-00-00-000Z', now())`.execute(
      app.owner.queries,
    )
    await mkdir(path.join(to, '2026-11-27T03-00-00-000Z'))
    await writeFile(path.join(to, '.writing', 'half.age'), 'half')
    await mkdir(backupRun(app, to).scratch)
    await writeFile(path.join(backupRun(app, to).scratch, 'plain'), 'what was read again')
    await backUp(app, to)
    const { rows } =
      await sql`select state, fault from backups where name = '2026-11-27T03-00-00-000Z'`.execute(
        app.owner.queries,
      )
    expect(rows).toEqual([{ state: 'failed', fault: 'backup_killed' }])
    expect(await readdir(to)).not.toContain('2026-11-27T03-00-00-000Z')
    expect(await readdir(path.join(to, '.writing'))).toEqual([])
    expect(await readdir(scratch.directory)).not.toContain('killed-scratch')
  })
})

import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { changeRows, craftArchive, exportPractice, importPractice } from '../../../test/factories/moves.ts'
import { stageWholeFile } from '../../../test/factories/whole-file.ts'
import { createScratchDirectory } from '../../../test/scratch-directory.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice({ alone: true })
const scratch = await createScratchDirectory()
afterAll(() => scratch.remove())
const inScratch = (name: string): string => path.join(scratch.directory, name)
const archive = inScratch('practice.zip')

let there: TestApp

beforeAll(async () => {
  await stageWholeFile(app, owner, 'Xilofonista')
  await exportPractice(app, owner.practiceId, archive)
})

beforeEach(async () => {
  there = await buildTestApp()
  return () => there.close()
})

type Change = Parameters<typeof craftArchive>[2]

const arrive = async (change: Change, zipped?: (zip: Buffer) => Buffer) =>
  importPractice(there, await craftArchive(archive, inScratch('crafted.zip'), change, zipped))

const without = (row: Record<string, unknown>, column: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column))

/** An archive of before a column was there. */
const olderThan =
  (table: string, column: string): Change =>
  (crafting) => {
    const { manifest } = crafting
    const about = manifest.tables[table] ?? { columns: [], rows: 0 }
    const columns = about.columns.filter((one) => one !== column)
    manifest.tables = { ...manifest.tables, [table]: { ...about, columns } }
    changeRows(crafting, table, (row) => without(row, column))
  }

/** The size that the list at the end of a zip says of its first file with a name (APPNOTE 4.3.12). */
const swollen =
  (name: string) =>
  (zip: Buffer): Buffer => {
    const other = Buffer.from(zip)
    const at = other.lastIndexOf(Buffer.from(name)) - 46
    other.writeUInt32LE(0x7ffffff0, at + 24)
    return other
  }

describe('an archive of a version before this one', () => {
  it('arrives without a column that came later, which says what it says by itself', async () => {
    await arrive(olderThan('patients', 'mail_reminders'))
    const { rows } = await sql<{ given: boolean }>`
      select distinct mail_reminders as given from patients`.execute(there.owner.queries)
    expect(rows).toHaveLength(1)
  })

  it('arrives without a table that came later', async () => {
    const arrived = await arrive(({ files, manifest }) => {
      for (const name of ['data/wait_list_versions.ndjson', 'tables/wait_list_versions.csv']) {
        files.delete(name)
        manifest.files = Object.fromEntries(Object.entries(manifest.files).filter(([one]) => one !== name))
      }
      manifest.tables = Object.fromEntries(
        Object.entries(manifest.tables).filter(([table]) => table !== 'wait_list_versions'),
      )
    })
    expect(arrived.practice.id).toBe(owner.practiceId)
  })

  it('is refused in words where something must be known that it does not say', async () => {
    await expect(arrive(olderThan('patients', 'first_name'))).rejects.toThrow(
      /older version of Ulna \(0\.0\.0-test\), whose patients have no first_name yet/,
    )
  })
})

const cases: readonly [string, Change, RegExp, ((zip: Buffer) => Buffer)?][] = [
  [
    'of a newer version of its shape',
    ({ manifest }) => {
      manifest.version = 2
    },
    /made by a newer version of Ulna/,
  ],
  [
    'with a column that nobody here knows',
    ({ manifest }) => {
      const { patients = { columns: [], rows: 0 } } = manifest.tables
      const columns = [...patients.columns, 'blood_group']
      manifest.tables = { ...manifest.tables, patients: { ...patients, columns } }
    },
    /knows no patients\.blood_group/,
  ],
  [
    'of something else',
    ({ manifest }) => {
      manifest.format = 'other' as never
    },
    /no archive of a practice/,
  ],
  [
    'with a file twice',
    ({ files }) => void files.set('data/patienta.ndjson', Buffer.from('{}')),
    /holds data\/patients\.ndjson twice/,
    (zip) =>
      Buffer.from(
        zip.toString('latin1').replaceAll('data/patienta.ndjson', 'data/patients.ndjson'),
        'latin1',
      ),
  ],
  [
    'with a manifest larger than any',
    () => undefined,
    /manifest\.json is larger than any that this product writes/,
    swollen('manifest.json'),
  ],
  [
    'with a form that is another one here',
    (crafting) => changeRows(crafting, 'record_classes', (row) => ({ ...row, body: '{"items":[]}' })),
    /The form \S+ \d+ is another one in this installation/,
  ],
  [
    'with a row that offends a rule',
    (crafting) =>
      changeRows(crafting, 'patients', (row, index) => (index === 1 ? { ...row, first_name: null } : row)),
    /^data\/patients\.ndjson, line 2: the database does not take this row \(first_name\)\.$/,
  ],
  [
    'with a row of something else than a table holds',
    (crafting) => changeRows(crafting, 'records', (row) => ({ ...row, occurred_at: 'Xilofonista' })),
    /^data\/records\.ndjson, line 1: the database does not take this row \((?!.*Xilofonista).*\)\.$/,
  ],
  [
    'with a row that is no row',
    ({ files }) => void files.set('data/snippets.ndjson', Buffer.from('{"user_id":\n')),
    /^data\/snippets\.ndjson, line 1: the database does not take this row/,
  ],
  [
    'with a row that refers to nothing',
    (crafting) => changeRows(crafting, 'receipts', (row) => ({ ...row, patient_id: 987_654_321 })),
    /receipts.* \(receipts_\w+\)\.$/,
  ],
]

it.each(cases)(
  'an archive is refused in words, with nothing of it left: one %s',
  async (_, change, words, zipped) => {
    await expect(arrive(change, zipped)).rejects.toThrow(words)
    const { rows } = await sql`select 1 from users union all select 1 from practices`.execute(
      there.owner.queries,
    )
    expect(rows).toEqual([])
  },
)

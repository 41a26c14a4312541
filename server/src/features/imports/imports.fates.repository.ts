import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { ImportKey } from './imports.repository.ts'
import { ofImport } from './imports.rows.repository.ts'

/** Faults that only other rows and patients tell: a number of a file that is somebody else's. */
const faultOfFileId = sql`${JSON.stringify([{ field: 'fileId', key: 'already_exists', params: {} }])}`

/**
 * Joins whole tables by their hashes. Rows that were just kept are not counted by the planner yet: it takes them for a
 * few, and walks through all patients for each of them.
 */
export const withoutLoops = async (tx: Tx, isWhole: boolean): Promise<void> => {
  await sql`set local enable_nestloop = ${isWhole ? sql`off` : sql`on`}`.execute(tx)
}

/** So many rows are written when the planner hears of them: soon, and again when they are ten times as many. */
const milestones = [1_000, 10_000, 100_000] as const

/** Has what an import wrote counted when it became much, so that statements are planned for so many rows from now on. */
export const countWritten = async (tx: Tx, done: number, chunk: number): Promise<void> => {
  if (milestones.some((rows) => done - chunk < rows && rows <= done))
    await sql`select count_imported_rows()`.execute(tx)
}

/** What two rows of one person have in common; each is compared on its own. */
const sameness = ['external_id', 'social_key', 'name_key'] as const

/**
 * Rows whose person stands further up in the file. Groups of several alone are joined again: sorting all rows of a large
 * file takes longer than a statement may.
 */
const markRepeated = async (tx: Tx, key: ImportKey): Promise<void> => {
  for (const column of sameness) {
    const same = sql.ref(`r.${column}`)
    const birth = column === 'name_key' ? sql`r.birth_date` : sql`null::date`
    await sql`
      with groups as (
        select ${same} as same, ${birth} as birth, min(r.row_number) as first from import_rows r
        where ${ofImport(key)} and r.fate = 'create' and ${same} is not null
          and ${column === 'name_key' ? sql`r.birth_date is not null` : sql`true`}
        group by 1, 2 having count(*) > 1
      )
      update import_rows r set fate = 'repeated' from groups g
      where ${ofImport(key)} and r.fate = 'create' and ${same} = g.same and ${birth} is not distinct from g.birth
        and r.row_number > g.first`.execute(tx)
  }
}

/** Rows whose number of a file somebody has, here or further up. */
const refuseTakenFileIds = async (tx: Tx, key: ImportKey): Promise<void> => {
  const open = sql`${ofImport(key)} and r.fate = 'create' and r.file_id is not null`
  const refuse = sql`update import_rows r set fate = 'fault', faults = ${faultOfFileId}`
  await sql`
    ${refuse} from patients p where ${open} and p.practice_id = r.practice_id and p.file_id = r.file_id`.execute(
    tx,
  )
  await sql`
    with groups as (
      select r.file_id, min(r.row_number) as first from import_rows r where ${open} group by 1 having count(*) > 1
    )
    ${refuse} from groups g where ${open} and r.file_id = g.file_id and r.row_number > g.first`.execute(tx)
}

/**
 * Decides what becomes of every row that could be read, by what the practice has now: known to its source, here already,
 * further up in the file, or new. The strongest reason wins; a patient who is here already is never changed.
 */
export const decideFates = async (tx: Tx, key: ImportKey, source: string): Promise<void> => {
  const open = sql`${ofImport(key)} and r.fate <> 'fault' and r.done_at is null`
  await withoutLoops(tx, true)
  await sql`
    update import_rows r set fate = 'create', patient_id = null where ${open} and r.fate <> 'create'`.execute(
    tx,
  )
  await sql`
    update import_rows r set fate = 'before', patient_id = k.patient_id from imported_patients k
    where ${open} and k.practice_id = r.practice_id and k.source = ${source} and k.external_id = r.external_id`.execute(
    tx,
  )
  await sql`
    with known as (
      select fold(p.social_id) as social_key, min(p.id) as id from patients p
      where p.practice_id = ${key.practiceId} and p.social_id is not null group by 1
    )
    update import_rows r set fate = 'exists', patient_id = known.id from known
    where ${open} and r.fate = 'create' and r.social_key = known.social_key`.execute(tx)
  await sql`
    with known as (
      select p.sort_name, p.birth_date, min(p.id) as id from patients p
      where p.practice_id = ${key.practiceId} and p.birth_date is not null group by 1, 2
    )
    update import_rows r set fate = 'exists', patient_id = known.id from known
    where ${open} and r.fate = 'create' and r.name_key = known.sort_name and r.birth_date = known.birth_date`.execute(
    tx,
  )
  await markRepeated(tx, key)
  await refuseTakenFileIds(tx, key)
  await withoutLoops(tx, false)
}

/** Rows that cannot be carried out after all, for their number of a file was given away meanwhile. */
export const noteTakenFileIds = async (tx: Tx, key: ImportKey, numbers: readonly number[]): Promise<void> => {
  await sql`
    update import_rows r set fate = 'fault', faults = ${faultOfFileId}
    where ${ofImport(key)} and r.row_number = any(${[...numbers]}::int[])`.execute(tx)
}

import type { ErrorKey } from '@ulna/contract/errors'
import type { ImportField } from '@ulna/contract/imports/imports.fields'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { ImportKey } from './imports.repository.ts'
import { lastRow, ofImport } from './imports.rows.repository.ts'

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
const sameness = [
  { column: 'external_id', field: 'externalId', key: 'import_number_row' },
  { column: 'social_key', field: 'socialId', key: 'import_document_row' },
  { column: 'name_key', field: null, key: null },
] as const

/** A fault as the row keeps it. */
export const faultWith = (
  field: ImportField,
  key: ErrorKey,
  params: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`remark(${field}::text, ${key}::text, ${params})`

/**
 * Rows whose person stands further up in the file; one that has the number or document of another name is a fault.
 * Groups of several alone are joined again: sorting all rows of a large file takes longer than a statement may.
 */
const markRepeated = async (tx: Tx, key: ImportKey): Promise<void> => {
  for (const { column, field, key: reason } of sameness) {
    const same = sql.ref(`r.${column}`)
    const birth = column === 'name_key' ? sql`r.birth_date` : sql`null::date`
    const isSame = reason === null ? sql`true` : sql`is_akin(r.name_key, f.name_key)`
    // Who is here has their number and document already, wherever in the file they stand.
    const counts = reason === null ? sql`r.fate = 'create'` : sql`r.fate in ('create', 'exists')`
    const fault =
      reason === null ? sql`r.faults` : faultWith(field, reason, sql`json_of('row', f.row_number)`)
    await sql`
      with groups as (
        select ${same} as same, ${birth} as birth,
          coalesce(min(r.row_number) filter (where r.fate = 'exists'), min(r.row_number)) as first
        from import_rows r where ${ofImport(key)} and ${counts} and ${same} is not null
          and ${column === 'name_key' ? sql`r.birth_date is not null` : sql`true`}
        group by 1, 2 having count(*) > 1
      )
      update import_rows r set fate = case when ${isSame} then 'repeated' else 'fault' end,
        faults = case when ${isSame} then r.faults else ${fault} end
      from groups g join import_rows f
        on f.practice_id = ${key.practiceId} and f.import_id = ${key.importId} and f.row_number = g.first
      where ${ofImport(key)} and r.fate = 'create' and ${same} = g.same and ${birth} is not distinct from g.birth
        and r.row_number <> g.first`.execute(tx)
  }
}

/** Rows whose number of a file somebody has, here or further up. */
const refuseTakenFileIds = async (tx: Tx, key: ImportKey): Promise<void> => {
  const open = sql`${ofImport(key)} and r.fate = 'create' and r.file_id is not null`
  const refuse = sql`update import_rows r set fate = 'fault', faults = ${faultOfFileId}`
  await sql`
    ${refuse} from patients p where ${open} and p.practice_id = ${key.practiceId} and p.file_id = r.file_id`.execute(
    tx,
  )
  await sql`
    with groups as (
      select r.file_id, min(r.row_number) as first from import_rows r where ${open} group by 1 having count(*) > 1
    )
    ${refuse} from groups g where ${open} and r.file_id = g.file_id and r.row_number > g.first`.execute(tx)
}

/** That a patient was called otherwise in a file that became part of theirs: a person said that it is them. */
export const isCalledOtherwise = (practiceId: number): RawBuilder<unknown> => sql`exists (
  select from patient_aliases x where x.practice_id = ${practiceId} and x.patient_id = p.id)`

/** What a row without a number of its own is known by says all of it: who has that is nobody else. */
export const digestPattern = '^row [0-9a-f]{32}$'

/** Rows that their source's number says are known. One of somebody who cannot be that patient is a fault, never theirs. */
const markBefore = async (
  tx: Tx,
  { practiceId }: ImportKey,
  open: RawBuilder<unknown>,
  source: string,
): Promise<void> => {
  await sql`
    update import_rows r set fate = 'before', patient_id = k.patient_id from imported_patients k
    where ${open} and k.practice_id = ${practiceId} and k.source = ${source} and k.external_id = r.external_id`.execute(
    tx,
  )
  await sql`
    update import_rows r set fate = 'fault',
      faults = ${faultWith('externalId', 'import_number_other', sql`json_of('name', p.full_name::text)`)}
    from patients p where ${open} and r.fate = 'before' and p.practice_id = ${practiceId} and p.id = r.patient_id
      and r.external_id !~ ${digestPattern} and not is_akin(r.name_key, p.sort_name)
      and coalesce(r.birth_date <> p.birth_date, true)
      and coalesce(r.social_key <> document_key(p.social_id), true) and not ${isCalledOtherwise(practiceId)}`.execute(
    tx,
  )
}

/** The hint that a row names its patient otherwise. */
const otherName = sql`remark('fullName', 'other_name', json_of('name', p.full_name::text))`

/** Rows that one statement looks up by their documents: so many take some seconds. */
const slice = 40_000

/** Rows of somebody who is here by that document, as name or birth date confirm; without either a person has to look. */
const markSameDocument = async (tx: Tx, key: ImportKey, open: RawBuilder<unknown>): Promise<void> => {
  const last = await lastRow(tx, key)
  for (let from = 0; from < last; from += slice)
    await sql`
      update import_rows r set fate = 'exists', patient_id = p.id,
        found = case when r.name_key = p.sort_name then '[]' else ${otherName} end
      from patients p
      where ${open} and r.fate = 'create' and r.row_number > ${from} and r.row_number <= ${from + slice}
        and p.practice_id = ${key.practiceId} and document_key(p.social_id) = r.social_key
        and (is_akin(r.name_key, p.sort_name) or r.birth_date = p.birth_date)`.execute(tx)
}

/** The row keeps whom its fault names: it is emptied when they are erased. */
const refuseOtherDocument = async (
  tx: Tx,
  { practiceId }: ImportKey,
  open: RawBuilder<unknown>,
): Promise<void> => {
  await sql`
    update import_rows r set fate = 'fault', patient_id = p.id,
      faults = ${faultWith('socialId', 'import_document_other', sql`json_of('name', p.full_name::text)`)}
    from patients p
    where ${open} and r.fate = 'create' and p.practice_id = ${practiceId} and document_key(p.social_id) = r.social_key`.execute(
    tx,
  )
}

/** A name in the file that is another one than that of the patient who was found is told; nothing is concluded from it. */
export const tellOtherNames = (practiceId: number, rows: RawBuilder<unknown>) => sql`
  update import_rows r set found = ${otherName}
  from patients p where ${rows} and r.fate = 'create' and p.practice_id = ${practiceId} and p.id = r.patient_id
    and r.name_key is not null and r.name_key <> p.sort_name`

/**
 * Decides what becomes of every row that could be read, by what the practice has now: known to its source, here already,
 * further up in the file, or new. The strongest reason wins; a patient who is here already is never changed.
 */
export const decideFates = async (tx: Tx, key: ImportKey, source: string): Promise<void> => {
  const open = sql`${ofImport(key)} and r.fate <> 'fault' and r.done_at is null`
  await withoutLoops(tx, true)
  await sql`
    update import_rows r set fate = 'create', patient_id = null, found = '[]'
    where ${open} and (r.fate <> 'create' or r.found <> '[]')`.execute(tx)
  await markBefore(tx, key, open, source)
  await markSameDocument(tx, key, open)
  await sql`
    with known as (
      select p.sort_name, p.birth_date, min(p.id) as id from patients p
      where p.practice_id = ${key.practiceId} and p.birth_date is not null group by 1, 2
    )
    update import_rows r set fate = 'exists', patient_id = known.id from known
    where ${open} and r.fate = 'create' and r.name_key = known.sort_name and r.birth_date = known.birth_date`.execute(
    tx,
  )
  await refuseOtherDocument(tx, key, open)
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

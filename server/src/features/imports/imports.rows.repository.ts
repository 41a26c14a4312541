import type { ImportRemark, ImportRow } from '@ulna/contract/imports/imports'
import type { ImportFate } from '@ulna/contract/imports/imports.fields'
import type { PatientInput } from '@ulna/contract/patients/patients'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, jsonOf, type PageWish, parseJson } from '../../platform/database/wire.ts'
import type { ImportCounts, ImportKey } from './imports.repository.ts'
import type { ReadRow } from './matching/imports.values.ts'

const ofImport = ({ practiceId, importId }: ImportKey): RawBuilder<unknown> =>
  sql`r.practice_id = ${practiceId} and r.import_id = ${importId}`

export interface StagedRow {
  readonly row: number
  readonly cells: readonly string[]
  readonly read: ReadRow
}

const stagedColumns = ({ row, cells, read }: StagedRow) => ({
  row_number: row,
  cells: JSON.stringify(cells),
  patient: read.input && JSON.stringify(read.input),
  faults: JSON.stringify(read.faults),
  hints: JSON.stringify(read.hints),
  name: read.name,
  external_id: read.externalId,
  file_id: read.input?.fileId ?? null,
  social_id: read.input?.socialId ?? null,
  full_name: read.input && `${read.input.firstName} ${read.input.lastName}`,
  birth_date: read.input?.birthDate ?? null,
  fate: read.input ? 'create' : 'fault',
})

/** Keeps rows as they were read; one that is there already stays. */
export const insertRows = async (
  tx: Tx,
  { practiceId, importId }: ImportKey,
  rows: readonly StagedRow[],
): Promise<void> => {
  await sql`
    insert into import_rows (practice_id, import_id, row_number, cells, patient, faults, hints, name, external_id,
      file_id, social_key, name_key, birth_date, fate)
    select ${practiceId}, ${importId}, row_number, cells, patient, faults, hints, name, external_id, file_id,
      fold(social_id), fold(full_name), birth_date, fate
    from json_to_recordset(${JSON.stringify(rows.map(stagedColumns))}::json) as s (row_number int, cells text,
      patient text, faults text, hints text, name text, external_id text, file_id text, social_id text, full_name text,
      birth_date date, fate text)
    on conflict do nothing`.execute(tx)
}

export const deleteRows = async (tx: Tx, key: ImportKey): Promise<void> => {
  await sql`delete from import_rows r where ${ofImport(key)}`.execute(tx)
}

/** Number of the last row that was kept; 0 before the first. */
export const lastRow = async (tx: Tx, key: ImportKey): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(r.row_number), 0) as last from import_rows r where ${ofImport(key)}`.execute(tx)
  return rows[0]?.last ?? 0
}

/** Faults that only other rows and patients tell: a number of a file that is somebody else's. */
const faultOfFileId = sql`${JSON.stringify([{ field: 'fileId', key: 'already_exists', params: {} }])}`

/**
 * Joins whole tables by their hashes. Rows that were just kept are not counted by the planner yet: it takes them for a
 * few, and walks through all patients for each of them.
 */
const withoutLoops = async (tx: Tx, isWhole: boolean): Promise<void> => {
  await sql`set local enable_nestloop = ${isWhole ? sql`off` : sql`on`}`.execute(tx)
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

/** How many rows there are of each fate. */
export const countFates = async (tx: Tx, key: ImportKey): Promise<ImportCounts> => {
  const of = (fate: ImportFate) => sql`count(*) filter (where r.fate = ${fate})::int`
  const { rows } = await sql<ImportCounts>`
    select count(*)::int as rows, ${of('create')} as "create", ${of('exists')} as "exists", ${of('before')} as "before",
      ${of('repeated')} as "repeated", ${of('fault')} as "fault",
      count(*) filter (where r.hints <> '[]' and r.fate <> 'fault')::int as hints
    from import_rows r where ${ofImport(key)}`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('a count answers one row')
  return counts
}

/** A row that is to be carried out. */
export interface OpenRow {
  readonly row: number
  readonly input: PatientInput
  readonly externalId: string
}

/** The next rows that make a patient; those that bring the number of their file first. */
export const findOpenRows = async (tx: Tx, key: ImportKey, limit: number): Promise<OpenRow[]> => {
  const { rows } = await sql<{ row: number; patient: Json<PatientInput>; externalId: string }>`
    select r.row_number as row, r.patient, r.external_id as "externalId" from import_rows r
    where ${ofImport(key)} and r.fate = 'create' and r.done_at is null
    order by r.file_id is null, r.row_number limit ${limit}`.execute(tx)
  return rows.map(({ patient, ...row }) => ({ ...row, input: parseJson(patient) }))
}

export interface MadePatient {
  readonly row: number
  readonly externalId: string
  readonly patientId: number
}

/** Notes which row made which patient, and by which number its source knows them. */
export const noteMade = async (
  tx: Tx,
  key: ImportKey,
  source: string,
  made: readonly MadePatient[],
): Promise<void> => {
  const given = sql`json_to_recordset(${jsonOf(made)}::json) as m ("row" int, "externalId" text, "patientId" bigint)`
  await sql`
    update import_rows r set patient_id = m."patientId", done_at = now() from ${given}
    where ${ofImport(key)} and r.row_number = m."row"`.execute(tx)
  await sql`
    insert into imported_patients (practice_id, source, external_id, patient_id, import_id)
    select ${key.practiceId}, ${source}, m."externalId", m."patientId", ${key.importId} from ${given}
    on conflict do nothing`.execute(tx)
}

/** Rows that cannot be carried out after all, for their number of a file was given away meanwhile. */
export const noteTakenFileIds = async (tx: Tx, key: ImportKey, numbers: readonly number[]): Promise<void> => {
  await sql`
    update import_rows r set fate = 'fault', faults = ${faultOfFileId}
    where ${ofImport(key)} and r.row_number = any(${[...numbers]}::int[])`.execute(tx)
}

/** Patients that were here already are known to the source from now on. */
export const noteExisting = async (tx: Tx, key: ImportKey, source: string): Promise<void> => {
  await sql`
    insert into imported_patients (practice_id, source, external_id, patient_id, import_id)
    select r.practice_id, ${source}, r.external_id, p.id, r.import_id
    from import_rows r join patients p on p.practice_id = r.practice_id and p.id = r.patient_id
    where ${ofImport(key)} and r.fate = 'exists'
    on conflict do nothing`.execute(tx)
}

/** Patients that were here before are not known to the source any more by an import that is taken back. */
export const forgetExisting = async (tx: Tx, key: ImportKey): Promise<void> => {
  await sql`
    delete from imported_patients k using import_rows r
    where ${ofImport(key)} and r.fate = 'exists' and k.practice_id = r.practice_id and k.import_id = r.import_id
      and k.external_id = r.external_id`.execute(tx)
}

/** The next patients that an import made and that were not looked at yet while it is taken back. */
export const findMade = async (tx: Tx, key: ImportKey, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select r.patient_id as id from import_rows r
    where ${ofImport(key)} and r.fate = 'create' and r.done_at is not null and not r.spared and r.patient_id is not null
    order by r.row_number limit ${limit}`.execute(tx)
  return rows.map(({ id }) => Number(id))
}

/** Of patients that were looked at: those that are gone are forgotten, those that stay are marked. */
export const noteTakenBack = async (
  tx: Tx,
  key: ImportKey,
  { gone, spared }: { readonly gone: readonly number[]; readonly spared: readonly number[] },
): Promise<void> => {
  await sql`
    update import_rows r set patient_id = null where ${ofImport(key)} and r.patient_id = any(${[...gone]}::bigint[])`.execute(
    tx,
  )
  await sql`
    update import_rows r set spared = true where ${ofImport(key)} and r.patient_id = any(${[...spared]}::bigint[])`.execute(
    tx,
  )
}

export type RowsWish = PageWish & { readonly only?: ImportFate | 'hints' | 'spared' | undefined }

const onlyThose = (only: RowsWish['only']): RawBuilder<unknown> => {
  if (only === undefined) return sql`true`
  if (only === 'hints') return sql`r.hints <> '[]' and r.fate <> 'fault'`
  return only === 'spared' ? sql`r.spared` : sql`r.fate = ${only}`
}

interface RowTexts extends Omit<ImportRow, 'faults' | 'hints'> {
  readonly faults: Json<ImportRemark[]>
  readonly hints: Json<ImportRemark[]>
  readonly total: number
}

/** Rows in the order of the file, a page of them. */
export const findRows = async (
  tx: Tx,
  key: ImportKey,
  { only, limit, offset }: RowsWish,
): Promise<{ readonly rows: readonly ImportRow[]; readonly total: number }> => {
  const { rows } = await sql<RowTexts>`
    select r.row_number as row, r.fate, r.name, r.faults, r.hints, r.patient_id as "patientId", r.spared,
      count(*) over ()::int as total
    from import_rows r where ${ofImport(key)} and ${onlyThose(only)}
    order by r.row_number limit ${limit} offset ${offset}`.execute(tx)
  return {
    rows: rows.map(({ total: _, ...row }) => ({
      ...row,
      faults: parseJson(row.faults),
      hints: parseJson(row.hints),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** Cells and faults of the rows that cannot be carried out. */
export const findFaultyRows = async (
  tx: Tx,
  key: ImportKey,
): Promise<readonly { readonly cells: readonly string[]; readonly faults: readonly ImportRemark[] }[]> => {
  const { rows } = await sql<{ cells: Json<string[]>; faults: Json<ImportRemark[]> }>`
    select r.cells, r.faults from import_rows r where ${ofImport(key)} and r.fate = 'fault'
    order by r.row_number`.execute(tx)
  return rows.map(({ cells, faults }) => ({ cells: parseJson(cells), faults: parseJson(faults) }))
}

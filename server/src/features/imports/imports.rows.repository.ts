import type { ImportRemark, ImportRow } from '@ulna/contract/imports/imports'
import type { ImportFate } from '@ulna/contract/imports/imports.fields'
import type { PatientInput } from '@ulna/contract/patients/patients'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, jsonOf, type PageWish, parseJson } from '../../platform/database/wire.ts'
import type { ImportCounts, ImportKey } from './imports.repository.ts'
import type { Item, ReadItem, VisitItem } from './matching/imports.items.ts'
import type { ReadPatient } from './matching/imports.values.ts'

export const ofImport = ({ practiceId, importId }: ImportKey): RawBuilder<unknown> =>
  sql`r.practice_id = ${practiceId} and r.import_id = ${importId}`

export interface StagedRow {
  readonly row: number
  readonly cells: readonly string[]
  readonly read: ReadPatient | ReadItem
}

const patientColumns = (read: ReadPatient) => ({
  patient: read.input && JSON.stringify(read.input),
  file_id: read.input?.fileId ?? null,
  social_id: read.input?.socialId ?? null,
  full_name: read.input && `${read.input.firstName} ${read.input.lastName}`,
  birth_date: read.input?.birthDate ?? null,
  fate: read.input ? 'create' : 'fault',
})

const isVisit = (item: Item): item is VisitItem => 'start' in item

const visitColumns = (item: Item | null) =>
  item && isVisit(item)
    ? {
        doctor_id: item.doctorId,
        gone_name: item.doctorId === null ? item.practitioner : null,
        start_at: item.start,
        end_at: item.end,
        holds: item.status !== 'cancelled',
      }
    : {}

const itemColumns = ({ item, whose }: ReadItem) => ({
  item: item && JSON.stringify(item),
  patient_ref: whose.ref,
  file_id: whose.fileId,
  social_id: whose.socialId,
  full_name: whose.fullName,
  birth_date: whose.birthDate,
  fate: item ? 'create' : 'fault',
  ...visitColumns(item),
})

const stagedColumns = ({ row, cells, read }: StagedRow) => ({
  row_number: row,
  cells: JSON.stringify(cells),
  faults: JSON.stringify(read.faults),
  hints: JSON.stringify(read.hints),
  name: read.name,
  external_id: read.externalId,
  ...('whose' in read ? itemColumns(read) : patientColumns(read)),
})

/** Keeps rows as they were read; one that is there already stays. */
export const insertRows = async (
  tx: Tx,
  { practiceId, importId }: ImportKey,
  rows: readonly StagedRow[],
): Promise<void> => {
  await sql`
    insert into import_rows (practice_id, import_id, row_number, cells, patient, item, faults, hints, name, external_id,
      patient_ref, file_id, social_key, name_key, birth_date, doctor_id, gone_name, start_at, end_at, holds, fate)
    select ${practiceId}, ${importId}, row_number, cells, patient, item, faults, hints, name, external_id, patient_ref,
      file_id, document_key(social_id), fold(full_name), birth_date, doctor_id, gone_name, start_at, end_at,
      coalesce(holds, false), fate
    from json_to_recordset(${JSON.stringify(rows.map(stagedColumns))}::json) as s (row_number int, cells text,
      patient text, item text, faults text, hints text, name text, external_id text, patient_ref text, file_id text,
      social_id text, full_name text, birth_date date, doctor_id bigint, gone_name text, start_at timestamptz,
      end_at timestamptz, holds boolean, fate text)
    on conflict do nothing returning 1`.execute(tx)
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

/** How many rows there are of each fate. */
export const countFates = async (tx: Tx, key: ImportKey): Promise<ImportCounts> => {
  const of = (fate: ImportFate) => sql`count(*) filter (where r.fate = ${fate})::int`
  const { rows } = await sql<ImportCounts>`
    select count(*)::int as rows, ${of('create')} as "create", ${of('exists')} as "exists", ${of('before')} as "before",
      ${of('repeated')} as "repeated", ${of('clash')} as "clash", ${of('fault')} as "fault",
      count(*) filter (where (r.hints <> '[]' or r.found <> '[]') and r.fate <> 'fault')::int as hints
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
    where ${ofImport(key)} and r.fate = 'create' and r.done_at is null and r.patient is not null
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
  await sql`
    with m as materialized (
      select m.* from json_to_recordset(${jsonOf(made)}::json) as m ("row" int, "externalId" text, "patientId" bigint)
    ), noted as (
      insert into imported_patients (practice_id, source, external_id, patient_id, import_id)
      select ${key.practiceId}, ${source}, m."externalId", m."patientId", ${key.importId} from m
      on conflict do nothing returning 1
    )
    update import_rows r set patient_id = m."patientId", done_at = now() from m
    where ${ofImport(key)} and r.row_number = m."row"`.execute(tx)
}

/** Patients that were here already are known to the source from now on. */
export const noteExisting = async (tx: Tx, key: ImportKey, source: string): Promise<void> => {
  await sql`
    insert into imported_patients (practice_id, source, external_id, patient_id, import_id)
    select r.practice_id, ${source}, r.external_id, p.id, r.import_id
    from import_rows r join patients p on p.practice_id = ${key.practiceId} and p.id = r.patient_id
    where ${ofImport(key)} and r.fate = 'exists'
    on conflict do nothing returning 1`.execute(tx)
}

/** Patients that were here before are not known to the source any more by an import that is taken back. */
export const forgetExisting = async (tx: Tx, key: ImportKey): Promise<void> => {
  await sql`
    delete from imported_patients k using import_rows r
    where ${ofImport(key)} and r.fate = 'exists' and k.practice_id = ${key.practiceId} and k.import_id = r.import_id
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

/** What stayed is looked at anew. */
export const forgetSpared = async (tx: Tx, key: ImportKey): Promise<void> => {
  await sql`update import_rows r set spared = false where ${ofImport(key)} and r.spared`.execute(tx)
}

export type RowsWish = PageWish & { readonly only?: ImportFate | 'hints' | 'spared' | undefined }

const onlyThose = (only: RowsWish['only']): RawBuilder<unknown> => {
  if (only === undefined) return sql`true`
  if (only === 'hints') return sql`(r.hints <> '[]' or r.found <> '[]') and r.fate <> 'fault'`
  return only === 'spared' ? sql`r.spared` : sql`r.fate = ${only}`
}

interface RowTexts extends Omit<ImportRow, 'faults' | 'hints'> {
  readonly faults: Json<ImportRemark[]>
  readonly hints: Json<ImportRemark[]>
  readonly found: Json<ImportRemark[]>
  readonly total: number
}

/** Rows in the order of the file, a page of them. */
export const findRows = async (
  tx: Tx,
  key: ImportKey,
  { only, limit, offset }: RowsWish,
): Promise<{ readonly rows: readonly ImportRow[]; readonly total: number }> => {
  const { rows } = await sql<RowTexts>`
    select r.row_number as row, r.fate, r.name, r.faults, r.hints, r.found, r.patient_id as "patientId",
      r.spared,
      count(*) over ()::int as total
    from import_rows r where ${ofImport(key)} and ${onlyThose(only)}
    order by r.row_number limit ${limit} offset ${offset}`.execute(tx)
  return {
    rows: rows.map(({ total: _, found, ...row }) => ({
      ...row,
      faults: parseJson(row.faults),
      hints: [...parseJson(row.hints), ...parseJson(found)],
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** Cells of the rows that cannot be carried out, with why: their faults, or what they clash with. */
export const findFaultyRows = async (
  tx: Tx,
  key: ImportKey,
): Promise<readonly { readonly cells: readonly string[]; readonly faults: readonly ImportRemark[] }[]> => {
  const { rows } = await sql<{ cells: Json<string[]>; faults: Json<ImportRemark[]> }>`
    select r.cells, case when r.fate = 'clash' then r.found else r.faults end as faults
    from import_rows r where ${ofImport(key)} and r.fate in ('fault', 'clash')
    order by r.row_number`.execute(tx)
  return rows.map(({ cells, faults }) => ({ cells: parseJson(cells), faults: parseJson(faults) }))
}

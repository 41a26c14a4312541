import type { ImportKind } from '@ulna/contract/imports/imports.fields'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { type Json, jsonOf, parseJson } from '../../../platform/database/wire.ts'
import { faultWith, isCalledOtherwise, tellOtherNames, withoutLoops } from '../imports.fates.repository.ts'
import type { ImportKey } from '../imports.repository.ts'
import { ofImport } from '../imports.rows.repository.ts'
import type { Item } from '../matching/imports.items.ts'

/** What an import brings besides patients. */
export type ItemKind = Exclude<ImportKind, 'patients'>

/** An import of such a kind, from a source. */
export interface ItemsKey extends ImportKey {
  readonly kind: ItemKind
  readonly source: string
}

/** Rows that one statement decides about: so many take less than a second. */
const slice = 20_000

const rowsIn = (key: ImportKey, from: number): RawBuilder<unknown> =>
  sql`${ofImport(key)} and r.row_number > ${from} and r.row_number <= ${from + slice}`

const faultOf = (key: string) => sql`${JSON.stringify([{ field: null, key, params: {} }])}`

/** Statements that find the patient of rows that have none yet, the surest first; a name alone says nothing. */
const findersOf = (key: ItemsKey, open: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  sql`
    update import_rows r set patient_id = k.patient_id from imported_patients k
    where ${open} and k.practice_id = ${key.practiceId} and k.source = ${key.source} and k.external_id = r.patient_ref`,
  sql`
    with known as (
      select document_key(p.social_id) as social_key, min(p.id) as id from patients p
      where p.practice_id = ${key.practiceId} and document_key(p.social_id) is not null group by 1 having count(*) = 1
    )
    update import_rows r set patient_id = known.id from known where ${open} and r.social_key = known.social_key`,
  sql`
    update import_rows r set patient_id = p.id from patients p
    where ${open} and p.practice_id = ${key.practiceId} and p.file_id = r.file_id`,
  sql`
    with known as (
      select p.sort_name, p.birth_date, min(p.id) as id, count(*) as times from patients p
      where p.practice_id = ${key.practiceId} and p.birth_date is not null group by 1, 2
    )
    update import_rows r set patient_id = case when known.times = 1 then known.id end,
      faults = case when known.times = 1 then r.faults else ${faultOf('import_patient_several')} end,
      fate = case when known.times = 1 then r.fate else 'fault' end
    from known where ${open} and r.name_key = known.sort_name and r.birth_date = known.birth_date`,
]

/** Rows that name another person than the patient who was found: another name, born on another day. */
const refuseOthers = (practiceId: number, rows: RawBuilder<unknown>) => sql`
  update import_rows r set fate = 'fault',
    faults = ${faultWith('fullName', 'import_patient_other', sql`json_of('name', p.full_name::text)`)}
  from patients p where ${rows} and r.fate = 'create' and p.practice_id = ${practiceId} and p.id = r.patient_id
    and r.birth_date <> p.birth_date and not is_akin(r.name_key, p.sort_name) and not ${isCalledOtherwise(practiceId)}`

/** Finds whose each row is; one that is nobody's, or of a file that was put away, is told. */
export const findPatients = async (tx: Tx, key: ItemsKey, last: number): Promise<void> => {
  await withoutLoops(tx, true)
  for (let from = 0; from < last; from += slice) {
    const rows = rowsIn(key, from)
    const open = sql`${rows} and r.fate = 'create' and r.patient_id is null`
    for (const finder of findersOf(key, open)) await finder.execute(tx)
    await sql`
      update import_rows r set fate = 'fault', faults = ${faultOf('import_patient_unknown')}
      where ${open}`.execute(tx)
    await sql`
      update import_rows r set fate = 'fault', faults = ${faultOf('patient_archived')}
      from patients p where ${rows} and r.fate = 'create' and p.practice_id = ${key.practiceId} and p.id = r.patient_id
        and p.archived`.execute(tx)
    await refuseOthers(key.practiceId, rows).execute(tx)
    await tellOtherNames(key.practiceId, rows).execute(tx)
  }
  await withoutLoops(tx, false)
}

/** Visits that stand in the agenda already: of the same patient at the same time, with whomever. */
const markExisting = (key: ItemsKey, rows: RawBuilder<unknown>) => sql`
  update import_rows r set fate = 'exists' from appointments a
  where ${rows} and r.fate = 'create' and a.practice_id = ${key.practiceId} and a.patient_id = r.patient_id
    and a.start_at = r.start_at`

/** Marks rows that are here: brought before, in the agenda already, or further up in the file. */
export const markKnown = async (tx: Tx, key: ItemsKey, last: number): Promise<void> => {
  await withoutLoops(tx, true)
  for (let from = 0; from < last; from += slice) {
    const rows = rowsIn(key, from)
    await sql`
      update import_rows r set fate = 'before', item_id = k.item_id from imported_items k
      where ${rows} and r.fate = 'create' and r.done_at is null and k.practice_id = ${key.practiceId}
        and k.source = ${key.source} and k.kind = ${key.kind} and k.external_id = r.external_id`.execute(tx)
    if (key.kind === 'appointments') await markExisting(key, sql`${rows} and r.done_at is null`).execute(tx)
  }
  await sql`
    with groups as (
      select r.external_id, min(r.row_number) as first from import_rows r
      where ${ofImport(key)} and r.fate = 'create' group by 1 having count(*) > 1
    )
    update import_rows r set fate = 'repeated' from groups g
    where ${ofImport(key)} and r.fate = 'create' and r.external_id = g.external_id and r.row_number > g.first`.execute(
    tx,
  )
  await withoutLoops(tx, false)
}

/** A row that is to be carried out. */
export interface OpenItem {
  readonly row: number
  readonly patientId: number
  readonly externalId: string
  readonly item: Item
  readonly lane: number
  readonly overlaps: boolean
}

/** Rows that are carried out in one transaction. */
export const itemsOfStep = 250

/** Of rows in the order of their patients, those of whom there are surely no more: but of one who has more than a step. */
const wholePatients = <T extends { readonly patientId: number }>(rows: readonly T[]): readonly T[] => {
  const last = rows.at(-1)?.patientId
  const whole = rows.filter(({ patientId }) => patientId !== last)
  return rows.length < itemsOfStep || whole.length === 0 ? rows : whole
}

/** The next rows to be carried out: all of a patient together, but of one who has more than a chunk of them. */
export const findOpenItems = async (tx: Tx, key: ItemsKey): Promise<readonly OpenItem[]> => {
  const { rows } = await sql<Omit<OpenItem, 'item'> & { item: Json<Item> }>`
    select r.row_number as row, r.patient_id as "patientId", r.external_id as "externalId", r.item, r.lane, r.stands_over as "overlaps"
    from import_rows r where ${ofImport(key)} and r.fate = 'create' and r.done_at is null
    order by r.patient_id, r.row_number limit ${itemsOfStep}`.execute(tx)
  return wholePatients(rows.map(({ item, ...row }) => ({ ...row, item: parseJson(item) })))
}

export interface MadeItem {
  readonly row: number
  readonly externalId: string
  readonly itemId: number
}

/** Notes what each row made, and by which number its source knows that. */
export const noteMadeItems = async (tx: Tx, key: ItemsKey, made: readonly MadeItem[]): Promise<void> => {
  await sql`
    with m as materialized (
      select m.* from json_to_recordset(${jsonOf(made)}::json) as m ("row" int, "externalId" text, "itemId" bigint)
    ), noted as (
      insert into imported_items (practice_id, source, kind, external_id, item_id, import_id)
      select ${key.practiceId}, ${key.source}, ${key.kind}, m."externalId", m."itemId", ${key.importId} from m
      on conflict do nothing returning 1
    )
    update import_rows r set item_id = m."itemId", done_at = now() from m
    where ${ofImport(key)} and r.row_number = m."row"`.execute(tx)
}

/** What kept a row from being carried out when its turn came. */
export interface RefusedRow {
  readonly row: number
  readonly fate: 'clash' | 'fault'
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Rows that cannot be carried out: their time was taken, or their patient is not here any more. */
export const noteRefused = async (tx: Tx, key: ImportKey, refused: readonly RefusedRow[]): Promise<void> => {
  if (refused.length === 0) return
  const given = refused.map(({ row, fate, key: reason, params }) => ({
    ...{ row, fate },
    remarks: JSON.stringify([{ field: null, key: reason, params }]),
  }))
  await sql`
    update import_rows r set fate = g.fate, found = case when g.fate = 'clash' then g.remarks else r.found end,
      faults = case when g.fate = 'fault' then g.remarks else r.faults end
    from json_to_recordset(${JSON.stringify(given)}::json) as g ("row" int, fate text, remarks text)
    where ${ofImport(key)} and r.row_number = g."row"`.execute(tx)
}

export interface BroughtItem {
  readonly row: number
  readonly itemId: number
  readonly patientId: number
}

/** The next things that an import made and that were not looked at yet while it is taken back: all of a patient together. */
export const findBrought = async (tx: Tx, key: ImportKey): Promise<readonly BroughtItem[]> => {
  const { rows } = await sql<BroughtItem>`
    select r.row_number as row, r.item_id as "itemId", r.patient_id as "patientId" from import_rows r
    where ${ofImport(key)} and r.fate = 'create' and r.done_at is not null and not r.spared and r.item_id is not null
    order by r.patient_id, r.row_number limit ${itemsOfStep}`.execute(tx)
  return wholePatients(
    rows.map(({ row, itemId, patientId }) => ({ row, itemId: Number(itemId), patientId: Number(patientId) })),
  )
}

/** Of what was looked at: what is gone is forgotten, what stays is marked. */
export const noteItemsTakenBack = async (
  tx: Tx,
  key: ItemsKey,
  looked: readonly BroughtItem[],
  gone: ReadonlySet<number>,
): Promise<void> => {
  const rowsOf = (isGone: boolean): number[] =>
    looked.filter(({ itemId }) => gone.has(itemId) === isGone).map(({ row }) => row)
  await sql`
    update import_rows r set item_id = null where ${ofImport(key)} and r.row_number = any(${rowsOf(true)}::int[])`.execute(
    tx,
  )
  await sql`
    update import_rows r set spared = true where ${ofImport(key)} and r.row_number = any(${rowsOf(false)}::int[])`.execute(
    tx,
  )
  await sql`
    delete from imported_items k where k.practice_id = ${key.practiceId} and k.import_id = ${key.importId}
      and k.item_id = any(${[...gone]}::bigint[])`.execute(tx)
}

import type { ImportColumn, ImportDates, ImportReading, ImportSummary } from '@ulna/contract/imports/imports'
import {
  busyStates,
  type DateOrder,
  type ImportKind,
  type ImportState,
  type NameRule,
} from '@ulna/contract/imports/imports.fields'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, jsonOf, type PageWish, parseJson } from '../../platform/database/wire.ts'
import type { FoundWords, Member, SaidWord } from './matching/imports.words.ts'

/** One import of one practice. */
export interface ImportKey {
  readonly practiceId: number
  readonly importId: number
}

/** Before it wrote anything it may be changed, tried again and forgotten. */
export const beforeWriting: readonly ImportState[] = ['draft', 'examined', 'failed']

/** What it wrote from then on is there. */
export const writingStates: readonly ImportState[] = ['running', 'done', 'undoing', 'undone']

/** How a file is read, with what it has to choose from. */
export interface StoredReading extends ImportReading {
  readonly sheets: readonly string[]
}

/** What the columns are, and what the trial found of their dates. */
export interface StoredMatching {
  readonly columns: readonly ImportColumn[]
  readonly preset: string | null
  readonly preview: readonly (readonly string[])[]
  /** Orders that a person chose, by the number of the column. */
  readonly chosen: Readonly<Record<string, DateOrder>>
  readonly dates: readonly ImportDates[]
  /** Orders that a file with the same columns proved before, and by which date; by the number of the column. */
  readonly proven?: Readonly<Record<string, { readonly order: DateOrder; readonly evidence: string }>>
  /** How whole names are split, where a person said so. */
  readonly nameRule?: NameRule | null
  /** Words that stand for something here, and what a person said of them. */
  readonly found?: FoundWords
  readonly said?: readonly SaidWord[]
  /** A person said where the file is from. */
  readonly isSourceSaid?: boolean
}

export type ImportCounts = NonNullable<ImportSummary['counts']>
export type ImportFailure = NonNullable<ImportSummary['failure']>

/** A row of `imports`, its JSON read. */
export interface StoredImport {
  readonly id: number
  readonly kind: ImportKind
  readonly source: string
  readonly fileName: string
  readonly storageKey: string | null
  readonly size: number
  readonly sha256: string
  readonly format: 'csv' | 'xlsx'
  readonly state: ImportState
  readonly reading: StoredReading
  readonly matching: StoredMatching
  readonly counts: ImportCounts | null
  readonly failure: ImportFailure | null
  readonly done: number
  readonly toDo: number
  readonly created: number
  readonly spared: number
  readonly startedBy: number
  readonly startedByName: string
  readonly createdAt: Date
  readonly endedAt: Date | null
  /** Until when it can be taken back, and whether that is over by the database's clock. */
  readonly undoUntil: Date | null
  readonly isUndoLate: boolean
  /** Language of the practice. */
  readonly language: Language
}

interface ImportTexts extends Omit<StoredImport, 'reading' | 'matching' | 'counts' | 'failure'> {
  readonly reading: Json<StoredReading>
  readonly matching: Json<StoredMatching>
  readonly counts: Json<ImportCounts> | null
  readonly failure: Json<ImportFailure> | null
}

const optional = <T>(text: Json<T> | null): T | null => (text === null ? null : parseJson(text))

/** Trials of before visits were imported say nothing of clashes: there were none. */
const countsOf = (counts: ImportCounts | null): ImportCounts | null =>
  counts && { ...{ clash: 0 }, ...counts }

const storedOf = (row: ImportTexts): StoredImport => ({
  ...row,
  reading: parseJson(row.reading),
  matching: parseJson(row.matching),
  counts: countsOf(optional(row.counts)),
  failure: optional(row.failure),
})

const columns = sql`
  i.id, i.kind, i.source, i.file_name as "fileName", i.storage_key as "storageKey", i.size, i.sha256, i.format, i.state,
  i.reading, i.matching, i.counts, i.failure, i.done, i.to_do as "toDo", i.created, i.spared,
  i.started_by as "startedBy", u.first_name || ' ' || u.last_name as "startedByName", i.created_at as "createdAt",
  i.ended_at as "endedAt",
  case when i.state in ('done', 'undoing', 'undone') then i.ended_at + interval '30 days' end as "undoUntil",
  coalesce(i.ended_at + interval '30 days' < now(), false) as "isUndoLate",
  p.locale as language`

const joined = sql`imports i join users u on u.id = i.started_by join practices p on p.id = i.practice_id`

/** An import; undefined when the practice has none with that id. `lock` holds it until the transaction ends. */
export const findImport = async (
  tx: Tx,
  practiceId: number,
  id: number,
  lock = false,
): Promise<StoredImport | undefined> => {
  const { rows } = await sql<ImportTexts>`
    select ${columns} from ${joined}
    where i.practice_id = ${practiceId} and i.id = ${id} ${lock ? sql`for update of i` : sql``}`.execute(tx)
  return rows[0] && storedOf(rows[0])
}

/** Whether an import names these bytes of the store. */
export const isNamed = async (tx: Tx, practiceId: number, storageKey: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from imports where practice_id = ${practiceId} and storage_key = ${storageKey}`.execute(tx)
  return rows.length > 0
}

/** Imports of the practice, newest first, with how many there are. */
export const findImports = async (
  tx: Tx,
  practiceId: number,
  { limit, offset }: PageWish,
): Promise<{ readonly imports: readonly StoredImport[]; readonly total: number }> => {
  const { rows } = await sql<ImportTexts & { total: number }>`
    select ${columns}, count(*) over ()::int as total from ${joined}
    where i.practice_id = ${practiceId} order by i.created_at desc, i.id desc limit ${limit} offset ${offset}`.execute(
    tx,
  )
  return { imports: rows.map(storedOf), total: rows[0]?.total ?? 0 }
}

/** An import that was tried at least: where its file was from, how it was read, and what its columns were. */
export interface FormerImport {
  readonly source: string
  readonly reading: StoredReading
  readonly matching: StoredMatching
}

/** Imports that are looked through for one whose columns have the same names. */
const mostFormer = 30

/** What the practice imported of a kind before, newest first; of one source where it is named. */
export const findFormerImports = async (
  tx: Tx,
  practiceId: number,
  kind: ImportKind,
  source: string | undefined,
): Promise<readonly FormerImport[]> => {
  const { rows } = await sql<{
    source: string
    reading: Json<StoredReading>
    matching: Json<StoredMatching>
  }>`
    select i.source, i.reading, i.matching from imports i
    where i.practice_id = ${practiceId} and i.kind = ${kind} and i.state in ('examined', 'running', 'done', 'undoing', 'undone')
      and ${source === undefined ? sql`true` : sql`i.source = ${source}`}
    order by i.created_at desc, i.id desc limit ${mostFormer}`.execute(tx)
  return rows.map(({ source: name, reading, matching }) => ({
    source: name,
    reading: parseJson(reading),
    matching: parseJson(matching),
  }))
}

/** Where the patients of a practice were brought from last; undefined where none were. */
export const findLatestSource = async (tx: Tx, practiceId: number): Promise<string | undefined> => {
  const { rows } = await sql<{ source: string }>`
    select i.source from imports i
    where i.practice_id = ${practiceId} and i.kind = 'patients' and i.state = 'done'
    order by i.created_at desc, i.id desc limit 1`.execute(tx)
  return rows[0]?.source
}

export interface NewImport {
  readonly kind: ImportKind
  readonly source: string
  readonly fileName: string
  readonly storageKey: string
  readonly size: number
  readonly sha256: string
  readonly format: 'csv' | 'xlsx'
  readonly reading: StoredReading
  readonly matching: StoredMatching
}

export const insertImport = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  { fileName, storageKey, reading, matching, ...plain }: NewImport,
): Promise<number> => {
  const { id } = await tx
    .insertInto('imports')
    .values({
      practice_id: practiceId,
      ...plain,
      file_name: fileName,
      storage_key: storageKey,
      reading: jsonOf(reading),
      matching: jsonOf(matching),
      started_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What changes of an import; what is not named stays. */
export interface ImportChanges {
  readonly source?: string
  readonly state?: ImportState
  readonly reading?: StoredReading
  readonly matching?: StoredMatching
  readonly counts?: ImportCounts | null
  readonly failure?: ImportFailure | null
  readonly done?: number
  readonly toDo?: number
  readonly created?: number
  readonly spared?: number
  readonly storageKey?: null
  /** It came to its end now. */
  readonly ended?: true
}

const json = <T>(name: string, value: T | null | undefined) =>
  value === undefined ? {} : { [name]: value === null ? null : jsonOf(value) }

/** Writes what changed, and that somebody works on it, not in vain. */
export const updateImport = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<StoredImport>,
  { reading, matching, counts, failure, toDo, storageKey, ended, ...plain }: ImportChanges,
): Promise<void> => {
  await tx
    .updateTable('imports')
    .set({
      ...plain,
      ...json('reading', reading),
      ...json('matching', matching),
      ...json('counts', counts),
      ...json('failure', failure),
      ...(toDo === undefined ? {} : { to_do: toDo }),
      ...(storageKey === undefined ? {} : { storage_key: storageKey }),
      ...(ended ? { ended_at: sql<Date>`now()` } : {}),
      attempts: 0,
      touched_at: sql<Date>`now()`,
    })
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** Counts a step that was begun in vain; answers how many there were since the last that was not. */
export const countAttempt = async (tx: Tx, { practiceId, importId }: ImportKey): Promise<number> => {
  const { attempts } = await tx
    .updateTable('imports')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), touched_at: sql<Date>`now()` }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', importId)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

export const deleteImport = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<StoredImport>,
): Promise<void> => {
  await tx.deleteFrom('imports').where('practice_id', '=', practiceId).where('id', '=', id).execute()
}

/** Whether an import is under way that nobody has worked on for a minute. */
export const isLeftAlone = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<'busy' | 'alone' | 'over'> => {
  const { rows } = await sql<{ alone: boolean }>`
    select touched_at < now() - interval '1 minute' as alone from imports
    where practice_id = ${practiceId} and id = ${id} and state in (${sql.join([...busyStates])})`.execute(tx)
  const [row] = rows
  if (!row) return 'over'
  return row.alone ? 'alone' : 'busy'
}

export interface PracticeWays {
  readonly language: Language
  readonly timezone: string
  /** Minutes that a visit lasts where nobody says it. */
  readonly visitMinutes: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** How the practice reads names and times, and what its clock says. */
export const findPracticeWays = async (tx: Tx, practiceId: number): Promise<PracticeWays> => {
  const { rows } = await sql<{ language: Language; timezone: string; minutes: number | null; now: Date }>`
    select p.locale as language, p.timezone, (p.configurations #>> '{agenda,appointmentMinutes}')::int as minutes,
      now() as now
    from practices p where p.id = ${practiceId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an import belongs to a practice')
  const { minutes, now, ...ways } = row
  return {
    ...ways,
    visitMinutes: minutes ?? defaultConfigurations.agenda.appointmentMinutes,
    now: now.getTime(),
  }
}

/** Who visits can be of: the practitioners of the practice. */
export const findMembers = async (tx: Tx, practiceId: number): Promise<readonly Member[]> => {
  const { rows } = await sql<Member>`
    select d.id, d.full_name as "fullName"
    from doctors d join memberships m on m.practice_id = ${practiceId} and m.doctor_id = d.id and m.ended_at is null
    where d.practice_id = ${practiceId} and d.bookable order by d.full_name, d.id`.execute(tx)
  return rows
}

/** Files of which something hangs on patients of an import: it is taken back first, or these patients stay. */
export const findHanging = async (
  tx: Tx,
  practiceId: number,
  { id, kind, state }: StoredImport,
): Promise<readonly string[]> => {
  if (kind !== 'patients' || (state !== 'done' && state !== 'undone')) return []
  const { rows } = await sql<{ name: string }>`
    select i.file_name as name from imports i
    where i.practice_id = ${practiceId} and i.kind <> 'patients' and i.created > 0
      and exists (
        select from import_rows r join import_rows m
          on m.practice_id = ${practiceId} and m.import_id = ${id} and m.patient_id = r.patient_id and m.fate = 'create'
        where r.practice_id = ${practiceId} and r.import_id = i.id and r.fate = 'create' and r.item_id is not null)
    order by i.created_at desc, i.id desc`.execute(tx)
  return rows.map(({ name }) => name)
}

/** What the practice has of what an import may speak of. */
export interface Around {
  readonly members: readonly Member[]
  /** Where patients of the practice were brought from. */
  readonly sources: readonly string[]
  readonly hanging: readonly string[]
}

export const findAround = async (tx: Tx, practiceId: number, stored: StoredImport): Promise<Around> => {
  const { rows } = await sql<{ source: string }>`
    select distinct i.source from imports i
    where i.practice_id = ${practiceId} and i.kind = 'patients' and exists (
      select from imported_patients k where k.practice_id = ${practiceId} and k.import_id = i.id)
    order by i.source`.execute(tx)
  return {
    members: await findMembers(tx, practiceId),
    sources: rows.map(({ source }) => source),
    hanging: await findHanging(tx, practiceId, stored),
  }
}

/** The practitioner that a member of the practice is, who brought something; undefined of somebody who left it. */
export const findOwnPractitioner = async (
  tx: Tx,
  practiceId: number,
  userId: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select d.id from doctors d where d.practice_id = ${practiceId} and d.user_id = ${userId}`.execute(tx)
  return rows[0]?.id
}

/** Whether somebody worked on an import within the days that it is kept. */
export const isTouchedLately = async (tx: Tx, { practiceId, importId }: ImportKey): Promise<boolean> => {
  const { rows } = await sql<{ lately: boolean }>`
    select touched_at > now() - interval '30 days' as lately from imports
    where practice_id = ${practiceId} and id = ${importId}`.execute(tx)
  return rows[0]?.lately === true
}

import type { RecordModule } from '@ulna/contract/modules/modules'
import type { RecordModuleFile } from '@ulna/contract/modules/record-module'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type Json, parseJson } from '../../platform/database/wire.ts'

/** Two imports of a practice wait for each other: versions are counted on from those there are. */
export const lockOwnModules = async (tx: Tx, practiceId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own modules ${practiceId}`}, 24))`.execute(tx)
}

export const countOtherOwnModules = async (tx: Tx, practiceId: number, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from practice_record_modules
    where practice_id = ${practiceId} and id <> ${id}`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface OwnModule {
  readonly file: RecordModuleFile
  readonly texts: Record<Language, Record<string, string>>
}

/** What a practice's own module says of itself; undefined when it has none of this id. */
export const findOwnModule = async (
  tx: Tx,
  practiceId: number,
  id: string,
): Promise<OwnModule | undefined> => {
  const { rows } = await sql<{ file: Json<OwnModule['file']>; texts: Json<OwnModule['texts']> }>`
    select file, texts from practice_record_modules where practice_id = ${practiceId} and id = ${id}`.execute(
    tx,
  )
  const [row] = rows
  return (
    row && {
      file: parseJson(row.file),
      texts: parseJson(row.texts),
    }
  )
}

interface ClassRow {
  readonly body: Json<RecordClass>
  readonly active: boolean
}

const classOf = ({ body, active }: ClassRow): RecordClass => ({
  ...parseJson(body),
  active,
})

/** The newest version of each class of a practice's own, in no order. */
export const findNewestOwnClasses = async (
  tx: Tx,
  practiceId: number,
  classIds: readonly string[],
): Promise<RecordClass[]> => {
  const { rows } = await sql<ClassRow>`
    select distinct on (class_id) body, active from practice_record_classes
    where practice_id = ${practiceId} and class_id = any(${[...classIds]})
    order by class_id, version desc`.execute(tx)
  return rows.map(classOf)
}

/** Writes a module anew, or over what it said of itself before. */
export const storeOwnModule = async (
  tx: Tx,
  practiceId: number,
  body: RecordModule,
  { file, texts }: OwnModule,
): Promise<void> => {
  const said = { body: JSON.stringify(body), file: JSON.stringify(file), texts: JSON.stringify(texts) }
  await tx
    .insertInto('practice_record_modules')
    .values({ practice_id: practiceId, id: body.id, ...said })
    .onConflict((conflict) =>
      conflict.columns(['practice_id', 'id']).doUpdateSet((set) => ({
        body: set.ref('excluded.body'),
        file: set.ref('excluded.file'),
        texts: set.ref('excluded.texts'),
        imported_at: set.ref('excluded.imported_at'),
      })),
    )
    .execute()
}

/** A version of a class: a new one, or the texts of one there is. */
export const storeOwnClass = async (tx: Tx, practiceId: number, recordClass: RecordClass): Promise<void> => {
  const body = JSON.stringify(recordClass)
  const { classId, version, recordModuleId, active } = recordClass
  await tx
    .insertInto('practice_record_classes')
    .values({
      practice_id: practiceId,
      class_id: classId,
      version,
      module_id: recordModuleId,
      body,
      active,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['practice_id', 'class_id', 'version'])
        .doUpdateSet((set) => ({ body: set.ref('excluded.body') })),
    )
    .execute()
}

/** Lets these classes of a module take new records, and no others of it, in whatever version. */
export const activateOwnClasses = async (
  tx: Tx,
  practiceId: number,
  moduleId: string,
  classIds: readonly string[],
): Promise<void> => {
  await sql`
    update practice_record_classes set active = class_id = any(${[...classIds]})
    where practice_id = ${practiceId} and module_id = ${moduleId}
      and active <> (class_id = any(${[...classIds]}))`.execute(tx)
}

const ownVersion = prepared<
  ClassRow,
  { readonly practiceId: number; readonly classId: string; readonly version: number }
>(
  ({ practiceId, classId, version }) => sql`
    select body, active from practice_record_classes
    where practice_id = ${practiceId} and class_id = ${classId} and version = ${version}`,
)

const isInstalled = (
  practiceId: number | RawBuilder<unknown>,
) => sql`c.active and exists (select from practice_modules m
  where m.practice_id = ${practiceId} and m.module_id = c.module_id and m.uninstalled_at is null)`

const newestOwn = prepared<ClassRow, { readonly practiceId: number; readonly classId: string }>(
  ({ practiceId, classId }) => sql`
    select c.body, c.active from practice_record_classes c
    where c.practice_id = ${practiceId} and c.class_id = ${classId} and ${isInstalled(practiceId)}
    order by c.version desc limit 1`,
)

/** One version of a practice's own class; undefined when this practice has none. */
export const findOwnClass = async (
  tx: Tx,
  practiceId: number,
  classId: string,
  version: number,
): Promise<RecordClass | undefined> =>
  (await ownVersion(tx, { practiceId, classId, version })).map(classOf)[0]

/** The version new records are written with; undefined when none are. */
export const findNewestOwnClass = async (
  tx: Tx,
  practiceId: number,
  classId: string,
): Promise<RecordClass | undefined> => (await newestOwn(tx, { practiceId, classId })).map(classOf)[0]

/** Every own class that new records can be written with, in its newest version, by id. */
export const findActiveOwnClasses = async (tx: Tx, practiceId: number): Promise<RecordClass[]> => {
  const { rows } = await sql<ClassRow>`
    select distinct on (c.class_id) c.body, c.active from practice_record_classes c
    where c.practice_id = ${practiceId} and ${isInstalled(practiceId)}
    order by c.class_id, c.version desc`.execute(tx)
  return rows.map(classOf)
}

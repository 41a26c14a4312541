import type { InstalledModule, RecordModule } from '@ulna/contract/modules/modules'
import { standardModule } from '@ulna/contract/modules/record-module'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type Json, parseJson } from '../../platform/database/wire.ts'

/** A module as modules.sync.ts or an import wrote it: in the shape that goes out. */
type ModuleBody = Json<RecordModule>

const isPublic = sql<boolean>`(body::json ->> 'public')::boolean`

/** Those that ship, and the practice's own. */
const modulesOf = (practiceId: number): RawBuilder<unknown> => sql`(
  select id, body, false as own from record_modules
  union all select id, body, true from practice_record_modules where practice_id = ${practiceId})`

/** The modules a practice may install, by id: those for every practice, and its own. */
export const findModulesFor = async (tx: Tx, practiceId: number): Promise<RecordModule[]> => {
  const { rows } = await sql<{ body: ModuleBody }>`
    select body from ${modulesOf(practiceId)} r where own or ${isPublic} order by id`.execute(tx)
  return rows.map(({ body }) => parseJson(body))
}

export interface ListedModule {
  readonly id: string
  /** The practice may install it. */
  readonly isOffered: boolean
}

/** A module there is for a practice. */
export const findModule = async (
  tx: Tx,
  practiceId: number,
  id: string,
): Promise<ListedModule | undefined> => {
  const { rows } = await sql<ListedModule>`
    select id, own or ${isPublic} as "isOffered" from ${modulesOf(practiceId)} r where id = ${id}`.execute(tx)
  return rows[0]
}

interface ShippedModule {
  readonly module: RecordModule
  /** Those that take new records, in their newest version and the order of the module. */
  readonly classes: readonly RecordClass[]
}

/** A module that ships and every practice may install, with its classes. */
export const findShippedModule = async (tx: Tx, id: string): Promise<ShippedModule | undefined> => {
  const [found, { rows }] = await Promise.all([
    sql<{ body: ModuleBody }>`select body from record_modules where id = ${id} and ${isPublic}`.execute(tx),
    sql<{ body: Json<RecordClass> }>`
      select distinct on (class_id) body from record_classes where module_id = ${id} and active
      order by class_id, version desc`.execute(tx),
  ])
  const [row] = found.rows
  if (!row) return undefined
  const module = parseJson(row.body)
  const classes = rows.map(({ body }) => parseJson(body))
  return {
    module,
    classes: module.recordClasses.flatMap((one) => classes.filter(({ classId }) => classId === one.classId)),
  }
}

/** Rows of `record_classes c` whose module new records of a practice are written with. */
const isInstalledFor = (practiceId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(c.module_id = ${sql.lit(standardModule)} or exists (select from practice_modules m
    where m.practice_id = ${practiceId} and m.module_id = c.module_id and m.uninstalled_at is null))`

const newestVersion = prepared<
  { version: number | null },
  { readonly practiceId: number; readonly classId: string }
>(
  ({ practiceId, classId }) => sql`
    select max(c.version) as version from record_classes c
    where c.class_id = ${classId} and c.active and ${isInstalledFor(practiceId)}`,
)

/** The version of a class that ships which new records of a practice are written with; null when none are. */
export const findNewestShippedVersion = async (
  tx: Tx,
  practiceId: number,
  classId: string,
): Promise<number | null> => (await newestVersion(tx, { practiceId, classId }))[0]?.version ?? null

/** Every class that ships and takes new records of a practice, with its newest version. */
export const findActiveShippedClasses = async (
  tx: Tx,
  practiceId: number,
): Promise<readonly { classId: string; version: number }[]> => {
  const { rows } = await sql<{ classId: string; version: number }>`
    select c.class_id as "classId", max(c.version) as version from record_classes c
    where c.active and ${isInstalledFor(sql`${practiceId}::bigint`)}
    group by c.class_id`.execute(tx)
  return rows
}

/** One version of a class that ships. */
export const findShippedClass = async (
  tx: Tx,
  classId: string,
  version: number,
): Promise<RecordClass | undefined> => {
  const row = await tx
    .selectFrom('record_classes')
    .select(sql<Json<RecordClass>>`body`.as('body'))
    .where('class_id', '=', classId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && parseJson(row.body)
}

/** The newest version of each of these classes that ship, whether or not it takes new records, in no order. */
export const findNewestShippedClasses = async (
  tx: Tx,
  classIds: readonly string[],
): Promise<RecordClass[]> => {
  const { rows } = await sql<{ body: Json<RecordClass> }>`
    select distinct on (class_id) body from record_classes where class_id = any(${[...classIds]}::text[])
    order by class_id, version desc`.execute(tx)
  return rows.map(({ body }) => parseJson(body))
}

/** Which of these classes are consents, in the newest version a practice has; unknown ones are left out. */
export const findConsentClasses = async (
  tx: Tx,
  practiceId: number,
  classIds: readonly string[],
): Promise<Pick<RecordClass, 'classId' | 'consent'>[]> => {
  const { rows } = await sql<{ classId: string; consent: boolean }>`
    select distinct on (class_id) class_id as "classId", coalesce((body::json ->> 'consent')::boolean, false) as consent
    from (
      select class_id, version, body from record_classes
      union all select class_id, version, body from practice_record_classes where practice_id = ${practiceId}
    ) c
    where class_id = any(${[...classIds]}::text[])
    order by class_id, version desc`.execute(tx)
  return rows
}

interface InstalledRow {
  readonly body: ModuleBody
  readonly installedAt: string | null
  readonly installedBy: string | null
}

/** The standard module and those the practice has installed, by id. Names are those of today. */
export const findInstalledModules = async (tx: Tx, practiceId: number): Promise<InstalledModule[]> => {
  const { rows } = await sql<InstalledRow>`
    select r.body, iso(p.installed_at) as "installedAt", d.full_name as "installedBy"
    from ${modulesOf(practiceId)} r
    left join practice_modules p
      on p.practice_id = ${practiceId} and p.module_id = r.id and p.uninstalled_at is null
    left join doctors d on d.practice_id = ${practiceId} and d.user_id = p.installed_by
    where r.id = ${standardModule} or p.module_id is not null
    order by r.id`.execute(tx)
  return rows.map(({ body, installedAt, installedBy }) => ({ ...parseJson(body), installedAt, installedBy }))
}

/** Ids of the modules with whose classes records of the practice were written, voided ones included. */
export const findUsedModules = async (tx: Tx, practiceId: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct c.module_id as id
    from (select distinct class_id, class_version from records where practice_id = ${practiceId}) r
    join (
      select class_id, version, module_id from record_classes
      union all select class_id, version, module_id from practice_record_classes where practice_id = ${practiceId}
    ) c on c.class_id = r.class_id and c.version = r.class_version
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** For whom a module is installed, and by whom. */
export interface Installer {
  readonly practiceId: number
  readonly userId: number
}

/** Answers false, and changes nothing, when the module is installed. */
export const insertInstallation = async (
  tx: Tx,
  { practiceId, userId }: Installer,
  { id }: Authorized<ListedModule>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('practice_modules')
    .values({ practice_id: practiceId, module_id: id, installed_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Answers false when the module is not installed. */
export const endInstallation = async (
  tx: Tx,
  { practiceId, userId }: Installer,
  { id }: Authorized<ListedModule>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('practice_modules')
    .set({ uninstalled_at: sql`now()`, uninstalled_by: userId })
    .where('practice_id', '=', practiceId)
    .where('module_id', '=', id)
    .where('uninstalled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

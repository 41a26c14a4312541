import type { InstalledModule, RecordModule } from '@ulna/contract/modules'
import { standardModule } from '@ulna/contract/record-module'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

// Bodies are written by modules.sync.ts, in the shape that goes out.
const moduleOf = (body: string): RecordModule => JSON.parse(body) as RecordModule

const isPublic = sql<boolean>`(body::json ->> 'public')::boolean`

/** The modules every practice may install, by id. */
export const findPublicModules = async (tx: Tx): Promise<RecordModule[]> => {
  const { rows } = await sql<{ body: string }>`
    select body from record_modules where ${isPublic} order by id`.execute(tx)
  return rows.map(({ body }) => moduleOf(body))
}

/** Whether there is such a module, and whether every practice may install it. */
export const findModule = async (tx: Tx, id: string): Promise<{ isPublic: boolean } | undefined> => {
  const { rows } = await sql<{ isPublic: boolean }>`
    select ${isPublic} as "isPublic" from record_modules where id = ${id}`.execute(tx)
  return rows[0]
}

interface InstalledRow {
  readonly body: string
  readonly installedAt: string | null
  readonly installedBy: string | null
}

/** The standard module and those the practice has installed, by id. Names are those of today. */
export const findInstalledModules = async (tx: Tx, practiceId: number): Promise<InstalledModule[]> => {
  const { rows } = await sql<InstalledRow>`
    select r.body, iso(p.installed_at) as "installedAt", d.full_name as "installedBy"
    from record_modules r
    left join practice_modules p
      on p.practice_id = ${practiceId} and p.module_id = r.id and p.uninstalled_at is null
    left join doctors d on d.practice_id = p.practice_id and d.user_id = p.installed_by
    where r.id = ${standardModule} or p.module_id is not null
    order by r.id`.execute(tx)
  return rows.map(({ body, installedAt, installedBy }) => ({ ...moduleOf(body), installedAt, installedBy }))
}

/** Ids of the modules with whose classes records of the practice were written, voided ones included. */
export const findUsedModules = async (tx: Tx, practiceId: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct c.module_id as id
    from (select distinct class_id, class_version from records where practice_id = ${practiceId}) r
    join record_classes c on c.class_id = r.class_id and c.version = r.class_version
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface Installation {
  readonly practiceId: number
  readonly userId: number
  readonly moduleId: string
}

/** Answers false, and changes nothing, when the module is installed. */
export const insertInstallation = async (
  tx: Tx,
  { practiceId, userId, moduleId }: Installation,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('practice_modules')
    .values({ practice_id: practiceId, module_id: moduleId, installed_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Answers false when the module is not installed. */
export const endInstallation = async (
  tx: Tx,
  { practiceId, userId, moduleId }: Installation,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('practice_modules')
    .set({ uninstalled_at: sql`now()`, uninstalled_by: userId })
    .where('practice_id', '=', practiceId)
    .where('module_id', '=', moduleId)
    .where('uninstalled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

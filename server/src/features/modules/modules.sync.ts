import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { withoutReserved } from '@ulna/contract/record-class/record-class.reserved'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '../../platform/database/database.generated.ts'
import type { ConnectionSettings } from '../../platform/database/database.ts'
import { type Json, parseJson } from '../../platform/database/wire.ts'
import { loadModules } from './modules.files.ts'
import { moduleOf, type WholeModule } from './modules.listed.ts'

/** What was signed with a consent are its words. */
const unchanging = (recordClass: RecordClass): string => {
  const { locales, ...rest } = withoutReserved(recordClass)
  return JSON.stringify(rest.consent ? { ...rest, locales } : rest)
}

/**
 * Texts of a stored version may be corrected, unless they are what is signed, and what it keeps back from copies; what is
 * asked and how it is checked may not.
 */
const storeClass = async (db: Kysely<DB>, moduleId: string, recordClass: RecordClass): Promise<void> => {
  const stored = await db
    .selectFrom('record_classes')
    .select(sql<Json<RecordClass>>`body`.as('body'))
    .where('class_id', '=', recordClass.classId)
    .where('version', '=', recordClass.version)
    .executeTakeFirst()
  if (stored && unchanging(parseJson(stored.body)) !== unchanging(recordClass)) {
    throw new Error(
      `Record class ${recordClass.classId} version ${recordClass.version} differs from the one records were written with: raise its version.`,
    )
  }
  await db
    .insertInto('record_classes')
    .values({
      class_id: recordClass.classId,
      version: recordClass.version,
      module_id: moduleId,
      body: JSON.stringify(recordClass),
      active: recordClass.active,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['class_id', 'version'])
        .doUpdateSet({ body: JSON.stringify(recordClass), active: recordClass.active }),
    )
    .execute()
}

const storeModule = async (tx: Kysely<DB>, files: WholeModule): Promise<void> => {
  const body = JSON.stringify(moduleOf(files))
  await tx
    .insertInto('record_modules')
    .values({ id: files.module.id, body })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ body }))
    .execute()
  for (const recordClass of files.classes) await storeClass(tx, files.module.id, recordClass)
}

/** Brings the modules that ship with the product into the database; runs as the owner, after the migrations. */
export const syncModules = async (connection: ConnectionSettings, directory: string): Promise<void> => {
  const modules = loadModules(directory)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 1 }) }),
  })
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(8611744)`.execute(tx)
      for (const files of modules) await storeModule(tx, files)
    })
  } finally {
    await db.destroy()
  }
}

import { languages } from '@ulna/contract/languages'
import type { RecordModule } from '@ulna/contract/modules'
import type { Language, RecordClass } from '@ulna/contract/record-class'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '../../platform/database.generated.ts'
import type { ConnectionSettings } from '../../platform/database.ts'
import { loadModules, type RecordModuleFiles } from './modules.files.ts'

const withoutTexts = ({ locales: _, ...rest }: RecordClass): string => JSON.stringify(rest)

/** Texts of a stored version may be corrected; what is asked and how it is checked may not. */
const storeClass = async (db: Kysely<DB>, moduleId: string, recordClass: RecordClass): Promise<void> => {
  const stored = await db
    .selectFrom('record_classes')
    .select('body')
    .where('class_id', '=', recordClass.classId)
    .where('version', '=', recordClass.version)
    .executeTakeFirst()
  if (stored && withoutTexts(JSON.parse(stored.body) as RecordClass) !== withoutTexts(recordClass)) {
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

const classOf = ({ classId, version, type, subType, name, description }: RecordClass) => ({
  classId,
  version,
  type,
  subType,
  name,
  description: description ?? null,
})

const textsOf = (texts: RecordModuleFiles['texts'], keys: readonly string[]): RecordModule['locales'] =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(keys.map((key) => [key, texts[language][key] ?? key])),
    ]),
  ) as Record<Language, Record<string, string>>

/** A module as lists tell of it: `body` of its row. Classes that take no new records are left out. */
export const moduleOf = ({ module, classes, texts }: RecordModuleFiles): RecordModule => {
  const recordClasses = classes.filter(({ active }) => active).map(classOf)
  const { id, name, description, category, version, licence, sources = [] } = module
  const classKeys = recordClasses.flatMap((one) => [one.name, one.description ?? []].flat())
  return {
    id,
    name,
    description,
    category,
    public: module.public,
    version,
    licence,
    sources,
    recordClasses,
    locales: textsOf(texts, [name, description, ...classKeys]),
  }
}

const storeModule = async (tx: Kysely<DB>, files: RecordModuleFiles): Promise<void> => {
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

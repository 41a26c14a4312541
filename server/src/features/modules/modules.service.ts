import type { RecordClass } from '@ulna/contract/record-class'
import { standardModule } from '@ulna/contract/record-module'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Queries, Tx } from '../../platform/database.ts'
import { prepared } from '../../platform/prepared.ts'

/** Rows of `record_classes c` whose module new records of a practice are written with. */
const isInstalledFor = (practiceId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(c.module_id = ${sql.lit(standardModule)} or exists (select from practice_modules m
    where m.practice_id = ${practiceId} and m.module_id = c.module_id and m.uninstalled_at is null))`

const newestVersion = prepared<{ version: number | null }, [practiceId: number, classId: string]>(
  (practiceId, classId) => sql`
    select max(c.version) as version from record_classes c
    where c.class_id = ${classId} and c.active and ${isInstalledFor(practiceId)}`,
)

/**
 * Record classes as records use them. A version of a class never changes once it is stored, so every process keeps
 * those it has read; which version is the newest is asked each time.
 */
export class RecordClasses {
  private readonly known = new Map<string, RecordClass>()

  /** One version of a class; not_found when there is none. */
  async version(queries: Queries, classId: string, version: number): Promise<RecordClass> {
    const key = `${classId} ${version}`
    const known = this.known.get(key)
    if (known) return known
    const row = await queries
      .selectFrom('record_classes')
      .select('body')
      .where('class_id', '=', classId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!row) throw new AppError('not_found')
    const recordClass = JSON.parse(row.body) as RecordClass
    this.known.set(key, recordClass)
    return recordClass
  }

  /** The version new records are written with; not_found when the class is not active or its module not installed. */
  async newest(tx: Tx, practiceId: number, classId: string): Promise<RecordClass> {
    const [newest] = await newestVersion(tx, practiceId, classId)
    const version = newest?.version
    if (version === null || version === undefined)
      throw new AppError('not_found', { params: { field: 'recordClassId' } })
    return this.version(tx, classId, version)
  }

  /** Every class a practice can write new records with, in its newest version, by id. */
  async active(tx: Tx, practiceId: number): Promise<RecordClass[]> {
    const { rows } = await sql<{ class_id: string; version: number }>`
      select c.class_id, max(c.version) as version from record_classes c
      where c.active and ${isInstalledFor(sql`${practiceId}::bigint`)}
      group by c.class_id order by c.class_id`.execute(tx)
    return Promise.all(rows.map((row) => this.version(tx, row.class_id, row.version)))
  }
}

import type { RecordClass } from '@ulna/contract/record-class'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Queries, Tx } from '../../platform/database.ts'
import { prepared } from '../../platform/prepared.ts'

const newestVersion = prepared<{ version: number | null }, [classId: string]>(
  (classId) => sql`select max(version) as version from record_classes where class_id = ${classId} and active`,
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

  /** The version new records are written with; not_found when the class is not active. */
  async newest(tx: Tx, classId: string): Promise<RecordClass> {
    const [newest] = await newestVersion(tx, classId)
    const version = newest?.version
    if (version === null || version === undefined)
      throw new AppError('not_found', { params: { field: 'recordClassId' } })
    return this.version(tx, classId, version)
  }

  /** Every class new records can be written with, in its newest version, by id. */
  async active(queries: Queries): Promise<RecordClass[]> {
    const rows = await queries
      .selectFrom('record_classes')
      .select((select) => ['class_id', select.fn.max('version').as('version')])
      .where('active', '=', true)
      .groupBy('class_id')
      .orderBy('class_id')
      .execute()
    return Promise.all(rows.map((row) => this.version(queries, row.class_id, row.version)))
  }
}

import { isOwnId } from '@ulna/contract/modules/module-document'
import { standardModule } from '@ulna/contract/modules/record-module'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { findActiveOwnClasses, findNewestOwnClass, findOwnClass } from './modules.own.repository.ts'

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

const noClass = (): AppError => new AppError('not_found', { params: { field: 'recordClassId' } })

/**
 * Record classes as records use them. A version of a class that ships never changes once it is stored, so every
 * process keeps those it has read; which version is the newest is asked each time. A practice's own are read each
 * time: texts of theirs may be corrected, and what is kept nowhere is handed to nobody else.
 */
export class RecordClasses {
  private readonly shipped = new Map<string, RecordClass>()

  /** One version of a class, of those that ship or this practice's own; not_found when there is none. */
  async version(tx: Tx, practiceId: number, classId: string, version: number): Promise<RecordClass> {
    if (!isOwnId(classId)) return this.shippedVersion(tx, classId, version)
    const own = await findOwnClass(tx, practiceId, classId, version)
    if (!own) throw new AppError('not_found')
    return own
  }

  private async shippedVersion(tx: Tx, classId: string, version: number): Promise<RecordClass> {
    const key = `${classId} ${version}`
    const known = this.shipped.get(key)
    if (known) return known
    const row = await tx
      .selectFrom('record_classes')
      .select('body')
      .where('class_id', '=', classId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!row) throw new AppError('not_found')
    const recordClass = JSON.parse(row.body) as RecordClass
    this.shipped.set(key, recordClass)
    return recordClass
  }

  /** The version new records are written with; not_found when the class is not active or its module not installed. */
  async newest(tx: Tx, practiceId: number, classId: string): Promise<RecordClass> {
    if (isOwnId(classId)) {
      const own = await findNewestOwnClass(tx, practiceId, classId)
      if (!own) throw noClass()
      return own
    }
    const [newest] = await newestVersion(tx, { practiceId, classId })
    const version = newest?.version
    if (version === null || version === undefined) throw noClass()
    return this.shippedVersion(tx, classId, version)
  }

  /** Every class a practice can write new records with, in its newest version, by id. */
  async active(tx: Tx, practiceId: number): Promise<RecordClass[]> {
    const { rows } = await sql<{ class_id: string; version: number }>`
      select c.class_id, max(c.version) as version from record_classes c
      where c.active and ${isInstalledFor(sql`${practiceId}::bigint`)}
      group by c.class_id`.execute(tx)
    const [own, ...shipped] = await Promise.all([
      findActiveOwnClasses(tx, practiceId),
      ...rows.map((row) => this.shippedVersion(tx, row.class_id, row.version)),
    ])
    return [...shipped, ...own].toSorted((one, other) => (one.classId < other.classId ? -1 : 1))
  }
}

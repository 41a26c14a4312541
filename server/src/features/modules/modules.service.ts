import { isOwnId } from '@ulna/contract/modules/module-document'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { isHandedForm } from '@ulna/contract/records/records.policy'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  findActiveOwnClasses,
  findNewestOwnClass,
  findNewestOwnClasses,
  findOwnClass,
} from './modules.own.repository.ts'
import { findReceivedForm } from './modules.received.repository.ts'
import {
  findActiveShippedClasses,
  findNewestShippedClasses,
  findNewestShippedVersion,
  findShippedClass,
} from './modules.repository.ts'

const noClass = (): AppError => new AppError('not_found', { params: { field: 'recordClassId' } })

/**
 * Record classes as records use them. A version of a class that ships never changes once it is stored, so every
 * process keeps those it has read; which version is the newest is asked each time. A practice's own are read each
 * time: texts of theirs may be corrected, and what is kept nowhere is handed to nobody else.
 */
export class RecordClasses {
  private readonly shipped = new Map<string, RecordClass>()

  /** One version of a class, of those that ship, this practice's own or came from elsewhere; not_found for none. */
  async version(tx: Tx, practiceId: number, classId: string, version: number): Promise<RecordClass> {
    if (isHandedForm(classId)) {
      const received = await findReceivedForm(tx, practiceId, classId, version)
      if (!received) throw new AppError('not_found')
      return received
    }
    if (!isOwnId(classId)) return this.shippedVersion(tx, classId, version)
    const own = await findOwnClass(tx, practiceId, classId, version)
    if (!own) throw new AppError('not_found')
    return own
  }

  private async shippedVersion(tx: Tx, classId: string, version: number): Promise<RecordClass> {
    const key = `${classId} ${version}`
    const known = this.shipped.get(key)
    if (known) return known
    const recordClass = await findShippedClass(tx, classId, version)
    if (!recordClass) throw new AppError('not_found')
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
    const version = await findNewestShippedVersion(tx, practiceId, classId)
    if (version === null) throw noClass()
    return this.shippedVersion(tx, classId, version)
  }

  /** The newest version of each of these, whether or not anybody writes with it any more; forms of elsewhere have none. */
  async newestOf(tx: Tx, practiceId: number, classIds: readonly string[]): Promise<RecordClass[]> {
    const [own, shipped] = await Promise.all([
      findNewestOwnClasses(tx, practiceId, classIds.filter(isOwnId)),
      findNewestShippedClasses(
        tx,
        classIds.filter((id) => !isOwnId(id)),
      ),
    ])
    return [...own, ...shipped]
  }

  /** Every class a practice can write new records with, in its newest version, by id. */
  async active(tx: Tx, practiceId: number): Promise<RecordClass[]> {
    const newest = await findActiveShippedClasses(tx, practiceId)
    const [own, ...shipped] = await Promise.all([
      findActiveOwnClasses(tx, practiceId),
      ...newest.map(({ classId, version }) => this.shippedVersion(tx, classId, version)),
    ])
    return [...shipped, ...own].toSorted((one, other) => (one.classId < other.classId ? -1 : 1))
  }
}

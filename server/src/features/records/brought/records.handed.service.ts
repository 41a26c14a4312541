import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { checkedData, withoutDuties } from '../records.write.service.ts'
import {
  type HandedAddendum,
  type HandedRecord,
  insertAddenda,
  insertHanded,
} from './records.handed.repository.ts'

export type { HandedAddendum, HandedRecord } from './records.handed.repository.ts'

/**
 * Data of a record of elsewhere, as the form it was written with stores it; undefined for what that form does not hold. What
 * was kept back may be what the form asks for, so nothing is asked for.
 */
export const readHandedData = (form: RecordClass, { data }: RecordRow): string | undefined => {
  try {
    return JSON.stringify(checkedData(withoutDuties(form), data))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/**
 * Stores records of elsewhere with their first versions and addenda, in the caller's transaction; answers their ids in order.
 * Nobody here is their author, so nobody changes, signs or adds to them; an administrator may void one.
 */
export const bringHandedRecords = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
  records: readonly HandedRecord[],
): Promise<readonly number[]> => insertHanded(tx, { practiceId, patientId }, records)

export const bringHandedAddenda = (
  tx: Tx,
  practiceId: number,
  addenda: readonly HandedAddendum[],
): Promise<void> => insertAddenda(tx, practiceId, addenda)

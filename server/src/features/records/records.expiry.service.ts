import { sql } from 'kysely'
import { auditWrite } from '../../platform/audit.strands.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { Database } from '../../platform/use-case.ts'
import { findRecordState, type RecordState } from './records.repository.ts'
import { isTemporary } from './records.temporary.ts'

const waits = (record: RecordState): boolean => isTemporary(record) && !record.signed && !record.voided

/** Removes the document with its files' rows; false when it is no temporary one, or not overdue and not to go at once. */
export const removeTemporaryRow = async (tx: Tx, id: number, atOnce: boolean): Promise<boolean> => {
  const { rows } = await sql<{
    removed: boolean
  }>`select remove_temporary_document(${id}, ${atOnce}) as removed`.execute(tx)
  return rows[0]?.removed === true
}

/** What else happens in the transaction of a removal. */
export interface Removal {
  /** Before anything is removed; what it answers is done if the document goes. */
  readonly prepare: (tx: Tx) => Promise<() => Promise<void>>
  /** The document is not a day old: it is looked at again later. */
  readonly again: (tx: Tx) => Promise<void>
}

/**
 * Removes a temporary document that nobody completed within a day, with everything that hangs on it. Nobody asked for
 * it, so its row in the trail names nobody.
 */
export const removeTemporaryDocument = (
  db: Database,
  practiceId: number,
  id: number,
  { prepare, again }: Removal,
): Promise<void> =>
  transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
    const record = await findRecordState(tx, practiceId, id)
    if (record === undefined || !waits(record)) return
    const removed = await prepare(tx)
    if (!(await removeTemporaryRow(tx, id, false))) return again(tx)
    await removed()
    const actor = { practiceId, userId: null, sessionId: null, requestId: 'job', ip: null }
    const subject = { type: 'record', id }
    await auditWrite(tx, db.auditKey, {
      actor,
      entry: { action: 'record.expire', patientId: record.patientId, subject },
    })
  })

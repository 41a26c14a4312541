import { isTemporary } from '@ulna/contract/records/records.policy'
import { sql } from 'kysely'
import { auditWrite } from '../../platform/audit/audit.strands.ts'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts'
import type { Database } from '../../platform/use-case.ts'
import { findRecordState, type RecordState } from './records.repository.ts'

/** Removes a temporary document that nobody completed. Jobs wait in databases under this name, so it keeps it. */
const expireDocumentJob = 'files.expire_document'

const dayAndMinute = 1441 * 60_000

/** A temporary document has a day and a minute to become something; then it goes with its files. */
export const expireLater = async (tx: Tx, practiceId: number, recordId: number): Promise<void> =>
  enqueue(
    tx,
    expireDocumentJob,
    { practiceId, recordId },
    { runAt: new Date((await databaseNow(tx)) + dayAndMinute) },
  )

/** Queues the end of temporary documents of a practice that arrived from elsewhere: jobs do not travel. */
export const goOnWithTemporary = async (tx: Tx, practiceId: number): Promise<void> => {
  const { rows } = await sql<{ recordId: number }>`
    select id as "recordId" from records where practice_id = ${practiceId} and type = 'document'
      and subtype = 'temporal' and not signed and voided_at is null`.execute(tx)
  for (const { recordId } of rows) await expireLater(tx, practiceId, recordId)
}

/**
 * What goes along with a record that is removed. It is asked while the rows of the record still say what that is; what
 * it answers is done in the same transaction, once they are gone.
 */
export type GoesAlong = (tx: Tx, practiceId: number, recordId: number) => Promise<() => Promise<void>>

/** Who removes records is told what goes along by who puts the process together: records know nobody above them. */
export interface Removing {
  readonly db: Database
  readonly goesAlong: GoesAlong
}

const waits = (record: RecordState): boolean => isTemporary(record) && !record.signed && !record.voided

const removeTemporaryRow = async (
  tx: Tx,
  practiceId: number,
  id: number,
  atOnce: boolean,
): Promise<boolean> => {
  const { rows } = await sql<{
    removed: boolean
  }>`select remove_temporary_document(${practiceId}, ${id}, ${atOnce}) as removed`.execute(tx)
  return rows[0]?.removed === true
}

/**
 * Removes the document with its files' rows and what goes along; false when it is no temporary one, or not overdue and
 * not to go at once.
 */
export const removeTemporary = async (
  tx: Tx,
  goesAlong: GoesAlong,
  { practiceId, id }: { readonly practiceId: number; readonly id: number },
  when: 'overdue' | 'at once',
): Promise<boolean> => {
  const goAlong = await goesAlong(tx, practiceId, id)
  if (!(await removeTemporaryRow(tx, practiceId, id, when === 'at once'))) return false
  await goAlong()
  return true
}

/**
 * Removes a temporary document that nobody completed within a day, with everything that hangs on it; one that is not a
 * day old is looked at again later. Nobody asked for it, so its row in the trail names nobody.
 */
const removeTemporaryDocument = (
  { db, goesAlong }: Removing,
  practiceId: number,
  id: number,
): Promise<void> =>
  transaction(db.queries, { practiceId, userId: 0 }, 'read write', async (tx) => {
    const record = await findRecordState(tx, practiceId, id)
    if (record === undefined || !waits(record)) return
    const isRemoved = await removeTemporary(tx, goesAlong, { practiceId, id }, 'overdue')
    if (!isRemoved) return expireLater(tx, practiceId, id)
    const actor = { practiceId, userId: null, sessionId: null, requestId: 'job', ip: null }
    const subject = { type: 'record', id }
    await auditWrite(tx, db.auditKey, {
      actor,
      entry: { action: 'record.expire', patientId: record.patientId, subject },
    })
  })

export const recordJobs = (removing: Removing): JobHandlers => ({
  [expireDocumentJob]: ({ practiceId, recordId }) =>
    removeTemporaryDocument(removing, Number(practiceId), Number(recordId)),
})

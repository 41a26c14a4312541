import type { PaperScope, RecordStand } from '@ulna/contract/papers/papers'
import type { Tx } from '../../platform/database/database.ts'
import { voidedReceipts } from '../receipts/receipts.service.ts'
import { standsOf } from '../records/printing/records.paper.service.ts'
import { findVisitStands } from './sheets/papers.attendance.repository.ts'

/** How far what is on a paper has come by today: records, the receipt or the visits; what is gone is left out. */
export const standsToday = async (
  tx: Tx,
  practiceId: number,
  scope: PaperScope,
  ids: readonly number[],
): Promise<readonly RecordStand[]> => {
  if (scope === 'attendance') return findVisitStands(tx, practiceId, ids)
  if (scope !== 'receipt') return standsOf(tx, practiceId, ids)
  const receipts = await voidedReceipts(tx, practiceId, ids)
  return receipts.map(({ id, voided }) => ({ id, version: 1, voided, addenda: 0 }))
}

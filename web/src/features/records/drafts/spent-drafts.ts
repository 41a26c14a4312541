import type { Draft } from '@ulna/contract/drafts/drafts'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { validateRecordData } from '@ulna/contract/record-class/record-class.validation'
import type { RecordRow } from '@ulna/contract/records/records'
import { filledValues, sameValues } from '../../../blocks/record-form/form/form-values.ts'
import { classOf, targetOfDraftKey } from '../editor-target.ts'

/**
 * True for a draft of a new record that was saved already, although its answer never arrived (the tab crashed in
 * between): a record of the same form says exactly the same. Offering it would make a second one.
 */
export const isSpent = (
  draft: Draft,
  records: readonly RecordRow[],
  classes: readonly RecordClass[],
): boolean => {
  const target = targetOfDraftKey(draft.key)
  if (target?.kind !== 'new') return false
  return records.some((record) => {
    if (record.recordClassId !== target.classId || (record.updatedAt ?? record.createdAt) < draft.updatedAt)
      return false
    if ((record.caseId ?? undefined) !== target.caseId) return false
    const recordClass = classOf(record, classes)
    if (!recordClass || record.data === null) return false
    const { data } = validateRecordData(recordClass, filledValues(recordClass, draft.data))
    return data !== undefined && sameValues(data, record.data)
  })
}

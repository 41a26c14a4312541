import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { documentSubtypes, type RecordRow } from '@ulna/contract/records/records'
import type { HandOverContents } from '../hand-overs.format.ts'

type Written = Pick<RecordRow, 'recordClassId' | 'recordClassVersion'>

const keyOf = (classId: string, version: number): string => `${classId} ${version}`

/** Finds the form that a record was written with, as it came along. */
export const formsOf = ({
  forms,
}: Pick<HandOverContents, 'forms'>): ((record: Written) => RecordClass | undefined) => {
  const found = new Map(forms.map((form) => [keyOf(form.classId, form.version), form]))
  return ({ recordClassId, recordClassVersion }) => found.get(keyOf(recordClassId, recordClassVersion))
}

/** Whether a record is a document as there are documents here; a temporary one is handed over by nobody. */
export const isDocument = ({ type, subtype }: RecordRow, form: RecordClass): boolean =>
  type === 'document' &&
  form.type === type &&
  documentSubtypes.some((one) => one === subtype && one !== 'temporal')

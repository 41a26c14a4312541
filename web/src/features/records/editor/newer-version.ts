import type { RecordClass } from '@ulna/contract/record-class/record-class'
import type { RecordRow } from '@ulna/contract/records/records'
import { type FormValues, filledValues, sameValues } from '../../../blocks/record-form/form/form-values.ts'

export interface NewerVersionParts {
  recordClass: RecordClass
  /** The record as it was when writing began; absent where there was none. */
  begun: RecordRow | undefined
  /** The record as the file has it now. */
  current: RecordRow | undefined
  /** What stands in the form. */
  present: FormValues
}

/**
 * What somebody saved while this was written, from the moment the file hears of it. A save of one's own whose answer
 * was lost says the same as the form and is no news.
 */
export const newerVersion = ({
  recordClass,
  begun,
  current,
  present,
}: NewerVersionParts): RecordRow | undefined => {
  if (!current || current.voidedAt !== null) return undefined
  if (current.version <= (begun?.version ?? 0)) return undefined
  return sameValues(current.data, filledValues(recordClass, present)) ? undefined : current
}

import { isOwnId } from '@ulna/contract/modules/module-document'
import { notesPart, partKey } from '@ulna/contract/patient-copies/patient-copies.reserved'
import type { RecordClass, ReservedReason } from '@ulna/contract/record-class/record-class'
import { reservedFieldsOf } from '@ulna/contract/record-class/record-class.reserved'
import { isHandedForm, originalClassId } from '@ulna/contract/records/records.policy'
import type { Tx } from '../../../platform/database/database.ts'
import type { RecordClasses } from '../../modules/modules.service.ts'
import type { Reserved } from './patient-copies.kept.ts'

/** The form that is known here: of one that came from elsewhere the one that ships, since theirs of their own is not ours. */
const knownId = (classId: string): string | undefined => {
  if (!isHandedForm(classId)) return classId
  const original = originalClassId(classId)
  return isOwnId(original) ? undefined : original
}

type Marks = ReturnType<typeof reservedFieldsOf>

const reasonOf = (
  { classId }: RecordClass,
  [fieldId, own]: readonly [string, ReservedReason | null],
  newest: Marks | undefined,
): ReservedReason | null => {
  const today = newest?.get(fieldId)
  if (isHandedForm(classId)) return own ?? today ?? null
  return today === undefined ? own : today
}

/**
 * Why parts of a file are kept back where nobody decides. The newest version of a form says it of whatever was written with
 * it, also before it said so; of a question that it does not ask any more, the version that asked.
 */
export const reservedIn = async (
  tx: Tx,
  practiceId: number,
  classes: RecordClasses,
  forms: readonly RecordClass[],
): Promise<Reserved> => {
  const known = [...new Set(forms.flatMap(({ classId }) => knownId(classId) ?? []))]
  const newest = await classes.newestOf(tx, practiceId, known)
  const marks = new Map(newest.map((form) => [form.classId, reservedFieldsOf(form)]))
  const reserved = new Map<string, ReservedReason>([[notesPart, 'annotation']])
  for (const form of forms)
    for (const field of reservedFieldsOf(form)) {
      const reason = reasonOf(form, field, marks.get(knownId(form.classId) ?? ''))
      if (reason !== null) reserved.set(partKey(form.classId, field[0]), reason)
    }
  return reserved
}

import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import { initialData, isInForm, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { type FormValues, isEmpty, sameValues } from '../form/form-values.ts'

/** Measured or dated anew at every visit: a figure of last time would be a finding that nobody made. */
const madeAnew = new Set<RecordField['type']>([
  'pain_scale',
  'measure_pair',
  'number',
  'percent',
  'bmi',
  'body_chart',
  'date',
  'time',
  'case_select',
])

/** Fields that may say today what they said last time. */
const carriedFields = (recordClass: RecordClass): RecordField[] =>
  valueFieldsOf(recordClass)
    .filter(isInForm)
    .map(({ field }) => field)
    .filter((field) => !madeAnew.has(field.type))

/** What the last visit said, for the fields that say nothing yet; nothing that was written is replaced. */
export const valuesToCarry = (
  recordClass: RecordClass,
  today: FormValues,
  last: FormValues | undefined,
): FormValues => {
  if (!last) return {}
  const blank: FormValues = initialData(recordClass)
  const isUntouched = (id: string): boolean => isEmpty(today[id]) || sameValues(today[id], blank[id])
  const carried = carriedFields(recordClass).filter(
    ({ id }) => !isEmpty(last[id]) && isUntouched(id) && !sameValues(today[id], last[id]),
  )
  return Object.fromEntries(carried.map(({ id }) => [id, last[id]]))
}

/** Fields that say exactly what they said last time, and not only what every form starts with. */
export const unchangedFields = (
  recordClass: RecordClass,
  today: FormValues,
  last: FormValues | undefined,
): string[] => {
  if (!last) return []
  const blank: FormValues = initialData(recordClass)
  return carriedFields(recordClass)
    .map(({ id }) => id)
    .filter(
      (id) => !isEmpty(last[id]) && sameValues(today[id], last[id]) && !sameValues(today[id], blank[id]),
    )
}

/** True when today says nothing at all that last time did not say: a visit that was carried over and not written. */
export const isLastTimeAgain = (
  recordClass: RecordClass,
  today: FormValues,
  last: FormValues | undefined,
): boolean => {
  if (!last) return false
  const blank: FormValues = initialData(recordClass)
  const written = valueFieldsOf(recordClass)
    .filter(isInForm)
    .map(({ field }) => field.id)
    .filter((id) => !isEmpty(today[id]) && !sameValues(today[id], blank[id]))
  return written.length > 0 && written.every((id) => sameValues(today[id], last[id]))
}

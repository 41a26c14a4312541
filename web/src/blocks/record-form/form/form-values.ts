import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { initialData, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'

/** Values by field id: of a record, of a draft, of the open form. */
export type FormValues = Record<string, unknown>

/** What an empty form of this class starts with: initial values, and the values given over them. */
export const startValues = (recordClass: RecordClass, given: FormValues): FormValues => ({
  ...initialData(recordClass),
  ...given,
})

/** True for what says nothing: no text, no choice, no part that says something. */
export const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}

const withoutEmptyParts = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => !isEmpty(part)))
}

/** What is sent: the form's values without empty ones and without keys the class does not know. */
export const filledValues = (recordClass: RecordClass, values: FormValues): FormValues => {
  const known = new Set<string>(valueFieldsOf(recordClass).map(({ field }) => field.id))
  const filled = Object.entries(values).filter(([id, value]) => known.has(id) && !isEmpty(value))
  return Object.fromEntries(filled.map(([id, value]) => [id, withoutEmptyParts(value)]))
}

/** True when both say the same, whatever the order of keys. */
export const sameValues = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => sameValues(Reflect.get(one, key), Reflect.get(other, key)))
}

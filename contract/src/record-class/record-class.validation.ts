import type { FieldError } from '../errors.ts'
import { ruleChecks } from './record-class.checks.ts'
import { isNullable, type ValueField, valueFieldsOf } from './record-class.fields.ts'
import { isPlainObject } from './record-class.plain-object.ts'
import { kindOfRule, type RecordClass } from './record-class.ts'
import { type Reading, type ValueFault, valueReaders } from './record-class.values.ts'

/** More keys than any form has; what lies above is an attack or an accident. */
export const mostRecordKeys = 200

export type RecordData = Record<string, unknown>

export type ValidatedData =
  | { readonly data: RecordData; readonly errors?: undefined }
  | { readonly errors: readonly FieldError[]; readonly data?: undefined }

const fieldError = (id: string, fault: ValueFault): FieldError => ({
  field: fault.part === undefined ? `data.${id}` : `data.${id}.${printable(fault.part)}`,
  message: fault.message,
  ...(fault.params ? { params: fault.params } : {}),
})

/** A key somebody made up, fit to be sent back. */
const printable = (key: string): string => key.slice(0, 64).toWellFormed().replaceAll('\u0000', '')

const ofAbsence = (field: ValueField): Reading =>
  field.required ? { kind: 'faults', faults: [{ message: 'field_required' }] } : { kind: 'absent' }

const ofNull = (field: ValueField): Reading => {
  if (isNullable(field)) return { kind: 'value', value: null }
  if (field.required) return ofAbsence(field)
  return { kind: 'faults', faults: [{ message: 'field_type', params: { type: field.type } }] }
}

const readField = (field: ValueField, data: RecordData): Reading => {
  const value = Object.hasOwn(data, field.id) ? data[field.id] : undefined
  if (value === undefined || value === '') return ofAbsence(field)
  if (value === null) return ofNull(field)
  const reading = valueReaders[field.type](field, value)
  return reading.kind === 'absent' ? ofAbsence(field) : reading
}

const brokenRule = (field: ValueField, cleaned: ReadonlyMap<string, unknown>): ValueFault | null => {
  const value = cleaned.get(field.id)
  if (value === undefined || value === null) return null
  for (const rule of field.validations ?? []) {
    const other = rule.params?.field === undefined ? undefined : cleaned.get(rule.params.field)
    const fault = ruleChecks[kindOfRule(rule)](value, rule, other)
    if (fault) return fault
  }
  return null
}

const unknownKeys = (fields: readonly ValueField[], data: RecordData): FieldError[] => {
  const known = new Set(fields.map((field) => field.id))
  return Object.keys(data)
    .filter((key) => !known.has(key))
    .map((key) => ({ field: `data.${printable(key)}`, message: 'field_unknown' }))
}

/**
 * Checks `data` of a record against its class: types, limits, options, required fields and every rule of
 * specification §5. Answers the data as it is to be stored (only fields of the class, nothing empty, choices in
 * the order of the class), or every error with its path `data.<field id>`. Never throws, whatever it is given;
 * cleaned data is valid and stays as it is when checked again.
 */
export const validateRecordData = (
  recordClass: Pick<RecordClass, 'sections'>,
  data: unknown,
): ValidatedData => {
  if (!isPlainObject(data))
    return { errors: [{ field: 'data', message: 'field_type', params: { type: 'object' } }] }
  if (Object.keys(data).length > mostRecordKeys)
    return { errors: [{ field: 'data', message: 'field_too_long', params: { max: mostRecordKeys } }] }

  const fields = valueFieldsOf(recordClass).map((flat) => flat.field)
  const errors = unknownKeys(fields, data)
  const cleaned = new Map<string, unknown>()
  for (const field of fields) {
    const reading = readField(field, data)
    if (reading.kind === 'value') cleaned.set(field.id, reading.value)
    if (reading.kind === 'faults') errors.push(...reading.faults.map((fault) => fieldError(field.id, fault)))
  }
  for (const field of fields) {
    const fault = brokenRule(field, cleaned)
    if (fault) errors.push(fieldError(field.id, fault))
  }
  return errors.length > 0 ? { errors } : { data: Object.fromEntries(cleaned) }
}

import type { ErrorKey, ErrorParams } from '../errors.ts'
import { isSensibleDay, isSensibleInstant } from '../http/dates.ts'
import { isWellFormedText, limits } from '../http/text.ts'
import { readBodyChart } from './body-chart/record-class.body-chart.values.ts'
import {
  painRange,
  switchOptions,
  switchValueKeys,
  type ValueField,
  type ValueFieldType,
} from './record-class.fields.ts'
import { measureSides, pairParams } from './record-class.pairs.ts'
import { isPlainObject } from './record-class.plain-object.ts'
import type { FieldOption } from './record-class.ts'

/** What is wrong with one value; `part` names the part of a value that has several. */
export interface ValueFault {
  readonly message: ErrorKey
  readonly params?: ErrorParams
  readonly part?: string
}

/** A value as it is stored, nothing at all, or what is wrong with it. */
export type Reading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'faults'; readonly faults: readonly ValueFault[] }

/** Bodies a person can have: kilograms from a premature child up, metres likewise. */
export const plausibleBody = {
  weight: { min: 0.3, max: 650 },
  height: { min: 0.2, max: 2.75 },
} as const

const absent: Reading = { kind: 'absent' }
const read = (value: unknown): Reading => ({ kind: 'value', value })
const refuse = (message: ErrorKey, params?: ErrorParams): Reading => ({
  kind: 'faults',
  faults: [params ? { message, params } : { message }],
})
const refuseType = (type: string): Reading => refuse('field_type', { type })

const readText = (value: unknown): Reading => {
  if (typeof value !== 'string') return refuseType('string')
  if (value.length > limits.recordText) return refuse('field_too_long', { max: limits.recordText })
  if (!isWellFormedText(value)) return refuse('field_text')
  return value.trim() === '' ? absent : read(value)
}

const readLine = (value: unknown): Reading => {
  const reading = readText(value)
  return reading.kind === 'value' && typeof reading.value === 'string' ? read(reading.value.trim()) : reading
}

const readDate = (value: unknown): Reading => {
  if (typeof value !== 'string') return refuseType('date')
  return isSensibleDay(value) || isSensibleInstant(value) ? read(value) : refuse('field_date')
}

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

const readTime = (value: unknown): Reading => {
  if (typeof value !== 'string') return refuseType('time')
  return timePattern.test(value) ? read(value) : refuse('field_time')
}

const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

// −0 would be stored as 0 and then differ from what was checked and signed.
const withoutNegativeZero = (value: number): number => (value === 0 ? 0 : value)

const readNumberWithin = (value: unknown, min: number, max: number, integer: boolean): Reading => {
  if (!isFiniteNumber(value)) return refuseType('number')
  if (integer && !Number.isInteger(value)) return refuseType('integer')
  if (value < min) return refuse('field_min', { min })
  if (value > max) return refuse('field_max', { max })
  return read(withoutNegativeZero(value))
}

const readNumber = (field: ValueField, value: unknown): Reading =>
  readNumberWithin(value, -Number.MAX_VALUE, Number.MAX_VALUE, field.params?.integer === true)

const readPain = (field: ValueField, value: unknown): Reading => {
  const { minimum, maximum } = painRange(field)
  return readNumberWithin(value, minimum, maximum, true)
}

const readBoolean = (value: unknown): Reading =>
  typeof value === 'boolean' ? read(value) : refuseType('boolean')

const isOption = (options: readonly FieldOption[], value: unknown): boolean =>
  options.some((option) => option.value === value)

const readChoice = (options: readonly FieldOption[], value: unknown): Reading => {
  if (typeof value !== 'string') return refuseType('string')
  return isOption(options, value) ? read(value) : refuse('field_option')
}

const readChoices = (field: ValueField, value: unknown): Reading => {
  if (!Array.isArray(value)) return refuseType('array')
  const options = field.options ?? []
  if (value.length > options.length || new Set(value).size < value.length) return refuse('field_option')
  if (!value.every((one) => isOption(options, one))) return refuse('field_option')
  if (value.length === 0) return absent
  // In the order of the options, so that two versions differ only where a choice differs.
  return read(options.map((option) => option.value).filter((one) => value.includes(one)))
}

const unknownParts = (value: Record<string, unknown>, known: readonly string[]): ValueFault[] =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .slice(0, 10)
    .map((key) => ({ message: 'field_unknown', part: key }))

const partOf = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? (value[key] ?? null) : null

const readMeasure = (part: keyof typeof plausibleBody, value: unknown): number | null | ValueFault => {
  if (value === null || value === '') return null
  if (!isFiniteNumber(value)) return { message: 'field_type', params: { type: 'number' }, part }
  const range = plausibleBody[part]
  return value < range.min || value > range.max
    ? { message: 'field_range', params: { ...range }, part }
    : value
}

const isFault = (value: unknown): value is ValueFault => typeof value === 'object' && value !== null

const readBmi = (value: unknown): Reading => {
  if (!isPlainObject(value)) return refuseType('bmi')
  const weight = readMeasure('weight', partOf(value, 'weight'))
  const height = readMeasure('height', partOf(value, 'height'))
  const faults = [...unknownParts(value, ['weight', 'height']), ...[weight, height].filter(isFault)]
  if (faults.length > 0) return { kind: 'faults', faults }
  return weight === null && height === null ? absent : read({ weight, height })
}

const withPart = (faults: readonly ValueFault[], part: string): ValueFault[] =>
  faults.map((fault) => ({ ...fault, part }))

const readSide = (field: ValueField, value: unknown): Reading => {
  if (value === null || value === '') return absent
  const { min, max, integer } = pairParams(field)
  return readNumberWithin(value, min, max, integer)
}

const readPair = (field: ValueField, value: unknown): Reading => {
  if (!isPlainObject(value)) return refuseType('measure_pair')
  const readings = measureSides.map((side) => [side, readSide(field, partOf(value, side))] as const)
  const faults = [
    ...unknownParts(value, measureSides),
    ...readings.flatMap(([side, one]) => (one.kind === 'faults' ? withPart(one.faults, side) : [])),
  ]
  if (faults.length > 0) return { kind: 'faults', faults }
  if (readings.every(([, one]) => one.kind === 'absent')) return absent
  return read(
    Object.fromEntries(readings.map(([side, one]) => [side, one.kind === 'value' ? one.value : null])),
  )
}

const readSwitchValue = (field: ValueField, value: unknown): Reading => {
  if (value === null || value === '') return absent
  const options = switchOptions(field)
  return options ? readChoice(options, value) : readLine(value)
}

const readConditionalSwitch = (field: ValueField, value: unknown): Reading => {
  if (!isPlainObject(value)) return refuseType('conditional_switch')
  const names = switchValueKeys(field)
  const unknown = unknownParts(value, ['enabled', ...names])
  if (unknown.length > 0) return { kind: 'faults', faults: unknown }
  const enabled = partOf(value, 'enabled')
  if (typeof enabled !== 'boolean')
    return {
      kind: 'faults',
      faults: [{ message: 'field_type', params: { type: 'boolean' }, part: 'enabled' }],
    }
  const name = names.find((one) => partOf(value, one) !== null) ?? 'value'
  const reading = readSwitchValue(field, partOf(value, name))
  if (reading.kind === 'faults') return { kind: 'faults', faults: withPart(reading.faults, name) }
  // What stood behind a switch that is off is not part of the record: nobody would see it.
  return read({ enabled, value: enabled && reading.kind === 'value' ? reading.value : null })
}

const readCase = (value: unknown): Reading => {
  if (typeof value !== 'number') return refuseType('number')
  return Number.isSafeInteger(value) && value > 0 ? read(value) : refuse('field_option')
}

/** How each field type is read: the type of the value, its own limits, and the form it is stored in. */
export const valueReaders: Readonly<Record<ValueFieldType, (field: ValueField, value: unknown) => Reading>> =
  {
    text: (_, value) => readLine(value),
    textarea: (_, value) => readText(value),
    date: (_, value) => readDate(value),
    time: (_, value) => readTime(value),
    number: readNumber,
    percent: (_, value) => readNumberWithin(value, 0, 100, false),
    select: (field, value) => readChoice(field.options ?? [], value),
    radio_group: (field, value) => readChoice(field.options ?? [], value),
    checkbox_group: readChoices,
    switch: (_, value) => readBoolean(value),
    checkbox: (_, value) => readBoolean(value),
    bmi: (_, value) => readBmi(value),
    measure_pair: readPair,
    conditional_switch: readConditionalSwitch,
    pain_scale: readPain,
    body_chart: (_, value) => readBodyChart(value),
    case_select: (_, value) => readCase(value),
  }

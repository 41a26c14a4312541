import fc from 'fast-check'
import { isWellFormedText } from '../http/text.ts'
import { bodyCharts } from './body-chart/record-class.body-chart.fixture.ts'
import { painRange, switchOptions, type ValueField, valueFieldsOf } from './record-class.fields.ts'
import { pairParams } from './record-class.pairs.ts'
import type { RecordClass } from './record-class.ts'
import { validateRecordData } from './record-class.validation.ts'
import { plausibleBody } from './record-class.values.ts'

/** What a clinician may type: any script, emoji, quotes, backslashes, line ends; no half characters. */
const typed = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('José', 'Jose\u0301', 'línea 1\r\nlínea 2', '{"a":1}', '\u202etxt', '1.0', '</script>'),
  )
  .filter((text) => isWellFormedText(text) && text.trim() !== '')

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const option = (values: readonly { readonly value: string }[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values.map(({ value }) => value))

const bound = (field: ValueField, kind: 'min' | 'max', otherwise: number): number =>
  (field.validations ?? []).find((rule) => rule.kind === kind)?.params?.[kind] ?? otherwise

const text = (field: ValueField): fc.Arbitrary<string> =>
  typed
    .map((whole) => whole.slice(0, bound(field, 'max', whole.length)))
    .filter((cut) => isWellFormedText(cut) && cut.trim() !== '')

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const number = (field: ValueField): fc.Arbitrary<number> => {
  const [min, max] = [bound(field, 'min', -1e6), bound(field, 'max', 1e6)]
  if (field.params?.integer === true) return fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
  return fc.double({ min, max, noNaN: true })
}

const measure = ({ min, max }: { min: number; max: number }) =>
  fc.option(fc.double({ min, max, noNaN: true }))

const pair = (field: ValueField): fc.Arbitrary<unknown> => {
  const { min, max, integer } = pairParams(field)
  const side = fc.option(
    integer
      ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
      : fc.double({ min, max, noNaN: true }),
  )
  return fc.record({ left: side, right: side })
}

const switched = (field: ValueField): fc.Arbitrary<unknown> => {
  const options = switchOptions(field)
  return fc.record({ enabled: fc.boolean(), frequency: fc.option(options ? option(options) : typed) })
}

const arbitraries: Partial<Record<ValueField['type'], (field: ValueField) => fc.Arbitrary<unknown>>> = {
  text,
  textarea: text,
  date: () => day,
  time: () => time,
  number,
  percent: () => fc.integer({ min: 0, max: 100 }),
  select: ({ options = [] }) => option(options),
  radio_group: ({ options = [] }) => option(options),
  checkbox_group: ({ options = [] }) => fc.subarray(options.map(({ value }) => value)),
  switch: () => fc.boolean(),
  checkbox: () => fc.boolean(),
  bmi: () => fc.record({ weight: measure(plausibleBody.weight), height: measure(plausibleBody.height) }),
  measure_pair: pair,
  conditional_switch: switched,
  body_chart: () => bodyCharts,
  pain_scale: (field) => fc.integer({ min: painRange(field).minimum, max: painRange(field).maximum }),
}

const valueFor = (field: ValueField, given: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> => {
  if (Object.hasOwn(given, field.id)) return fc.constant(given[field.id])
  const build = arbitraries[field.type]
  if (!build) throw new Error(`no values are known for a field of type ${field.type}`)
  return field.required ? build(field) : fc.option(build(field), { nil: undefined, freq: 2 })
}

/** Data that is valid for a class, with `given` as it is. */
export const dataOf = (
  recordClass: RecordClass,
  given: Readonly<Record<string, unknown>> = {},
): fc.Arbitrary<Record<string, unknown>> => {
  const values = valueFieldsOf(recordClass).map(({ field }) => [field.id, valueFor(field, given)] as const)
  return fc
    .record(Object.fromEntries(values))
    .map((data) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)))
    .filter((data) => validateRecordData(recordClass, data).errors === undefined)
}

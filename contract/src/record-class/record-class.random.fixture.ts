import fc from 'fast-check'
import { type FieldType, fieldTypes, type RecordClass, type RecordField } from './record-class.ts'

/** What a field needs besides its type, so that a class with it is a valid one. */
type Parts = Partial<Pick<RecordField, 'options' | 'params' | 'validations'>>

/** Half of the options and of the forms need one. */
const consent = fc.option(fc.constantFrom('consent_one', 'consent_other'), { nil: undefined, freq: 2 })

const options = fc
  .tuple(
    fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 5 }),
    fc.array(consent, { minLength: 5, maxLength: 5 }),
  )
  .map(([values, consents]) =>
    values.map((value, index) => {
      const needsConsent = consents[index]
      return { value, label: `option_${value}`, ...(needsConsent === undefined ? {} : { needsConsent }) }
    }),
  )

const bounds = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 200 }))
  .map(([min, length]) => ({ min, max: min + length }))

const ruled = (kinds: readonly ['min', 'max'] = ['min', 'max']): fc.Arbitrary<Parts> =>
  fc.option(bounds, { nil: undefined }).map((found) =>
    found
      ? {
          validations: kinds.map((kind) => ({ kind, params: { [kind]: found[kind] } })),
        }
      : {},
  )

const longest = fc
  .option(fc.integer({ min: 1, max: 80 }), { nil: undefined })
  .map((max): Parts => (max === undefined ? {} : { validations: [{ kind: 'max', params: { max } }] }))

const chosen = options.map((found): Parts => ({ options: found }))
const nothing = fc.constant<Parts>({})

const partsOf: Partial<Record<FieldType, fc.Arbitrary<Parts>>> = {
  text: longest,
  textarea: longest,
  number: fc.tuple(ruled(), fc.boolean()).map(([parts, integer]) => ({ ...parts, params: { integer } })),
  percent: nothing,
  select: chosen,
  radio_group: chosen,
  checkbox_group: chosen,
  measure_pair: fc
    .tuple(bounds, fc.boolean())
    .map(([{ min, max }, integer]) => ({ params: { unit: 'unit', min, max, integer } })),
  conditional_switch: fc
    .option(options, { nil: undefined })
    .map(
      (found): Parts =>
        found
          ? { params: { valueType: 'select', options: found, valueLabel: 'value_label' } }
          : { params: { valueType: 'text', valueLabel: 'value_label' } },
    ),
  pain_scale: fc.constantFrom<Parts>({}, { params: { minimum: 1, maximum: 7 } }),
}

/** A case is chosen among those of a patient, which no random class knows; groups come of their own. */
const given: ReadonlySet<FieldType> = new Set(['case_select', 'section', 'fieldgroup'])
const types = fieldTypes.filter((type) => !given.has(type))

const field = (id: string): fc.Arbitrary<RecordField> =>
  fc
    .constantFrom(...types)
    .chain((type) =>
      fc.record({
        id: fc.constant(id),
        label: fc.constant(`label_${id}`),
        type: fc.constant(type),
        displayOrder: fc.constantFrom(-1, 10, 30, 30, 50, 70, 100),
        required: type === 'title' ? fc.constant(false) : fc.boolean(),
        nullable: fc.boolean(),
        parts: partsOf[type] ?? nothing,
      }),
    )
    .map(({ parts, ...rest }) => ({ ...rest, ...parts }))

const group = (id: string): fc.Arbitrary<RecordField> =>
  fc.tuple(field(`${id}_a`), field(`${id}_b`)).map((subfields) => ({
    id,
    label: `label_${id}`,
    type: 'fieldgroup',
    displayOrder: 40,
    subfields,
  }))

const section = (id: string): fc.Arbitrary<RecordClass['sections'][number]> =>
  fc
    .integer({ min: 1, max: 6 })
    .chain((count) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, index) =>
          fc.oneof(
            { weight: 6, arbitrary: field(`${id}_f${index}`) },
            { weight: 1, arbitrary: group(`${id}_g${index}`) },
          ),
        ),
      ),
    )
    .map((fields) => ({ id, label: `label_${id}`, displayOrder: 10, fields }))

const keysOf = (fields: readonly RecordField[]): string[] =>
  fields.flatMap((one) => [
    one.label,
    ...(one.options ?? []).map(({ label }) => label),
    ...(one.subfields ? keysOf(one.subfields) : []),
  ])

const withTexts = (recordClass: RecordClass): RecordClass => {
  const keys = recordClass.sections.flatMap(({ label, fields }) => [label, ...keysOf(fields)])
  const texts = (language: string) => Object.fromEntries(keys.map((key) => [key, `${key} (${language})`]))
  return { ...recordClass, locales: { es: texts('es'), en: texts('en'), it: texts('it') } }
}

/** Any class: every type of field that needs no other record, with and without rules, groups and hidden fields. */
export const randomClass = (classId: string): fc.Arbitrary<RecordClass> =>
  fc
    .tuple(section('first'), fc.option(section('second'), { nil: undefined }), consent)
    .map(([first, second, needsConsent]) =>
      withTexts({
        ...(needsConsent === undefined ? {} : { needsConsent }),
        classId,
        name: 'class_name',
        type: 'test',
        subType: null,
        lang: 'es',
        version: 1,
        active: true,
        recordModuleId: 'standard',
        sections: second ? [first, second] : [first],
        locales: { es: {}, en: {}, it: {} },
      }),
    )

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    true,
    false,
    0,
    -1,
    1.5,
    1e9,
    'a',
    'x@y.es',
    '2026-02-30',
    '25:00',
    '<b>',
    [],
    {},
  ),
  fc.integer({ min: -100, max: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
  fc.record({ left: fc.integer(), right: fc.option(fc.integer()) }),
  fc.record({ enabled: fc.boolean(), value: fc.string({ maxLength: 10 }) }),
  fc.record({ weight: fc.integer({ min: 0, max: 900 }), height: fc.double({ min: 0, max: 3, noNaN: true }) }),
)

/** Data that is valid but for what stands in a few of its fields, or under keys that the class does not have. */
export const spoilt = (
  valid: Readonly<Record<string, unknown>>,
  ids: readonly string[],
): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .array(fc.tuple(fc.constantFrom(...ids, 'nobody_asked'), anyValue), { maxLength: 3 })
    .map((changes) => ({ ...valid, ...Object.fromEntries(changes) }))

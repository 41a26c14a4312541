import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classOf, fieldOf, optionsOf } from './record-class.fixture.ts'
import { validateRecordData } from './record-class.validation.ts'

const messages = (field: Parameters<typeof fieldOf>[0], data: unknown) =>
  validateRecordData(classOf(fieldOf(field)), data).errors?.map((error) => error.message) ?? []

describe('a required field', () => {
  test.each([{}, { answer: '' }, { answer: '  \n' }, { answer: null }, { answer: undefined }])(
    'is missing in %j',
    (data) => {
      expect(messages({ type: 'textarea', required: true }, data)).toEqual(['field_required'])
    },
  )

  test('may be false or zero', () => {
    expect(messages({ type: 'switch', required: true }, { answer: false })).toEqual([])
    expect(messages({ type: 'number', required: true }, { answer: 0 })).toEqual([])
  })

  test('may be null where it is nullable, but not left out', () => {
    const field = { type: 'number', required: true, nullable: true } as const
    expect(validateRecordData(classOf(fieldOf(field)), { answer: null })).toEqual({ data: { answer: null } })
    expect(messages(field, {})).toEqual(['field_required'])
  })
})

describe('an optional field', () => {
  test.each(['text', 'textarea', 'number', 'date', 'time', 'select', 'pain_scale'] as const)(
    'of type %s is absent when it is an empty text',
    (type) => expect(validateRecordData(classOf(fieldOf({ type })), { answer: '' })).toEqual({ data: {} }),
  )

  test('takes null only where it is nullable', () => {
    expect(messages({ type: 'number' }, { answer: null })).toEqual(['field_type'])
    expect(messages({ type: 'number', nullable: true }, { answer: null })).toEqual([])
  })

  test('is not asked for its rules while it is absent', () => {
    expect(messages({ type: 'text', validations: [{ kind: 'email' }] }, { answer: '' })).toEqual([])
  })
})

describe('data that is no record', () => {
  test.each([null, undefined, 'text', 7, [], [{ answer: 1 }], new Date(), new Map()])(
    'refuses %s',
    (data) => {
      expect(validateRecordData(classOf(fieldOf({ type: 'text' })), data).errors).toEqual([
        { field: 'data', message: 'field_type', params: { type: 'object' } },
      ])
    },
  )

  test('refuses more than 200 keys as a whole', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`key${index}`, 1]))
    expect(validateRecordData(classOf(fieldOf({ type: 'text' })), many).errors).toEqual([
      { field: 'data', message: 'field_too_long', params: { max: 200 } },
    ])
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'stranger'])(
    'refuses the key %s',
    (key) => {
      const data: unknown = JSON.parse(`{ "answer": "x", "${key}": { "polluted": true } }`)
      expect(validateRecordData(classOf(fieldOf({ type: 'text' })), data).errors).toEqual([
        { field: `data.${key}`, message: 'field_unknown' },
      ])
      expect(Reflect.get({}, 'polluted')).toBeUndefined()
    },
  )

  test('does not take what objects inherit for an answer', () => {
    const field = fieldOf({ id: 'toString', type: 'text', required: true })
    expect(validateRecordData(classOf(field), {}).errors).toHaveLength(1)
  })
})

test('every fault is told at once, with the path of its field', () => {
  const recordClass = classOf(
    fieldOf({ id: 'name', type: 'text', required: true }),
    fieldOf({ id: 'pain', type: 'pain_scale' }),
    fieldOf({ id: 'group', type: 'fieldgroup', subfields: [fieldOf({ id: 'inner', type: 'date' })] }),
    fieldOf({ id: 'body', type: 'bmi' }),
  )
  const data = { pain: 12, inner: 'soon', body: { weight: 0, height: 170 }, other: 1 }
  expect(validateRecordData(recordClass, data).errors?.map((error) => error.field)).toEqual([
    'data.other',
    'data.name',
    'data.pain',
    'data.inner',
    'data.body.weight',
    'data.body.height',
  ])
})

describe('whatever is sent', () => {
  const options = optionsOf('a', 'b', 'c')
  const everything = classOf(
    fieldOf({ id: 'text', type: 'text', validations: [{ kind: 'min', params: { min: 2 } }] }),
    fieldOf({ id: 'textarea', type: 'textarea', nullable: true }),
    fieldOf({ id: 'mail', type: 'text', validations: [{ kind: 'email' }] }),
    fieldOf({ id: 'link', type: 'text', validations: [{ kind: 'url' }] }),
    fieldOf({ id: 'date', type: 'date' }),
    fieldOf({ id: 'until', type: 'date', validations: [{ kind: 'moreThan', params: { field: 'date' } }] }),
    fieldOf({ id: 'time', type: 'time' }),
    fieldOf({ id: 'number', type: 'number', validations: [{ kind: 'positive' }] }),
    fieldOf({ id: 'percent', type: 'percent' }),
    fieldOf({ id: 'select', type: 'select', options }),
    fieldOf({ id: 'radio', type: 'radio_group', options }),
    fieldOf({
      id: 'several',
      type: 'checkbox_group',
      options,
      validations: [{ kind: 'max', params: { max: 2 } }],
    }),
    fieldOf({ id: 'switch', type: 'switch' }),
    fieldOf({ id: 'checkbox', type: 'checkbox', validations: [{ kind: 'true_only' }] }),
    fieldOf({ id: 'body', type: 'bmi' }),
    fieldOf({ id: 'habit', type: 'conditional_switch', params: { valueType: 'select', options } }),
    fieldOf({ id: 'referred', type: 'conditional_switch' }),
    fieldOf({ id: 'pain', type: 'pain_scale' }),
    fieldOf({ id: 'case', type: 'case_select' }),
    fieldOf({ id: 'heading', type: 'title' }),
  )
  const ids = everything.sections.flatMap((section) => section.fields.map((field) => field.id))

  const option = fc.constantFrom('a', 'b', 'c')
  const plausible: fc.Arbitrary<unknown> = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', ' ', 'ana@example.com', 'https://example.com', '09:30', '2026-11-20', 'a'),
    fc.integer({ min: -2, max: 12 }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(option, { maxLength: 3 }),
    fc.record(
      { weight: fc.double({ min: 0, max: 300 }), height: fc.double({ min: 0, max: 3 }) },
      { requiredKeys: [] },
    ),
    fc.record({ enabled: fc.boolean(), frequency: option, value: option }, { requiredKeys: ['enabled'] }),
    fc.jsonValue(),
  )
  const nearlyValid = fc.dictionary(fc.constantFrom(...ids), plausible)

  test('it never throws, and each fault has a path into data', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.anything(), nearlyValid), (data) => {
        const { errors = [] } = validateRecordData(everything, data)
        expect(errors.every((error) => error.field === 'data' || error.field.startsWith('data.'))).toBe(true)
      }),
    )
  })

  test('data that was cleaned is valid and stays as it is', () => {
    fc.assert(
      fc.property(nearlyValid, (data) => {
        const { data: cleaned } = validateRecordData(everything, data)
        fc.pre(cleaned !== undefined)
        expect(validateRecordData(everything, cleaned)).toEqual({ data: cleaned })
        expect(JSON.parse(JSON.stringify(cleaned))).toEqual(cleaned)
      }),
      { numRuns: 300 },
    )
  })

  test('a value of each field alone, once cleaned, stays as it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), plausible, (id, value) => {
        const { data: cleaned } = validateRecordData(everything, { [id]: value })
        if (cleaned) expect(validateRecordData(everything, cleaned)).toEqual({ data: cleaned })
      }),
      { numRuns: 2_000 },
    )
  })

  test('a key the class does not know is always refused', () => {
    const stranger = fc.string({ unit: 'binary' }).filter((key) => !ids.includes(key) || key === 'heading')
    fc.assert(
      fc.property(nearlyValid, stranger, fc.jsonValue(), (data, key, value) => {
        const sent: Record<string, unknown> = { ...data }
        Object.defineProperty(sent, key, { value, enumerable: true, configurable: true, writable: true })
        const { errors = [] } = validateRecordData(everything, sent)
        expect(errors.some((error) => error.message === 'field_unknown')).toBe(true)
        expect(errors.every((error) => error.field.isWellFormed())).toBe(true)
      }),
    )
  })
})

import { expect, test } from 'vitest'
import {
  classText,
  fieldsOf,
  initialData,
  isInForm,
  isNullable,
  painRange,
  valueFieldsOf,
} from './record-class.fields.ts'
import { classOf, fieldOf } from './record-class.fixture.ts'
import { fieldId } from './record-class.keys.ts'

const nested = classOf(
  fieldOf({
    id: 'outer',
    type: 'section',
    displayOrder: -1,
    subfields: [
      fieldOf({
        id: 'group',
        type: 'fieldgroup',
        subfields: [fieldOf({ id: 'inner', type: 'text', initialValue: 'x' })],
      }),
    ],
  }),
  fieldOf({ id: 'heading', type: 'title' }),
  fieldOf({ id: 'list', type: 'checkbox_group', initialValue: ['a'] }),
)

test('fields are told in form order with everything they stand in', () => {
  expect(fieldsOf(nested).map(({ field, within }) => [...within, field.id].join('.'))).toEqual([
    'main.outer',
    'main.outer.group',
    'main.outer.group.inner',
    'main.heading',
    'main.list',
  ])
  expect(valueFieldsOf(nested).map(({ field }) => field.id)).toEqual(['inner', 'list'])
})

test('what stands in something hidden is hidden', () => {
  expect(valueFieldsOf(nested).map(({ hidden }) => hidden)).toEqual([true, false])
})

test('a form asks for visible fields and for alerts', () => {
  const [plain, alert] = fieldsOf(
    classOf(
      fieldOf({ id: 'date', type: 'date', displayOrder: -1 }),
      fieldOf({ id: 'allergies', type: 'textarea', displayOrder: -1, params: { alert: 'allergy' } }),
    ),
  )
  expect(plain && isInForm(plain)).toBe(false)
  expect(alert && isInForm(alert)).toBe(true)
})

test('initial data is a copy of its own for every record', () => {
  const first = initialData(nested)
  expect(first).toEqual({ inner: 'x', list: ['a'] })
  ;(first.list as string[]).push('b')
  expect(initialData(nested)).toEqual({ inner: 'x', list: ['a'] })
})

test('a field is nullable by its mark or by a rule', () => {
  expect(isNullable(fieldOf({ type: 'text' }))).toBe(false)
  expect(isNullable(fieldOf({ type: 'text', nullable: true }))).toBe(true)
  expect(isNullable(fieldOf({ type: 'text', validations: [{ kind: 'nullable' }] }))).toBe(true)
})

test('pain goes from 0 to 10 unless the class says otherwise', () => {
  expect(painRange(fieldOf({ type: 'pain_scale' }))).toEqual({ minimum: 0, maximum: 10 })
  expect(painRange(fieldOf({ type: 'pain_scale', params: { maximum: 5 } }))).toEqual({
    minimum: 0,
    maximum: 5,
  })
})

test('a text falls back to the language of the class, then to its key', () => {
  const recordClass = { ...classOf(), locales: { es: { a: 'hola', b: 'adiós' }, en: { a: 'hello' }, it: {} } }
  expect(classText(recordClass, 'en', 'a')).toBe('hello')
  expect(classText(recordClass, 'en', 'b')).toBe('adiós')
  expect(classText(recordClass, 'it', 'toString')).toBe('toString')
})

test.each(['__proto__', 'constructor', 'prototype', '1st', 'a-b', '', 'a'.repeat(65)])(
  '%s is no field id',
  (id) => {
    expect(fieldId.safeParse(id).success).toBe(false)
  },
)

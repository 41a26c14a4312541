import { describe, expect, test } from 'vitest'
import { classOf, fieldOf, optionsOf } from './record-class.fixture.ts'
import type { FieldRule, RecordField } from './record-class.ts'
import { validateRecordData } from './record-class.validation.ts'

const check = (
  type: RecordField['type'],
  rule: FieldRule,
  value: unknown,
  part: Partial<RecordField> = {},
) => {
  const field = fieldOf({ type, validations: [rule], ...part })
  return validateRecordData(classOf(field), { answer: value }).errors?.[0]?.message ?? 'fine'
}

describe('min and max', () => {
  const min: FieldRule = { kind: 'min', params: { min: 3 } }
  const max: FieldRule = { kind: 'max', params: { max: 3 } }

  test('bound numbers', () => {
    expect([2, 3, 4].map((value) => check('number', min, value))).toEqual(['field_min', 'fine', 'fine'])
    expect([2, 3, 4].map((value) => check('number', max, value))).toEqual(['fine', 'fine', 'field_max'])
  })

  test('bound the length of texts', () => {
    expect(['ab', 'abc'].map((value) => check('text', min, value))).toEqual(['field_too_short', 'fine'])
    expect(['abc', 'abcd'].map((value) => check('textarea', max, value))).toEqual(['fine', 'field_too_long'])
  })

  test('bound how many options are chosen', () => {
    const options = { options: optionsOf('a', 'b', 'c', 'd') }
    expect(check('checkbox_group', min, ['a', 'b'], options)).toBe('field_too_short')
    expect(check('checkbox_group', max, ['a', 'b', 'c', 'd'], options)).toBe('field_too_long')
    expect(check('checkbox_group', max, ['a', 'b', 'c'], options)).toBe('fine')
  })

  test('say their bound', () => {
    const field = fieldOf({ type: 'number', validations: [max] })
    expect(validateRecordData(classOf(field), { answer: 9 }).errors).toEqual([
      { field: 'data.answer', message: 'field_max', params: { max: 3 } },
    ])
  })
})

describe('email', () => {
  test.each(['ana@example.com', 'a.b+c@sub.example.co'])('takes %s', (value) => {
    expect(check('text', { kind: 'email' }, value)).toBe('fine')
  })
  test.each([
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'a b@example.com',
    'ana@example..com',
    `${'a'.repeat(65)}@b.co`,
  ])('refuses %s', (value) => expect(check('text', { kind: 'email' }, value)).toBe('field_email'))
})

describe('url', () => {
  test.each(['https://example.com', 'http://example.com/a?b=c#d'])('takes %s', (value) => {
    expect(check('text', { kind: 'url' }, value)).toBe('fine')
  })
  test.each(['example.com', 'javascript:alert(1)', 'ftp://example.com', 'https://', 'https://a b'])(
    'refuses %s',
    (value) => {
      expect(check('text', { kind: 'url' }, value)).toBe('field_url')
    },
  )
})

test('true only and false only hold for switches and for whether a conditional switch is on', () => {
  expect(check('checkbox', { kind: 'true_only' }, true)).toBe('fine')
  expect(check('checkbox', { kind: 'true_only' }, false)).toBe('field_true_only')
  expect(check('switch', { kind: 'false_only' }, false)).toBe('fine')
  expect(check('switch', { kind: 'false_only' }, true)).toBe('field_false_only')
  expect(check('conditional_switch', { kind: 'true_only' }, { enabled: false })).toBe('field_true_only')
  expect(check('conditional_switch', { kind: 'true_only' }, { enabled: true })).toBe('fine')
})

test('nullable lets null be an answer', () => {
  expect(check('number', { kind: 'nullable' }, null)).toBe('fine')
  expect(check('number', { kind: 'max', params: { max: 3 } }, null)).toBe('field_type')
})

describe('more than and less than', () => {
  test('compare with a number', () => {
    const more: FieldRule = { kind: 'moreThan', params: { value: 3 } }
    const less: FieldRule = { kind: 'lessThan', params: { value: 3 } }
    expect([2, 3, 4].map((value) => check('number', more, value))).toEqual([
      'field_more_than',
      'field_more_than',
      'fine',
    ])
    expect([2, 3, 4].map((value) => check('number', less, value))).toEqual([
      'fine',
      'field_less_than',
      'field_less_than',
    ])
  })

  test('are read as modules spelled them before', () => {
    expect(check('number', { kind: 'more_than', params: { value: 3 } }, 3)).toBe('field_more_than')
    expect(check('number', { kind: 'less_than', params: { value: 3 } }, 3)).toBe('field_less_than')
  })

  const pair = (type: RecordField['type'], kind: 'moreThan' | 'lessThan') =>
    classOf(
      fieldOf({ id: 'first', type }),
      fieldOf({ id: 'second', type, validations: [{ kind, params: { field: 'first' } }] }),
    )

  test.each([
    ['date', '2026-11-20', '2026-11-21'],
    ['date', '2026-11-20', '2026-11-20T00:00:01Z'],
    ['time', '09:59', '10:00'],
    ['number', 9, 10],
  ] as const)('compare a %s with another field', (type, low, high) => {
    expect(validateRecordData(pair(type, 'moreThan'), { first: low, second: high }).errors).toBeUndefined()
    expect(validateRecordData(pair(type, 'moreThan'), { first: high, second: low }).errors).toEqual([
      { field: 'data.second', message: 'field_more_than', params: { value: high, field: 'first' } },
    ])
    expect(validateRecordData(pair(type, 'lessThan'), { first: high, second: low }).errors).toBeUndefined()
    expect(validateRecordData(pair(type, 'lessThan'), { first: low, second: low }).errors).toHaveLength(1)
  })

  test('hold while the other field is empty', () => {
    expect(validateRecordData(pair('date', 'moreThan'), { second: '2026-11-20' }).errors).toBeUndefined()
  })
})

test('positive and negative leave zero out', () => {
  expect([-1, 0, 1].map((value) => check('number', { kind: 'positive' }, value))).toEqual([
    'field_positive',
    'field_positive',
    'fine',
  ])
  expect([-1, 0, 1].map((value) => check('number', { kind: 'negative' }, value))).toEqual([
    'fine',
    'field_negative',
    'field_negative',
  ])
})

import { describe, expect, test } from 'vitest'
import { classOf, fieldOf, optionsOf } from './record-class.fixture.ts'
import type { RecordField } from './record-class.ts'
import { validateRecordData } from './record-class.validation.ts'

type Sample = Partial<RecordField> & Pick<RecordField, 'type'>

const check = (field: Sample, value: unknown) =>
  validateRecordData(classOf(fieldOf(field)), { answer: value })
const stored = (field: Sample, value: unknown) => check(field, value).data?.answer
const fault = (field: Sample, value: unknown) => check(field, value).errors?.[0]

const choice = optionsOf('left', 'right', 'both')
const pain: Sample = { type: 'pain_scale' }
const smoke: Sample = {
  type: 'conditional_switch',
  params: { valueType: 'select', options: optionsOf('daily', 'weekly') },
}
const referred: Sample = { type: 'conditional_switch', params: { valueKey: 'medicReference' } }

describe('text', () => {
  test.each(['text', 'textarea'] as const)('%s takes up to 20,000 characters', (type) => {
    expect(stored({ type }, 'a'.repeat(20_000))).toHaveLength(20_000)
    expect(fault({ type }, 'a'.repeat(20_001))).toEqual({
      field: 'data.answer',
      message: 'field_too_long',
      params: { max: 20_000 },
    })
  })

  test.each(['text', 'textarea'] as const)('%s refuses what is no Unicode text', (type) => {
    expect(fault({ type }, 'a\u0000b')?.message).toBe('field_text')
    expect(fault({ type }, 'a\ud800b')?.message).toBe('field_text')
    expect(stored({ type }, '膝の痛み 🦴 ñ')).toBe('膝の痛み 🦴 ñ')
  })

  test.each([1, true, ['a'], { a: 1 }])('refuses %j', (value) => {
    expect(fault({ type: 'textarea' }, value)?.message).toBe('field_type')
  })

  test('keeps the spaces of a text area and trims a line', () => {
    expect(stored({ type: 'textarea' }, ' duerme bien\n')).toBe(' duerme bien\n')
    expect(stored({ type: 'text' }, ' Lumbalgia ')).toBe('Lumbalgia')
  })
})

describe('date and time', () => {
  test.each(['2026-11-20', '2024-02-29', '2026-11-20T15:30:00Z', '2026-11-20T15:30:00-05:00'])(
    'takes %s',
    (day) => {
      expect(stored({ type: 'date' }, day)).toBe(day)
    },
  )

  test.each(['2026-02-30', '20/11/2026', '2026-11-20 15:30', 'tomorrow', '2026-13-01'])(
    'refuses the date %s',
    (day) => {
      expect(fault({ type: 'date' }, day)?.message).toBe('field_date')
    },
  )

  test('takes 00:00 to 23:59', () => {
    expect(stored({ type: 'time' }, '00:00')).toBe('00:00')
    expect(stored({ type: 'time' }, '23:59')).toBe('23:59')
  })

  test.each(['24:00', '9:30', '09:60', '09:30:00'])('refuses the time %s', (time) => {
    expect(fault({ type: 'time' }, time)?.message).toBe('field_time')
  })

  test('refuses a number', () => {
    expect(fault({ type: 'date' }, 1_763_600_000)?.message).toBe('field_type')
    expect(fault({ type: 'time' }, 930)?.message).toBe('field_type')
  })
})

describe('number', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, '12', true, [1]])('refuses %s', (value) => {
    expect(fault({ type: 'number' }, value)).toMatchObject({
      message: 'field_type',
      params: { type: 'number' },
    })
  })

  test('takes zero, negatives and decimals, and stores −0 as 0', () => {
    expect([0, -2.5, 1e9].map((value) => stored({ type: 'number' }, value))).toEqual([0, -2.5, 1e9])
    expect(Object.is(stored({ type: 'number' }, -0), 0)).toBe(true)
  })

  test('takes whole numbers only where the class says so', () => {
    expect(fault({ type: 'number', params: { integer: true } }, 1.5)?.params).toEqual({ type: 'integer' })
    expect(stored({ type: 'number', params: { integer: true } }, 2)).toBe(2)
  })

  test('is 0 to 100 as a percentage', () => {
    expect([0, 33.3, 100].map((value) => stored({ type: 'percent' }, value))).toEqual([0, 33.3, 100])
    expect(fault({ type: 'percent' }, -1)?.message).toBe('field_min')
    expect(fault({ type: 'percent' }, 100.1)?.message).toBe('field_max')
  })
})

describe('pain scale', () => {
  test('is a whole number from 0 to 10', () => {
    expect(stored(pain, 0)).toBe(0)
    expect(stored(pain, 10)).toBe(10)
    expect(fault(pain, 11)).toEqual({ field: 'data.answer', message: 'field_max', params: { max: 10 } })
    expect(fault(pain, -1)).toEqual({ field: 'data.answer', message: 'field_min', params: { min: 0 } })
    expect(fault(pain, 3.5)?.message).toBe('field_type')
    expect(fault(pain, '3')?.message).toBe('field_type')
  })

  test('has other ends where the class says so', () => {
    const scale: Sample = { type: 'pain_scale', params: { minimum: -5, maximum: 5 } }
    expect(stored(scale, -5)).toBe(-5)
    expect(fault(scale, 6)?.params).toEqual({ max: 5 })
  })
})

describe('choices', () => {
  test.each(['select', 'radio_group'] as const)('%s takes one of its options', (type) => {
    expect(stored({ type, options: choice }, 'left')).toBe('left')
    expect(fault({ type, options: choice }, 'up')?.message).toBe('field_option')
    expect(fault({ type, options: choice }, ['left'])?.message).toBe('field_type')
  })

  test('a checkbox group takes several, once each, and stores them in the order of the class', () => {
    const group: Sample = { type: 'checkbox_group', options: choice }
    expect(stored(group, ['both', 'left'])).toEqual(['left', 'both'])
    expect(fault(group, ['left', 'left'])?.message).toBe('field_option')
    expect(fault(group, ['left', 'up'])?.message).toBe('field_option')
    expect(fault(group, [1])?.message).toBe('field_option')
    expect(fault(group, 'left')?.message).toBe('field_type')
  })

  test('a checkbox group with nothing chosen is absent', () => {
    expect(check({ type: 'checkbox_group', options: choice }, [])).toEqual({ data: {} })
    expect(fault({ type: 'checkbox_group', options: choice, required: true }, [])?.message).toBe(
      'field_required',
    )
  })
})

describe('switches', () => {
  test.each(['switch', 'checkbox'] as const)('%s takes true and false only', (type) => {
    expect([true, false].map((value) => stored({ type }, value))).toEqual([true, false])
    expect(fault({ type }, 'true')?.message).toBe('field_type')
    expect(fault({ type }, 1)?.message).toBe('field_type')
  })

  test('a conditional switch is stored as enabled and value', () => {
    expect(stored(referred, { enabled: true, value: 'Dra. Ruiz' })).toEqual({
      enabled: true,
      value: 'Dra. Ruiz',
    })
    expect(stored(referred, { enabled: true })).toEqual({ enabled: true, value: null })
    expect(stored(smoke, { enabled: true, value: '' })).toEqual({ enabled: true, value: null })
  })

  test('a conditional switch accepts its value as frequency and under its own name', () => {
    expect(stored(smoke, { enabled: true, frequency: 'daily' })).toEqual({ enabled: true, value: 'daily' })
    expect(stored(referred, { enabled: true, medicReference: 'Dra. Ruiz' })).toEqual({
      enabled: true,
      value: 'Dra. Ruiz',
    })
  })

  test('a conditional switch that is off keeps no value', () => {
    expect(stored(smoke, { enabled: false, value: 'daily' })).toEqual({ enabled: false, value: null })
  })

  test('a conditional switch names the part that is wrong', () => {
    expect(fault(smoke, { enabled: true, frequency: 'hourly' })).toEqual({
      field: 'data.answer.frequency',
      message: 'field_option',
    })
    expect(fault(smoke, { enabled: 'yes' })?.field).toBe('data.answer.enabled')
    expect(fault(smoke, { value: 'daily' })?.field).toBe('data.answer.enabled')
    expect(fault(smoke, { enabled: true, medicReference: 'x' })).toMatchObject({
      field: 'data.answer.medicReference',
      message: 'field_unknown',
    })
    expect(fault(smoke, true)?.message).toBe('field_type')
  })
})

describe('body mass index', () => {
  const body: Sample = { type: 'bmi' }

  test('is weight and height, either of them possibly unknown', () => {
    expect(stored(body, { weight: 70, height: 1.68 })).toEqual({ weight: 70, height: 1.68 })
    expect(stored(body, { weight: 70 })).toEqual({ weight: 70, height: null })
    expect(stored(body, { weight: null, height: 1.68 })).toEqual({ weight: null, height: 1.68 })
    expect(check(body, { weight: null, height: null })).toEqual({ data: {} })
  })

  test('refuses a height in centimetres and a weight nobody has', () => {
    expect(fault(body, { weight: 70, height: 168 })).toEqual({
      field: 'data.answer.height',
      message: 'field_range',
      params: { min: 0.2, max: 2.75 },
    })
    expect(fault(body, { weight: 7000, height: 1.68 })?.field).toBe('data.answer.weight')
  })

  test('refuses other parts and other types', () => {
    expect(fault(body, { weight: '70', height: 1.68 })?.message).toBe('field_type')
    expect(fault(body, { weight: 70, height: 1.68, index: 24.8 })?.message).toBe('field_unknown')
    expect(fault(body, 24.8)?.message).toBe('field_type')
  })
})

describe('a measure of both sides', () => {
  const flexion: Sample = { type: 'measure_pair', params: { unit: 'unit_degrees', min: 0, max: 180 } }

  test('is left and right, either of them possibly not measured', () => {
    expect(stored(flexion, { left: 120, right: 110.5 })).toEqual({ left: 120, right: 110.5 })
    expect(stored(flexion, { right: 0 })).toEqual({ left: null, right: 0 })
    expect(stored(flexion, { left: 120, right: '' })).toEqual({ left: 120, right: null })
    expect(Object.keys(stored(flexion, { right: 1, left: 2 }) as object)).toEqual(['left', 'right'])
  })

  test.each([[{ left: null, right: null }], [{}], [{ left: '' }]])('%j is absent', (value) => {
    expect(check(flexion, value)).toEqual({ data: {} })
    expect(fault({ ...flexion, required: true }, value)).toEqual({
      field: 'data.answer',
      message: 'field_required',
    })
  })

  test('names each side that is out of its range', () => {
    expect(check(flexion, { left: -1, right: 180.1 }).errors).toEqual([
      { field: 'data.answer.left', message: 'field_min', params: { min: 0 } },
      { field: 'data.answer.right', message: 'field_max', params: { max: 180 } },
    ])
  })

  test('takes whole numbers only when the class says so', () => {
    const whole = { ...flexion, params: { ...flexion.params, integer: true } }
    expect(fault(whole, { left: 4.5 })).toEqual({
      field: 'data.answer.left',
      message: 'field_type',
      params: { type: 'integer' },
    })
    expect(stored(whole, { left: 4 })).toEqual({ left: 4, right: null })
  })

  test('stores minus zero as zero', () => {
    expect(Object.is((stored(flexion, { left: -0 }) as { left: number }).left, 0)).toBe(true)
  })

  test.each([120, '120', [120, 110], { left: '120' }, { right: true }, { left: Number.NaN }])(
    'refuses %j by its type',
    (value) => {
      expect(fault(flexion, value)?.message).toBe('field_type')
    },
  )

  test('refuses other parts and names them', () => {
    expect(fault(flexion, { left: 120, both: 1 })).toEqual({
      field: 'data.answer.both',
      message: 'field_unknown',
    })
  })
})

test('a case is the id of a record', () => {
  expect(stored({ type: 'case_select' }, 7)).toBe(7)
  for (const value of [0, -1, 1.5, 2 ** 53])
    expect(fault({ type: 'case_select' }, value)?.message).toBe('field_option')
  expect(fault({ type: 'case_select' }, '7')?.message).toBe('field_type')
})

test.each(['title', 'section', 'fieldgroup'] as const)('a %s carries no value', (type) => {
  expect(fault({ type }, 'x')?.message).toBe('field_unknown')
})

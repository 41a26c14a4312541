import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import { describe, expect, test } from 'vitest'
import { asFormErrors, fieldIdOf, partLabelOf } from './field-errors.ts'
import { filledValues, sameValues, startValues } from './form-values.ts'

const field = (part: Partial<RecordField> & Pick<RecordField, 'id' | 'type'>): RecordField => ({
  label: part.id,
  displayOrder: 50,
  ...part,
})

const followUp: RecordClass = {
  classId: 'followup_default',
  name: 'follow-up',
  type: 'control',
  subType: 'follow_up',
  lang: 'es',
  version: 1,
  active: true,
  recordModuleId: 'standard',
  locales: { es: {}, en: {}, it: {} },
  sections: [
    {
      id: 'session',
      label: 'session',
      displayOrder: 10,
      fields: [
        field({ id: 'case', type: 'case_select', displayOrder: -1 }),
        field({ id: 'painIntensity', type: 'pain_scale' }),
        field({ id: 'heading', type: 'title' }),
        field({
          id: 'notes',
          type: 'fieldgroup',
          subfields: [
            field({ id: 'patientObs', type: 'textarea' }),
            field({ id: 'exercises', type: 'textarea' }),
            field({ id: 'medication', type: 'textarea' }),
          ],
        }),
        field({ id: 'sessions', type: 'number', initialValue: 1 }),
        field({ id: 'imc', type: 'bmi' }),
        field({ id: 'smoke', type: 'conditional_switch' }),
      ],
    },
  ],
}

describe('what a form starts with', () => {
  test('initial values, and given values over them', () => {
    expect(startValues(followUp, {})).toEqual({ sessions: 1 })
    expect(startValues(followUp, { sessions: 10, painIntensity: 3 })).toEqual({
      sessions: 10,
      painIntensity: 3,
    })
  })
})

describe('what a form sends', () => {
  test('leaves out what is empty and keeps zero and false', () => {
    const values = {
      painIntensity: 0,
      patientObs: '  ',
      exercises: '',
      sessions: null,
      smoke: { enabled: false, value: '' },
    }
    expect(filledValues(followUp, values)).toEqual({ painIntensity: 0, smoke: { enabled: false } })
  })

  test('leaves out keys the class does not know, headings included', () => {
    expect(filledValues(followUp, { case: 7, heading: 'x', stranger: 1 })).toEqual({ case: 7 })
  })

  test('keeps text exactly as typed', () => {
    expect(filledValues(followUp, { patientObs: ' duerme bien\n' })).toEqual({ patientObs: ' duerme bien\n' })
  })
})

test('the same values are the same in any order of keys', () => {
  expect(sameValues({ a: 1, b: ['x', { c: 2 }] }, { b: ['x', { c: 2 }], a: 1 })).toBe(true)
  expect(sameValues({ a: 1 }, { a: 1, b: 2 })).toBe(false)
  expect(sameValues([], {})).toBe(false)
})

describe('faults', () => {
  test('of a part belong to its field', () => {
    expect(fieldIdOf('data.imc.weight')).toBe('imc')
    expect(fieldIdOf('painIntensity')).toBe('painIntensity')
  })

  test('of a part say which, and a field called like a part has none', () => {
    expect(partLabelOf('data.flexion.left')).toBe('side.left')
    expect(partLabelOf('data.imc.weight')).toBe('bmi.weight')
    for (const path of ['data.weight', 'data.left', 'right', 'data.alcohol.frequency', 'data.a.constructor'])
      expect(partLabelOf(path)).toBeUndefined()
  })

  test('of several parts stand at each part, the first also at the field', () => {
    const errors = asFormErrors(
      [
        { field: 'data.flexion.left', message: 'field_min' },
        { field: 'data.flexion.left', message: 'field_text' },
        { field: 'data.flexion.right', message: 'field_max' },
      ],
      (error) => `${error.field} ${error.message}`,
    )
    expect(errors).toEqual({
      flexion: {
        type: 'field_min',
        message: 'data.flexion.left field_min',
        types: { left: 'flexion field_min', right: 'flexion field_max' },
      },
    })
  })

  test('only the first of a field is shown', () => {
    const errors = asFormErrors(
      [
        { field: 'data.name', message: 'field_required' },
        { field: 'data.name', message: 'field_text' },
      ],
      (error) => error.message,
    )
    expect(errors).toEqual({ name: { type: 'field_required', message: 'field_required' } })
  })
})

import { type RecordField, recordClassFile } from '@ulna/contract/record-class/record-class'
import { describe, expect, test } from 'vitest'
import { classFaults, neededConsentFaults } from './modules.faults.ts'
import { textKeysOf } from './modules.text-keys.ts'

type Part = Partial<RecordField> & Pick<RecordField, 'type'>

const fieldOf = (part: Part): RecordField => ({ id: 'answer', label: 'label', displayOrder: 50, ...part })

const sectionOf = (fields: RecordField[]) => ({ id: 'main', label: 'section', displayOrder: 10, fields })

const faultsOf = (...parts: Part[]) => classFaults({ sections: [sectionOf(parts.map(fieldOf))] })

const options = [
  { value: 'a', label: 'option_a' },
  { value: 'b', label: 'option_b' },
]

const pairOf = (params: Record<string, unknown>): Part => ({
  type: 'measure_pair',
  params: { unit: 'unit_degrees', min: 0, max: 180, ...params },
})

test.each<[string, Part]>([
  ['a select without options', { type: 'select' }],
  ['a radio group with an empty list', { type: 'radio_group', options: [] }],
  ['an option twice', { type: 'checkbox_group', options: [...options, ...options.slice(1)] }],
  ['options on a text', { type: 'text', options }],
  ['a conditional select without options', { type: 'conditional_switch', params: { valueType: 'select' } }],
  ['options of a conditional text', { type: 'conditional_switch', params: { options } }],
  ['a group without fields', { type: 'fieldgroup' }],
  ['fields inside a text', { type: 'text', subfields: [fieldOf({ id: 'inner', type: 'text' })] }],
  ['params the type does not take', { type: 'text', params: { unit: 'kg' } }],
  ['a pain scale that goes nowhere', { type: 'pain_scale', params: { minimum: 5, maximum: 5 } }],
  ['a pair of measures without a unit', { type: 'measure_pair', params: { min: 0, max: 180 } }],
  ['a pair of measures that goes nowhere', pairOf({ min: 180, max: 180 })],
  ['a norm without a source', pairOf({ norm: { value: 120 } })],
  ['a norm below its own range', pairOf({ norm: { value: 100, low: 110, source: 'source' } })],
  ['a norm above its own range', pairOf({ norm: { value: 130, high: 120, source: 'source' } })],
  ['a norm nobody may reach', pairOf({ norm: { value: 190, source: 'source' } })],
  ['min as a rule of a pair', { ...pairOf({}), validations: [{ kind: 'min', params: { min: 1 } }] }],
  ['options of a pair', { ...pairOf({}), options }],
  ['an initial value beyond a side', { ...pairOf({}), initialValue: { left: 181 } }],
  ['a required title', { type: 'title', required: true }],
  ['a rule on a title', { type: 'title', validations: [{ kind: 'nullable' }] }],
  ['min without a bound', { type: 'number', validations: [{ kind: 'min' }] }],
  ['max with the bound of min', { type: 'number', validations: [{ kind: 'max', params: { min: 1 } }] }],
  ['email on a number', { type: 'number', validations: [{ kind: 'email' }] }],
  ['true_only on a text', { type: 'text', validations: [{ kind: 'true_only' }] }],
  ['positive on a date', { type: 'date', validations: [{ kind: 'positive' }] }],
  ['moreThan without a bound', { type: 'number', validations: [{ kind: 'moreThan' }] }],
  [
    'moreThan with two bounds',
    { type: 'number', validations: [{ kind: 'moreThan', params: { value: 1, field: 'x' } }] },
  ],
  [
    'a date compared with a number',
    { type: 'date', validations: [{ kind: 'lessThan', params: { value: 1 } }] },
  ],
  [
    'a comparison with itself',
    { type: 'date', validations: [{ kind: 'lessThan', params: { field: 'answer' } }] },
  ],
  [
    'a comparison with no field',
    { type: 'date', validations: [{ kind: 'lessThan', params: { field: 'gone' } }] },
  ],
  [
    'min above max',
    {
      type: 'number',
      validations: [
        { kind: 'min', params: { min: 5 } },
        { kind: 'max', params: { max: 4 } },
      ],
    },
  ],
  ['positive and negative', { type: 'number', validations: [{ kind: 'positive' }, { kind: 'negative' }] }],
  ['on and off', { type: 'switch', validations: [{ kind: 'true_only' }, { kind: 'false_only' }] }],
  ['a rule twice', { type: 'text', validations: [{ kind: 'email' }, { kind: 'email' }] }],
  ['an initial value of another type', { type: 'number', initialValue: '1' }],
  ['an initial value that is no option', { type: 'select', options, initialValue: 'c' }],
  [
    'an initial value its own rule refuses',
    { type: 'number', initialValue: -1, validations: [{ kind: 'positive' }] },
  ],
  ['an initial value of a title', { type: 'title', initialValue: 'x' }],
])('refuses %s', (_, part) => {
  expect(faultsOf(part)).toHaveLength(1)
})

test('says where the fault is', () => {
  const inner = fieldOf({ id: 'inner', type: 'select' })
  expect(faultsOf({ id: 'group', type: 'fieldgroup', subfields: [inner] })).toEqual([
    { at: 'main.group.inner', message: 'needsOptions', params: {} },
  ])
})

test('refuses to compare fields of different types', () => {
  const parts: Part[] = [
    { id: 'day', type: 'date' },
    { id: 'hour', type: 'time', validations: [{ kind: 'moreThan', params: { field: 'day' } }] },
  ]
  expect(faultsOf(...parts)).toHaveLength(1)
})

describe('ids', () => {
  test('are unique over the whole class, groups included', () => {
    const fieldTwice = { at: '', message: 'fieldTwice', params: { id: 'twin' } }
    const twin = fieldOf({ id: 'twin', type: 'text' })
    expect(classFaults({ sections: [sectionOf([twin]), { ...sectionOf([twin]), id: 'second' }] })).toEqual([
      fieldTwice,
    ])
    expect(faultsOf({ id: 'twin', type: 'fieldgroup', subfields: [twin] })).toEqual([fieldTwice])
  })

  test('of sections are unique too, and there is a section', () => {
    expect(classFaults({ sections: [sectionOf([]), sectionOf([])] })).toEqual([
      { at: '', message: 'sectionTwice', params: { id: 'main' } },
    ])
    expect(classFaults({ sections: [] })).toEqual([{ at: '', message: 'noSections', params: {} }])
  })
})

test('finds nothing wrong with a field of each type and its rules', () => {
  const faults = faultsOf(
    {
      id: 'text',
      type: 'text',
      validations: [{ kind: 'url' }, { kind: 'max', params: { max: 9 } }],
      params: { alert: 'warning' },
    },
    { id: 'from', type: 'date' },
    { id: 'to', type: 'date', validations: [{ kind: 'moreThan', params: { field: 'from' } }] },
    { id: 'count', type: 'number', initialValue: 1, params: { integer: true, unit: 'unit_cm', step: 1 } },
    { id: 'less', type: 'percent', validations: [{ kind: 'lessThan', params: { field: 'count' } }] },
    { id: 'several', type: 'checkbox_group', options, initialValue: ['b'] },
    {
      id: 'habit',
      type: 'conditional_switch',
      params: { valueType: 'select', valueLabel: 'often', options },
    },
    { id: 'pain', type: 'pain_scale', params: { minimum: -5, maximum: 5 } },
    {
      ...pairOf({ integer: true, step: 5, norm: { value: 120, low: 110, high: 130, source: 'source' } }),
      id: 'flexion',
      required: true,
      nullable: true,
      validations: [{ kind: 'nullable' }],
      initialValue: { left: 120, right: null },
    },
    { id: 'part', type: 'section', subfields: [fieldOf({ id: 'inner', type: 'bmi' })] },
    { id: 'heading', type: 'title' },
  )
  expect(faults).toEqual([])
})

test('asks for the text of every label, hint, option, unit, value and source of a norm', () => {
  const body = recordClassFile.parse({
    classId: 'sample',
    name: 'class_name',
    type: 'test',
    subType: null,
    sections: [
      sectionOf([
        fieldOf({ type: 'select', options, hint: 'hint' }),
        fieldOf({ id: 'count', type: 'number', params: { unit: 'unit_cm' } }),
        fieldOf({ ...pairOf({ norm: { value: 120, source: 'source' } }), id: 'flexion' }),
        fieldOf({
          id: 'habit',
          type: 'conditional_switch',
          params: { valueType: 'select', valueLabel: 'often', options: [{ value: 'x', label: 'option_x' }] },
        }),
      ]),
    ],
  })
  expect(textKeysOf(body).toSorted()).toEqual(
    [
      'class_name',
      'hint',
      'label',
      'often',
      'option_a',
      'option_b',
      'option_x',
      'section',
      'source',
      'unit_cm',
      'unit_degrees',
    ].toSorted(),
  )
})

describe('a consent', () => {
  const toRead = { ...sectionOf([]), id: 'risks', text: 'risks_text' }

  test('is read before it is signed, is a test, and waits for no other', () => {
    expect(classFaults({ consent: true, type: 'test', sections: [toRead] })).toEqual([])
    expect(classFaults({ consent: true, type: 'test', sections: [sectionOf([])] })).toMatchObject([
      { at: 'consent', message: 'consentWithoutText' },
    ])
    expect(classFaults({ consent: true, type: 'document', sections: [toRead] })).toMatchObject([
      { at: 'consent', message: 'consentOnlyTests', params: { type: 'document' } },
    ])
    expect(classFaults({ consent: true, needsConsent: 'consent_images', sections: [toRead] })).toMatchObject([
      { at: 'needsConsent', message: 'consentNeedsConsent' },
    ])
  })

  test('that a form needs is there, and is one', () => {
    const all = [{ classId: 'consent_images', consent: true }, { classId: 'posture' }]
    const sections = [sectionOf([])]
    expect(neededConsentFaults({ sections }, all)).toEqual([])
    expect(neededConsentFaults({ sections, needsConsent: 'consent_images' }, all)).toEqual([])
    expect(neededConsentFaults({ sections, needsConsent: 'consent_needling' }, all)).toMatchObject([
      { at: 'needsConsent', message: 'consentUnknown', params: { id: 'consent_needling' } },
    ])
    expect(neededConsentFaults({ sections, needsConsent: 'posture' }, all)).toMatchObject([
      { at: 'needsConsent', message: 'noConsent', params: { id: 'posture' } },
    ])
  })

  test('that a choice needs is there, and is one; a consent offers none that needs another', () => {
    const choice = (needsConsent: string) => ({ value: needsConsent, label: 'option', needsConsent })
    const technique: RecordField = {
      id: 'technique',
      label: 'technique',
      type: 'checkbox_group',
      displayOrder: 10,
      options: [choice('consent_images'), choice('posture'), { value: 'x', label: 'option' }],
    }
    const opened: RecordField = {
      id: 'opened',
      label: 'opened',
      type: 'conditional_switch',
      displayOrder: 10,
      params: { valueType: 'select', options: [choice('consent_nowhere')] },
    }
    const sections = [sectionOf([technique, opened])]
    const all = [{ classId: 'consent_images', consent: true }, { classId: 'posture' }]
    expect(neededConsentFaults({ sections }, all)).toEqual([
      { at: 'main.technique.needsConsent', message: 'noConsent', params: { id: 'posture' } },
      { at: 'main.opened.needsConsent', message: 'consentUnknown', params: { id: 'consent_nowhere' } },
    ])
    expect(classFaults({ sections })).toEqual([])
    expect(classFaults({ consent: true, sections: [toRead, ...sections] })).toEqual([
      { at: 'main.technique.needsConsent', message: 'consentNeedsConsent', params: {} },
      { at: 'main.opened.needsConsent', message: 'consentNeedsConsent', params: {} },
    ])
  })

  test('has a text for what is to be read', () => {
    const body = { classId: 'own_one', name: 'class_name', type: 'test', subType: null, sections: [toRead] }
    expect(textKeysOf(recordClassFile.parse(body))).toContain('risks_text')
  })
})

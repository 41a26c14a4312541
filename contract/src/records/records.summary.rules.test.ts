import { describe, expect, test } from 'vitest'
import { classOf, fieldOf, optionsOf } from '../record-class/record-class.fixture.ts'
import type { RecordClass, RecordField } from '../record-class/record-class.ts'
import {
  besidesSummary,
  leftOutSummary,
  recordAlerts,
  recordContents,
  recordSummary,
  untitledContents,
} from './records.summary.rules.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
  [key, ...Object.values(values)].join(' ')
const context = { language: 'es', t, timeZone: 'America/Bogota' } as const

const textIn = (part: Partial<RecordField> & Pick<RecordField, 'type'>, value: unknown, more = {}) =>
  recordSummary(classOf(fieldOf(part)), { answer: value }, { ...context, ...more })[0]?.text.replace(
    /\s/g,
    ' ',
  )

const textFields = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    fieldOf({ id: `field${index}`, type: 'text', displayOrder: 100 - index }),
  )
const filled = (recordClass: RecordClass) =>
  Object.fromEntries(
    recordClass.sections.flatMap(({ fields }) => fields.map((field) => [field.id, `in ${field.id}`])),
  )

describe('a summary', () => {
  test('shows at most 12 fields unless expanded, lowest display order first', () => {
    const recordClass = classOf(...textFields(15))
    const summary = recordSummary(recordClass, filled(recordClass), context)
    expect(summary.map((item) => item.fieldId)).toEqual(
      Array.from({ length: 12 }, (_, index) => `field${14 - index}`),
    )
    expect(recordSummary(recordClass, filled(recordClass), { ...context, expanded: true })).toHaveLength(15)
  })

  test('keeps form order among fields of the same display order', () => {
    const recordClass = classOf(...['b', 'a', 'c'].map((id) => fieldOf({ id, type: 'text' })))
    expect(recordSummary(recordClass, filled(recordClass), context).map((item) => item.fieldId)).toEqual([
      'b',
      'a',
      'c',
    ])
  })

  test('leaves out hidden fields, and those inside hidden groups, even expanded', () => {
    const recordClass = classOf(
      fieldOf({ id: 'date', type: 'text', displayOrder: -1 }),
      fieldOf({
        id: 'group',
        type: 'fieldgroup',
        displayOrder: -1,
        subfields: [fieldOf({ id: 'inner', type: 'text' })],
      }),
    )
    expect(recordSummary(recordClass, { date: 'x', inner: 'y' }, { ...context, expanded: true })).toEqual([])
  })

  test.each(['', '   ', null, undefined, []])('leaves out the empty value %j', (value) => {
    expect(textIn({ type: 'textarea' }, value)).toBeUndefined()
  })

  test.each(['case', 'name', 'sessionPackage', 'covidInfo', 'personal', 'background', 'environment'])(
    'leaves out the field, the group and the section %s',
    (id) => {
      expect(recordSummary(classOf(fieldOf({ id, type: 'text' })), { [id]: 'x' }, context)).toEqual([])
      const group = classOf(fieldOf({ id, type: 'section', subfields: [fieldOf({ type: 'text' })] }))
      expect(recordSummary(group, { answer: 'x' }, context)).toEqual([])
      const section = {
        ...classOf(),
        sections: [{ id, label: id, displayOrder: 10, fields: [fieldOf({ type: 'text' })] }],
      }
      expect(recordSummary(section, { answer: 'x' }, { ...context, expanded: true })).toEqual([])
    },
  )

  test('does not show what the class does not know', () => {
    expect(recordSummary(classOf(fieldOf({ type: 'text' })), { stranger: 'x' }, context)).toEqual([])
  })

  test('carries the label in the language', () => {
    const recordClass = {
      ...classOf(fieldOf({ type: 'text' })),
      locales: { es: { label_answer: 'Palpación' }, en: {}, it: {} },
    }
    expect(recordSummary(recordClass, { answer: 'Dolor' }, context)).toEqual([
      { fieldId: 'answer', sectionId: 'main', type: 'text', label: 'Palpación', text: 'Dolor' },
    ])
  })
})

describe('a value reads as', () => {
  test('a day, also of an instant in the time zone', () => {
    expect(textIn({ type: 'date' }, '2026-11-20')).toBe('20/nov/2026')
    expect(textIn({ type: 'date' }, '2026-11-20T03:00:00Z')).toBe('19/nov/2026')
    expect(textIn({ type: 'date' }, 'someday')).toBe('someday')
  })

  test('a time in the format asked for', () => {
    expect(textIn({ type: 'time' }, '15:30')).toBe('15:30')
    expect(textIn({ type: 'time' }, '15:30', { timeFormat: 'hh:mm a', language: 'en' })).toBe('03:30 pm')
  })

  test('a number of the language with its unit, zero included', () => {
    expect(textIn({ type: 'number' }, 1.5)).toBe('1,5')
    expect(textIn({ type: 'number', params: { unit: 'unit_degrees' } }, 0)).toBe('0 unit_degrees')
    expect(textIn({ type: 'percent' }, 45)).toBe('45 %')
    expect(textIn({ type: 'percent' }, 45, { language: 'en' })).toBe('45%')
  })

  test('pain on its scale', () => {
    expect(textIn({ type: 'pain_scale' }, 0)).toBe('summary.pain 0')
    expect(textIn({ type: 'pain_scale', params: { maximum: 5 } }, 3)).toBe('3/5')
  })

  test('the labels of the options chosen', () => {
    const options = optionsOf('a', 'b')
    expect(textIn({ type: 'select', options }, 'a')).toBe('option_a')
    expect(textIn({ type: 'radio_group', options }, 'b')).toBe('option_b')
    expect(textIn({ type: 'checkbox_group', options }, ['a', 'b'])).toBe('option_a, option_b')
    expect(textIn({ type: 'select', options }, 'gone')).toBe('gone')
  })

  test('yes and no, where no is an answer too', () => {
    expect(textIn({ type: 'switch' }, true)).toBe('summary.yes')
    expect(textIn({ type: 'checkbox' }, false)).toBe('summary.no')
    const habit = {
      type: 'conditional_switch',
      params: { valueType: 'select', options: optionsOf('daily') },
    } as const
    expect(textIn(habit, { enabled: true, frequency: 'daily' })).toBe('summary.yesWith option_daily')
    expect(textIn(habit, { enabled: true, value: null })).toBe('summary.yes')
    expect(textIn(habit, { enabled: false })).toBe('summary.no')
  })

  test('the body mass index with its band, for adults only', () => {
    const body = { weight: 70, height: 1.68 }
    expect(textIn({ type: 'bmi' }, body)).toBe('summary.bmi 24,8 70 1,68 · bmi.band.normal')
    expect(textIn({ type: 'bmi' }, body, { ageInYears: 20 })).toContain('bmi.band')
    expect(textIn({ type: 'bmi' }, body, { ageInYears: 19 })).toBe('summary.bmi 24,8 70 1,68')
    expect(textIn({ type: 'bmi' }, { weight: 70, height: null })).toBe('70 kg')
    expect(textIn({ type: 'bmi' }, { height: 1.68 })).toBe('1,68 m')
  })

  test('a measure of both sides with the side in words, right first', () => {
    const pair = { type: 'measure_pair', params: { unit: '°', min: 0, max: 180 } } as const
    expect(textIn(pair, { left: 110.5, right: 120 })).toBe('side.right 120° · side.left 110,5°')
    expect(textIn(pair, { left: 0, right: null })).toBe('side.left 0°')
    expect(textIn(pair, { right: 5 })).toBe('side.right 5°')
    expect(textIn({ ...pair, params: { ...pair.params, unit: 'cm' } }, { left: 31 })).toBe('side.left 31 cm')
    for (const value of [{}, { left: null, right: null }, 5, 'x', null])
      expect(textIn(pair, value)).toBeUndefined()
  })

  test('the name of a case', () => {
    const recordClass = classOf(fieldOf({ id: 'other', type: 'case_select' }))
    const cases = new Map([[7, 'Lumbalgia']])
    expect(recordSummary(recordClass, { other: 7 }, { ...context, cases })[0]?.text).toBe('Lumbalgia')
    expect(recordSummary(recordClass, { other: 8 }, { ...context, cases })[0]?.text).toBe('#8')
  })
})

const history: RecordClass = {
  ...classOf(),
  sections: [
    {
      id: 'personal',
      label: 'personal',
      displayOrder: 30,
      fields: [
        fieldOf({ id: 'date', type: 'date', displayOrder: -1 }),
        fieldOf({ id: 'profession', type: 'text' }),
        fieldOf({ id: 'allergies', type: 'textarea', displayOrder: -1, params: { alert: 'allergy' } }),
        fieldOf({ id: 'warning', type: 'textarea', displayOrder: -1, params: { alert: 'warning' } }),
      ],
    },
    {
      id: 'environment',
      label: 'environment',
      displayOrder: 100,
      fields: [fieldOf({ id: 'doors', type: 'text' })],
    },
  ],
}

test('the whole contents show every section with something to read, alerts included', () => {
  const contents = recordContents(
    history,
    { date: '2026-11-20', profession: 'Docente', allergies: 'Látex' },
    context,
  )
  expect(contents.map(({ sectionId, items }) => [sectionId, items.map((item) => item.fieldId)])).toEqual([
    ['personal', ['profession', 'allergies']],
  ])
})

test('a medical history in short is what stands in the sections that summaries leave out, without what is hidden', () => {
  const data = { date: '2026-11-20', profession: 'Docente', allergies: 'Látex', doors: 'Anchas' }
  expect(recordSummary(history, data, context)).toEqual([])
  expect(leftOutSummary(history, data, context).map(({ fieldId }) => fieldId)).toEqual([
    'profession',
    'doors',
  ])
})

test('what a record says besides its expanded summary has neither its name nor its case, which its title says', () => {
  const recordClass = classOf(
    fieldOf({ id: 'name', type: 'text' }),
    fieldOf({ id: 'case', type: 'case_select' }),
    fieldOf({ id: 'palpation', type: 'text' }),
    fieldOf({ id: 'allergies', type: 'textarea', displayOrder: -1, params: { alert: 'allergy' } }),
    fieldOf({ id: 'personal', type: 'section', subfields: [fieldOf({ id: 'hobby', type: 'text' })] }),
  )
  const data = { name: 'Hombro', case: 7, palpation: 'Dolor', allergies: 'Látex', hobby: 'Nadar' }
  const ids = (sections: ReturnType<typeof besidesSummary>) =>
    sections.flatMap(({ items }) => items.map(({ fieldId }) => fieldId))
  expect(ids(besidesSummary(recordClass, data, context))).toEqual(['allergies', 'hobby'])
  expect(ids(untitledContents(recordClass, data, context))).toEqual(['palpation', 'allergies', 'hobby'])
  expect(besidesSummary(recordClass, { palpation: 'Dolor' }, context)).toEqual([])
})

test('alerts are the lines of the fields marked so', () => {
  const data = { allergies: 'Látex\r\n\n Penicilina ', warning: 'Anticoagulada', profession: 'Docente' }
  expect(recordAlerts(history, data)).toEqual([
    { fieldId: 'allergies', kind: 'allergy', text: 'Látex' },
    { fieldId: 'allergies', kind: 'allergy', text: 'Penicilina' },
    { fieldId: 'warning', kind: 'warning', text: 'Anticoagulada' },
  ])
  expect(recordAlerts(history, { allergies: null })).toEqual([])
})

import { type RecordField, recordClassFile } from '@ulna/contract/record-class/record-class'
import type { Score } from '@ulna/contract/record-class/record-class.scores'
import { describe, expect, test } from 'vitest'
import { faultText } from './modules.fault-texts.ts'
import { classFaults } from './modules.faults.ts'
import { textKeysOf } from './modules.text-keys.ts'

const fieldOf = (part: Partial<RecordField> & Pick<RecordField, 'type'>): RecordField => ({
  id: 'answer',
  label: 'label',
  displayOrder: 50,
  ...part,
})

const options = [
  { value: 'no', label: 'option_no' },
  { value: 'yes', label: 'option_yes' },
]

const sections = [
  {
    id: 'main',
    label: 'section',
    displayOrder: 10,
    fields: [
      fieldOf({ id: 'count', type: 'number' }),
      fieldOf({ id: 'flexion', type: 'measure_pair', params: { unit: 'degrees', min: 0, max: 180 } }),
      fieldOf({ id: 'falls', type: 'radio_group', options }),
      fieldOf({ id: 'signs', type: 'checkbox_group', options }),
      fieldOf({ id: 'note', type: 'text' }),
      fieldOf({ id: 'heading', type: 'title' }),
    ],
  },
]

const scoreWith = (part: Partial<Score>): Score => ({
  id: 'total',
  label: 'score_total',
  expression: { field: 'count' },
  ...part,
})

const faultsOf = (...parts: Partial<Score>[]) => classFaults({ sections, scores: parts.map(scoreWith) })
const faultsIn = (expression: Score['expression']) => faultsOf({ expression })

describe('refuses a score, and says where and why', () => {
  test.each<[string, Score['expression'], string]>([
    [
      'of a field nobody has',
      { field: 'gone' },
      'The expression uses “gone”, which is not a field of the form.',
    ],
    ['of a text', { field: 'note' }, 'The expression uses “note”, and a field “text” gives no number.'],
    [
      'of a title',
      { field: 'heading' },
      'The expression uses “heading”, and a field “title” gives no number.',
    ],
    ['of both sides at once', { field: 'flexion' }, 'The field “flexion” needs its side: “left” or “right”.'],
    ['of a side of a number', { field: 'count', part: 'left' }, 'The field “count” has no sides.'],
    [
      'with values for a number',
      { field: 'count', values: { 1: 1 } },
      'There are values of options for the field “count”, which has none.',
    ],
    [
      'of a choice without values',
      { field: 'falls' },
      'The field “falls” lacks what these options count: no, yes. “null” if they do not.',
    ],
    [
      'of a choice with some values',
      { field: 'signs', values: { yes: 1 } },
      'The field “signs” lacks what these options count: no. “null” if they do not.',
    ],
    [
      'of a choice with a value too many',
      { field: 'falls', values: { no: 0, yes: 1, maybe: 2 } },
      'The field “falls” does not offer these options: maybe.',
    ],
    ['of nothing but constants', { constant: 5 }, 'The expression uses no field.'],
    [
      'that asks for more answers than it has',
      { op: 'sum', of: [{ field: 'count' }], atLeast: 2 },
      'Asks for 2 answers and has only 1.',
    ],
    ['by zero', { op: 'divide', of: [{ field: 'count' }, { constant: 0 }] }, 'Divides by zero.'],
    [
      'deep inside, and only once',
      { op: 'mean', of: [{ op: 'sum', of: [{ field: 'gone' }, { field: 'gone' }] }] },
      'The expression uses “gone”, which is not a field of the form.',
    ],
  ])('%s', (_, expression, fault) => {
    expect(faultsIn(expression).map((one) => faultText(one))).toEqual([`scores.total: ${fault}`])
  })

  test('whose bands do not ascend or do not end at the end', () => {
    const bandsOf = (...limits: (number | null)[]) =>
      faultsOf({ bands: limits.map((upTo) => ({ upTo, label: 'band' })) })
    expect(bandsOf(1, 2, null)).toEqual([])
    expect(bandsOf(null)).toEqual([])
    for (const limits of [
      [2, 1, null],
      [1, 1, null],
      [1, 2],
      [null, 1, null],
    ])
      expect(bandsOf(...limits), String(limits)).toHaveLength(1)
  })

  test('with the id of another score', () => {
    expect(faultsOf({}, {})).toEqual([{ at: '', message: 'scoreTwice', params: { id: 'total' } }])
  })
})

test('finds nothing wrong with scores of every kind', () => {
  expect(
    faultsOf(
      {
        expression: {
          op: 'sum',
          of: [
            { field: 'falls', values: { no: 0, yes: 2 } },
            { field: 'signs', values: { no: null, yes: 1 } },
          ],
          atLeast: 1,
        },
      },
      {
        id: 'difference',
        expression: {
          op: 'subtract',
          of: [
            { field: 'flexion', part: 'left' },
            { field: 'flexion', part: 'right' },
          ],
        },
      },
    ),
  ).toEqual([])
})

test('asks for the text of every score, unit and band', () => {
  const body = recordClassFile.parse({
    classId: 'sample',
    name: 'class_name',
    type: 'test',
    subType: null,
    sections: [{ id: 'main', label: 'section', displayOrder: 10, fields: [fieldOf({ type: 'number' })] }],
    scores: [
      {
        id: 'total',
        label: 'score_total',
        unit: 'points',
        expression: { field: 'answer' },
        bands: [
          { upTo: 5, label: 'low' },
          { upTo: null, label: 'high' },
        ],
      },
    ],
  })
  expect(textKeysOf(body).toSorted()).toEqual(
    ['class_name', 'high', 'label', 'low', 'points', 'score_total', 'section'].toSorted(),
  )
})

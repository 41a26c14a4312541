import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import type { Score } from '@ulna/contract/record-class/record-class.scores'
import { describe, expect, test } from 'vitest'
import { rightAnswers, scoresBelow } from './live-scores.ts'

const field = (id: string, part: Partial<RecordField> = {}): RecordField => ({
  id,
  label: id,
  type: 'number',
  displayOrder: 10,
  ...part,
})

const section = (id: string, ...fields: RecordField[]) => ({ id, label: id, displayOrder: 10, fields })

const scoreOf = (id: string, ...fields: string[]): Score => ({
  id,
  label: id,
  expression: { op: 'sum', of: fields.map((one) => ({ field: one })) },
})

const recordClass: RecordClass = {
  classId: 'sample',
  name: 'sample',
  type: 'test',
  subType: null,
  lang: 'es',
  version: 1,
  active: true,
  recordModuleId: 'sample',
  locales: { es: {}, en: {}, it: {} },
  sections: [
    section('one', field('a', { validations: [{ kind: 'max', params: { max: 10 } }] }), field('b')),
    section('two', field('c', { required: true })),
    section('hidden', field('d', { displayOrder: -1 })),
  ],
  scores: [scoreOf('early', 'a', 'b'), scoreOf('both', 'c', 'a'), scoreOf('unseen', 'd')],
}

describe('scores stand', () => {
  const idsBelow = (sectionId: string) =>
    scoresBelow(recordClass, sectionId, ['one', 'two']).map(({ id }) => id)

  test('below the section of their last field, or the last one that is drawn', () => {
    expect(idsBelow('one')).toEqual(['early'])
    expect(idsBelow('two')).toEqual(['both', 'unseen'])
  })

  test('nowhere in a class that has none', () => {
    const { scores: _, ...without } = recordClass
    expect(scoresBelow(without, 'one', ['one'])).toEqual([])
  })
})

test('what could not be saved is left out of the count, what is only missing is no matter', () => {
  expect(rightAnswers(recordClass, { a: 11, b: 5, stranger: 1 })).toEqual({ b: 5 })
  expect(rightAnswers(recordClass, { a: '1x', b: 5, c: 2 })).toEqual({ b: 5, c: 2 })
  expect(rightAnswers(recordClass, { a: 1, b: 5, c: 2 })).toEqual({ a: 1, b: 5, c: 2 })
})

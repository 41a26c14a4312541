import { expect, test } from 'vitest'
import { stillFitting } from './still-fitting.ts'

const mariana = { firstName: 'Mariana', lastName: 'Gómez', email: 'mg@x.test', socialId: '52.114' }
const mario = { firstName: 'Mario', lastName: 'Ruiz', email: null, socialId: null }
const rows = [mariana, mario]

test.each([
  ['mari', rows],
  ['marian', [mariana]],
  ['GOMEZ mar', [mariana]],
  ['mg@x', [mariana]],
  ['52.1', [mariana]],
  ['ruiz', [mario]],
  ['marta', []],
])('of an earlier answer "%s" still means those who have all its words', (text, expected) => {
  expect(stillFitting(rows, text)).toEqual(expected)
})

test('a list that fits whole stays the same one, so that the highlight stays', () => {
  expect(stillFitting(rows, 'mari')).toBe(rows)
})

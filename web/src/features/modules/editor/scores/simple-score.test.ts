import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { expect, test } from 'vitest'
import { tidyClass } from '../model/tidy-class.ts'
import { formulaText } from './formula-text.ts'
import { countableFields, newScore, simpleOf, withCounted, withOp, withOptionCount } from './simple-score.ts'

const field = (id: string, type: RecordField['type'], options: readonly string[] = []): RecordField => ({
  id,
  label: id,
  type,
  displayOrder: 50,
  ...(options.length > 0 ? { options: options.map((value) => ({ value, label: value })) } : {}),
})

const pain = field('pain', 'pain_scale')
const aid = field('aid', 'select', ['none', 'stick'])
const fields = [pain, aid, field('note', 'text'), field('flexion', 'measure_pair')]
const classWith = (list: readonly RecordField[], scores: RecordClassFile['scores']): RecordClassFile => ({
  classId: 'own_walk',
  name: 'name',
  type: 'test',
  subType: 'own_walk',
  lang: 'es',
  version: 1,
  active: true,
  sections: [{ id: 'main', label: 'main', displayOrder: 50, fields: [...list] }],
  scores,
})

test('numbers, scales and choices can be counted; texts and both sides cannot', () => {
  expect(countableFields(classWith(fields, undefined)).map(({ id }) => id)).toEqual(['pain', 'aid'])
})

test('a score is a sum or a mean of what is chosen, each option counting what it is told to', () => {
  const score = withOptionCount(withOp(newScore('total', 'total', [pain, aid]), 'mean'), {
    field: 'aid',
    option: 'stick',
    counts: 3,
  })
  expect(score.expression).toEqual({
    op: 'mean',
    of: [{ field: 'pain' }, { field: 'aid', values: { none: 0, stick: 3 } }],
  })
  const alone = withCounted(score, pain, false)
  expect(simpleOf(alone)?.answers.map((one) => one.field)).toEqual(['aid'])
  expect(withCounted(alone, aid, false)).toEqual(alone)
})

test('a formula of its own is no simple score, and stays as it came', () => {
  const formula = {
    id: 'share',
    label: 'share',
    expression: {
      op: 'multiply' as const,
      of: [{ field: 'flexion', part: 'left' as const }, { constant: 100 }] as [
        { field: string; part: 'left' },
        { constant: number },
      ],
    },
  }
  expect(simpleOf(formula)).toBeNull()
  expect(withOp(formula, 'sum')).toBe(formula)
  expect(tidyClass(classWith(fields, [formula])).scores).toEqual([formula])
  expect(formulaText(formula.expression, (id) => id)).toBe('(flexion ◂ × 100)')
})

test('an option that is added counts nothing yet, and one that is gone no longer does', () => {
  const score = newScore('total', 'total', [pain, aid])
  const other = field('aid', 'select', ['stick', 'crutch'])
  const [tidied] = tidyClass(classWith([pain, other], [score])).scores ?? []
  expect(tidied && simpleOf(tidied)?.answers[1]).toEqual({ field: 'aid', values: { stick: 1, crutch: null } })
})

test('a score of which nothing is left goes with its last field', () => {
  const score = newScore('total', 'total', [pain])
  expect(tidyClass(classWith([aid], [score])).scores).toBeUndefined()
})

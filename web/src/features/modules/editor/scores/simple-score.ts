import type { RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { fieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type { Score, ScoreAnswer } from '@ulna/contract/record-class/record-class.scores'
import { scoredKindOf } from '@ulna/contract/record-class/scores.rules'
import { optionsIn } from '../fields/field-options.ts'

/** A score that is the sum or the mean of some answers; everything else is a formula of its own. */
export interface SimpleScore {
  readonly op: 'sum' | 'mean'
  readonly answers: readonly ScoreAnswer[]
}

/** What a score counts, where it is simple; null for a formula, which is kept as it is. */
export const simpleOf = ({ expression }: Score): SimpleScore | null => {
  if (!('op' in expression) || (expression.op !== 'sum' && expression.op !== 'mean')) return null
  const answers = expression.of.filter((one) => 'field' in one)
  const isSimple = answers.length === expression.of.length && answers.every(({ part }) => part === undefined)
  return isSimple ? { op: expression.op, answers } : null
}

/** The fields a simple score can count, in form order. */
export const countableFields = (recordClass: Pick<RecordClassFile, 'sections'>): RecordField[] =>
  fieldsOf(recordClass)
    .map(({ field }) => field)
    .filter(({ type }) => {
      const kind = scoredKindOf(type)
      return kind !== undefined && kind !== 'pair'
    })

/** Options count 0, 1, 2 … as they stand, until somebody says otherwise. */
const answerOf = (field: RecordField): ScoreAnswer => {
  const options = optionsIn(field)
  if (options.length === 0) return { field: field.id }
  return { field: field.id, values: Object.fromEntries(options.map(({ value }, index) => [value, index])) }
}

const withSimple = (score: Score, { op, answers }: SimpleScore): Score => {
  const { expression } = score
  const atLeast = 'atLeast' in expression ? expression.atLeast : undefined
  const least = atLeast === undefined ? {} : { atLeast: Math.min(atLeast, answers.length) }
  return { ...score, expression: { op, of: [...answers], ...least } }
}

export const newScore = (id: string, label: string, fields: readonly RecordField[]): Score => ({
  id,
  label,
  decimals: 0,
  expression: { op: 'sum', of: fields.map(answerOf) },
})

export const withOp = (score: Score, op: SimpleScore['op']): Score => {
  const simple = simpleOf(score)
  return simple ? withSimple(score, { ...simple, op }) : score
}

/** The score with a field counted or not; the last one stays, for a score counts something. */
export const withCounted = (score: Score, field: RecordField, counted: boolean): Score => {
  const simple = simpleOf(score)
  if (!simple) return score
  const others = simple.answers.filter((one) => one.field !== field.id)
  const answers = counted ? [...others, answerOf(field)] : others
  return answers.length > 0 ? withSimple(score, { ...simple, answers }) : score
}

/** What an option counts; null: as if nothing had been answered. */
export const withOptionCount = (
  score: Score,
  { field, option, counts }: { field: string; option: string; counts: number | null },
): Score => {
  const simple = simpleOf(score)
  if (!simple) return score
  const answers = simple.answers.map((one) =>
    one.field === field ? { ...one, values: { ...one.values, [option]: counts } } : one,
  )
  return withSimple(score, { ...simple, answers })
}

import type { FieldRule, RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { fieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type { Score, ScoreAnswer, ScoreExpression } from '@ulna/contract/record-class/record-class.scores'
import { scoredKindOf } from '@ulna/contract/record-class/scores.rules'
import { mapFieldLists } from '../fields/class-fields.ts'
import { optionsIn } from '../fields/field-options.ts'

type Fields = ReadonlyMap<string, RecordField>

const tidyAnswer = (answer: ScoreAnswer, fields: Fields): ScoreAnswer | null => {
  const field = fields.get(answer.field)
  const kind = field && scoredKindOf(field.type)
  if (!field || !kind || (kind === 'pair') !== (answer.part !== undefined)) return null
  const { values, ...plain } = answer
  if (kind !== 'choice' && kind !== 'choices') return plain
  const counted = optionsIn(field).map(({ value }) => [value, values?.[value] ?? null])
  return { ...plain, values: Object.fromEntries(counted) }
}

/** The expression without what is no longer there; null where nothing of it is left. */
const tidyExpression = (expression: ScoreExpression, fields: Fields): ScoreExpression | null => {
  if ('field' in expression) return tidyAnswer(expression, fields)
  if (!('of' in expression)) return expression
  const of = expression.of.map((one) => tidyExpression(one, fields)).filter((one) => one !== null)
  const isPair = ['add', 'subtract', 'multiply', 'divide'].includes(expression.op)
  if (of.length === 0 || (isPair && of.length < 2)) return null
  const most = 'atLeast' in expression ? Math.min(expression.atLeast ?? 0, of.length) : undefined
  return { ...expression, of, ...(most === undefined ? {} : { atLeast: most }) } as ScoreExpression
}

const tidyScores = (scores: readonly Score[], fields: Fields): Score[] =>
  scores.flatMap((score) => {
    const expression = tidyExpression(score.expression, fields)
    return expression ? [{ ...score, expression }] : []
  })

const numbers: readonly string[] = ['number', 'percent', 'pain_scale']

const isComparable = (rule: FieldRule, field: RecordField, fields: Fields): boolean => {
  const id = rule.params?.field
  const other = fields.get(id ?? '')?.type
  if (id === undefined || other === undefined || id === field.id) return id === undefined
  return other === field.type || (numbers.includes(other) && numbers.includes(field.type))
}

/** An initial value that names an option which is gone would be refused by the form itself. */
const startsWithKnown = (field: RecordField): boolean => {
  const known = optionsIn(field).map(({ value }) => value)
  if (known.length === 0 || field.type === 'conditional_switch') return true
  const start = field.initialValue
  return (Array.isArray(start) ? start : [start]).every((one) => known.includes(String(one)))
}

const tidyField = (field: RecordField, fields: Fields): RecordField => {
  const { initialValue, ...rest } = field
  const started = initialValue === undefined || startsWithKnown(field) ? field : (rest as RecordField)
  if (!started.validations) return started
  const validations = started.validations.filter((rule) => isComparable(rule, field, fields))
  return { ...started, validations }
}

/** The class after a change: scores, rules and initial values that named what is gone no longer do. */
export const tidyClass = (recordClass: RecordClassFile): RecordClassFile => {
  const fields: Fields = new Map(fieldsOf(recordClass).map(({ field }) => [field.id, field]))
  const tidied = mapFieldLists(recordClass, (list) => list.map((field) => tidyField(field, fields)))
  const { scores, ...rest } = tidied
  const left = tidyScores(scores ?? [], fields)
  return left.length > 0 || scores?.length === 0 ? { ...rest, scores: left } : rest
}

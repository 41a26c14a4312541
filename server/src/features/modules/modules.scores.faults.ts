import type { FieldOption, RecordClassFile, RecordField } from '@ulna/contract/record-class'
import { fieldsOf } from '@ulna/contract/record-class.fields'
import type { Score, ScoreAnswer, ScoreBand, ScoreExpression } from '@ulna/contract/record-class.scores'
import { answersIn, type ScoredKind, scoredKindOf } from '@ulna/contract/scores.rules'

type FieldsById = ReadonlyMap<string, RecordField>

const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ')

const optionFaults = (
  { field, values = {} }: ScoreAnswer,
  options: readonly FieldOption[] | undefined = [],
): string[] => {
  const known = options.map(({ value }) => value)
  const missing = known.filter((value) => !Object.hasOwn(values, value))
  const unknown = Object.keys(values).filter((value) => !known.includes(value))
  return [
    ...(missing.length > 0
      ? [`has no value for ${quoted(missing)} of the field "${field}" (null if it is not to be counted)`]
      : []),
    ...(unknown.length > 0
      ? [`has a value for ${quoted(unknown)}, which the field "${field}" does not offer`]
      : []),
  ]
}

const isChoice = (kind: ScoredKind): boolean => kind === 'choice' || kind === 'choices'

const partFaults = ({ field, part }: ScoreAnswer, kind: ScoredKind): string[] => {
  if (kind === 'pair' && part === undefined) return [`needs a part of the field "${field}": left or right`]
  return kind !== 'pair' && part !== undefined
    ? [`asks for a part of the field "${field}", which has none`]
    : []
}

const answerFaults = (answer: ScoreAnswer, fields: FieldsById): string[] => {
  const field = fields.get(answer.field)
  if (!field) return [`uses the field "${answer.field}", which the class does not have`]
  const kind = scoredKindOf(field.type)
  if (!kind) return [`uses the field "${answer.field}", and a ${field.type} has no number`]
  const wrongParts = partFaults(answer, kind)
  if (isChoice(kind)) return [...wrongParts, ...optionFaults(answer, field.options)]
  return answer.values === undefined
    ? wrongParts
    : [...wrongParts, `has values for the field "${answer.field}", which has no options`]
}

const shapeFaults = (expression: ScoreExpression): string[] => {
  if (!('of' in expression)) return []
  const inner = expression.of.flatMap(shapeFaults)
  const { op, of } = expression
  if ('atLeast' in expression && (expression.atLeast ?? 0) > of.length)
    return [...inner, `asks for at least ${expression.atLeast} answers of ${of.length}`]
  const [, divisor] = of
  const isByZero = op === 'divide' && divisor && 'constant' in divisor && divisor.constant === 0
  return isByZero ? [...inner, 'divides by zero'] : inner
}

const bandFaults = (bands: readonly ScoreBand[]): string[] => {
  const limits = bands.map(({ upTo }) => upTo)
  const last = limits.length - 1
  const isAscending = limits.every((limit, index) => {
    const before = limits[index - 1]
    return typeof before !== 'number' || limit === null || limit > before
  })
  return [
    ...(limits.every((limit, index) => (limit === null) === (index === last))
      ? []
      : ['has bands of which not exactly the last one is without end (upTo: null)']),
    ...(isAscending ? [] : ['has bands that do not ascend']),
  ]
}

const scoreFaults = (score: Score, fields: FieldsById): string[] => {
  const answers = answersIn(score.expression)
  return [
    ...(answers.length === 0 ? ['uses no field'] : []),
    ...answers.flatMap((answer) => answerFaults(answer, fields)),
    ...shapeFaults(score.expression),
    ...(score.bands ? bandFaults(score.bands) : []),
  ]
}

/** Everything a schema cannot say about the scores of a class: fields, options, parts and bands that fit. */
export const scoresFaults = (
  recordClass: Pick<RecordClassFile, 'sections'> & { scores?: Score[] | undefined },
): string[] => {
  const fields = new Map(fieldsOf(recordClass).map(({ field }) => [field.id, field]))
  const scores = recordClass.scores ?? []
  const ids = scores.map(({ id }) => id)
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) < index))
  return [
    ...[...twice].map((id) => `has the score "${id}" twice`),
    ...scores.flatMap((score) =>
      [...new Set(scoreFaults(score, fields))].map((fault) => `scores.${score.id}: ${fault}`),
    ),
  ]
}

/** The keys of every text the scores of a class show. */
export const scoreKeys = (scores: readonly Score[] = []): string[] =>
  scores.flatMap(({ label, unit, bands = [] }) => [
    label,
    ...(unit === undefined ? [] : [unit]),
    ...bands.map((band) => band.label),
  ])

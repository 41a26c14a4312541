import type { FieldOption, RecordClassFile, RecordField } from '@ulna/contract/record-class/record-class'
import { fieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type {
  Score,
  ScoreAnswer,
  ScoreBand,
  ScoreExpression,
} from '@ulna/contract/record-class/record-class.scores'
import { answersIn, type ScoredKind, scoredKindOf } from '@ulna/contract/record-class/scores.rules'
import { type Fault, fault, within } from './modules.fault.ts'

type FieldsById = ReadonlyMap<string, RecordField>

const listed = (values: readonly string[]): string => values.join(', ')

const optionFaults = (
  { field, values = {} }: ScoreAnswer,
  options: readonly FieldOption[] | undefined = [],
): Fault[] => {
  const known = options.map(({ value }) => value)
  const missing = known.filter((value) => !Object.hasOwn(values, value))
  const unknown = Object.keys(values).filter((value) => !known.includes(value))
  return [
    ...(missing.length > 0 ? [fault('needsValues', { field, values: listed(missing) })] : []),
    ...(unknown.length > 0 ? [fault('unknownValues', { field, values: listed(unknown) })] : []),
  ]
}

const isChoice = (kind: ScoredKind): boolean => kind === 'choice' || kind === 'choices'

const partFaults = ({ field, part }: ScoreAnswer, kind: ScoredKind): Fault[] => {
  if (kind === 'pair' && part === undefined) return [fault('needsPart', { field })]
  return kind !== 'pair' && part !== undefined ? [fault('takesNoPart', { field })] : []
}

const answerFaults = (answer: ScoreAnswer, fields: FieldsById): Fault[] => {
  const field = fields.get(answer.field)
  if (!field) return [fault('scoreOfNoField', { field: answer.field })]
  const kind = scoredKindOf(field.type)
  if (!kind) return [fault('scoreOfNoNumber', { field: answer.field, type: field.type })]
  const wrongParts = partFaults(answer, kind)
  if (isChoice(kind)) return [...wrongParts, ...optionFaults(answer, field.options)]
  return answer.values === undefined
    ? wrongParts
    : [...wrongParts, fault('takesNoValues', { field: answer.field })]
}

const shapeFaults = (expression: ScoreExpression): Fault[] => {
  if (!('of' in expression)) return []
  const inner = expression.of.flatMap(shapeFaults)
  const { op, of } = expression
  if ('atLeast' in expression && (expression.atLeast ?? 0) > of.length)
    return [...inner, fault('tooFewParts', { atLeast: expression.atLeast ?? 0, parts: of.length })]
  const [, divisor] = of
  const isByZero = op === 'divide' && divisor && 'constant' in divisor && divisor.constant === 0
  return isByZero ? [...inner, fault('dividesByZero')] : inner
}

const bandFaults = (bands: readonly ScoreBand[]): Fault[] => {
  const limits = bands.map(({ upTo }) => upTo)
  const last = limits.length - 1
  const isAscending = limits.every((limit, index) => {
    const before = limits[index - 1]
    return typeof before !== 'number' || limit === null || limit > before
  })
  return [
    ...(limits.every((limit, index) => (limit === null) === (index === last)) ? [] : [fault('bandsEnd')]),
    ...(isAscending ? [] : [fault('bandsAscend')]),
  ]
}

const scoreFaults = (score: Score, fields: FieldsById): Fault[] => {
  const answers = answersIn(score.expression)
  return [
    ...(answers.length === 0 ? [fault('scoreWithoutField')] : []),
    ...answers.flatMap((answer) => answerFaults(answer, fields)),
    ...shapeFaults(score.expression),
    ...(score.bands ? bandFaults(score.bands) : []),
  ]
}

/** A field that is used twice is as wrong the second time. */
const toldOnce = (faults: readonly Fault[]): Fault[] => [
  ...new Map(faults.map((one) => [JSON.stringify(one), one])).values(),
]

/** Everything a schema cannot say about the scores of a class: fields, options, parts and bands that fit. */
export const scoresFaults = (
  recordClass: Pick<RecordClassFile, 'sections'> & { scores?: Score[] | undefined },
): Fault[] => {
  const fields = new Map(fieldsOf(recordClass).map(({ field }) => [field.id, field]))
  const scores = recordClass.scores ?? []
  const ids = scores.map(({ id }) => id)
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) < index))
  return [
    ...[...twice].map((id) => fault('scoreTwice', { id })),
    ...scores.flatMap((score) => within(`scores.${score.id}`, toldOnce(scoreFaults(score, fields)))),
  ]
}

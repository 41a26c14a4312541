import { classText, type ValueField, type ValueFieldType, valueFieldsOf } from './record-class.fields.ts'
import { withUnit } from './record-class.pairs.ts'
import {
  type Score,
  type ScoreAnswer,
  type ScoreExpression,
  type ScoreOfMany,
  type ScoreOfTwo,
  scoreLimits,
} from './record-class.scores.ts'
import type { Language, RecordClass } from './record-class.ts'

/** How the answer of a field becomes a number. */
export type ScoredKind = 'number' | 'pair' | 'choice' | 'choices' | 'switch'

const scoredKinds: Partial<Record<ValueFieldType, ScoredKind>> = {
  number: 'number',
  percent: 'number',
  pain_scale: 'number',
  measure_pair: 'pair',
  select: 'choice',
  radio_group: 'choice',
  checkbox_group: 'choices',
  switch: 'switch',
  checkbox: 'switch',
}

/** How a type is counted; undefined for the types a score cannot use. */
export const scoredKindOf = (type: string): ScoredKind | undefined =>
  Object.hasOwn(scoredKinds, type) ? scoredKinds[type as ValueFieldType] : undefined

type Data = Readonly<Record<string, unknown>>

interface Answers {
  readonly fields: ReadonlyMap<string, ValueField>
  readonly data: Data
}

const ownOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined

/** Nothing that is no number, and no −0, goes on into a calculation. */
const finite = (value: unknown): number | null => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return value === 0 ? 0 : value
}

const optionValue = ({ values }: ScoreAnswer, option: unknown): number | null =>
  typeof option === 'string' ? finite(ownOf(values, option)) : null

const optionValues = (answer: ScoreAnswer, chosen: unknown): number | null => {
  if (!Array.isArray(chosen)) return null
  const values = [...new Set(chosen)].map((option) => optionValue(answer, option))
  return sumOf(
    values.filter((value) => value !== null),
    values.length,
  )
}

const answerReaders: Readonly<Record<ScoredKind, (answer: ScoreAnswer, value: unknown) => number | null>> = {
  number: (_, value) => finite(value),
  pair: ({ part }, value) => (part ? finite(ownOf(value, part)) : null),
  choice: optionValue,
  choices: optionValues,
  switch: (_, value) => (typeof value === 'boolean' ? Number(value) : null),
}

const answerOf = (answer: ScoreAnswer, { fields, data }: Answers): number | null => {
  const kind = scoredKindOf(fields.get(answer.field)?.type ?? '')
  return kind ? answerReaders[kind](answer, ownOf(data, answer.field)) : null
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** The sum when as many are there as were asked for. */
const sumOf = (values: readonly number[], asked: number): number | null =>
  values.length < asked ? null : finite(total(values))

const folds: Readonly<Record<ScoreOfMany['op'], (values: readonly number[]) => number>> = {
  sum: total,
  // What is divided first cannot grow beyond all numbers.
  mean: (values) => total(values.map((value) => value / values.length)),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
}

const operations: Readonly<Record<ScoreOfTwo['op'], (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
}

const isOfMany = (expression: ScoreOfMany | ScoreOfTwo): expression is ScoreOfMany =>
  Object.hasOwn(folds, expression.op)

const ofMany = ({ op, of, atLeast = of.length }: ScoreOfMany, parts: readonly (number | null)[]) => {
  const values = parts.filter((value) => value !== null)
  if (values.length < atLeast) return null
  // The sum of nothing is 0; the mean, the least and the greatest of nothing are nothing.
  return values.length === 0 && op !== 'sum' ? null : finite(folds[op](values))
}

const ofTwo = ({ op }: ScoreOfTwo, [a, b]: readonly (number | null)[]): number | null =>
  a === null || a === undefined || b === null || b === undefined ? null : finite(operations[op](a, b))

const valueIn = (expression: ScoreExpression, answers: Answers, depth = 1): number | null => {
  // A class is checked when it is read; nothing deeper is ever followed.
  if (depth > scoreLimits.depth) return null
  if ('field' in expression) return answerOf(expression, answers)
  if ('constant' in expression) return finite(expression.constant)
  const parts = expression.of.map((part) => valueIn(part, answers, depth + 1))
  return isOfMany(expression) ? ofMany(expression, parts) : ofTwo(expression, parts)
}

/** The answers an expression counts, in the order it names them, each as often as it is named. */
export const answersIn = (expression: ScoreExpression): readonly ScoreAnswer[] => {
  if ('field' in expression) return [expression]
  return 'of' in expression ? expression.of.flatMap(answersIn) : []
}

/** Half a unit goes up, away from the noise of binary fractions: 1.005 has the two decimals 1.01. */
const rounded = (value: number, decimals: number): number => {
  const scaled = Number((value * 10 ** decimals).toPrecision(15))
  return finite(Math.round(scaled) / 10 ** decimals) ?? value
}

export interface ScoreResult {
  /** Rounded as the class says; null when it cannot be counted. */
  readonly value: number | null
  /** Text key of the band the value is in. */
  readonly band: string | null
  /** How many of its answers are not there. */
  readonly missing: number
}

const answersOf = (recordClass: Pick<RecordClass, 'sections'>, data: Data): Answers => ({
  fields: new Map(valueFieldsOf(recordClass).map(({ field }) => [field.id, field])),
  data,
})

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const isOpen = ({ field, part }: ScoreAnswer, data: Data): boolean => {
  const value = ownOf(data, field)
  return !isThere(part ? ownOf(value, part) : value)
}

const countMissing = (expression: ScoreExpression, data: Data): number => {
  const open = answersIn(expression).filter((answer) => isOpen(answer, data))
  return new Set(open.map(({ field, part }) => `${field} ${part}`)).size
}

/**
 * Counts a score. Pure and total: the same class and data always give the same answer, it never throws whatever
 * stands in `data`, and its value is null or a finite number. A part without an answer is left out of sums and their
 * kin, as long as `atLeast` parts are there; an operation of two needs both, and nothing is divided by zero.
 */
export const scoreOf = (
  recordClass: Pick<RecordClass, 'sections'>,
  { expression, decimals = 0, bands = [] }: Score,
  data: Data,
): ScoreResult => {
  const answers = answersOf(recordClass, data)
  const exact = valueIn(expression, answers)
  const value = exact === null ? null : rounded(exact, decimals)
  // The band of what is shown: 9.96 shown as 10 is in the band of 10.
  const band = value === null ? undefined : bands.find(({ upTo }) => upTo === null || value <= upTo)
  return { value, band: band?.label ?? null, missing: countMissing(expression, data) }
}

/** The section that holds the last field a score uses, in form order; undefined when it uses none of the class. */
export const sectionOfScore = (
  recordClass: Pick<RecordClass, 'sections'>,
  { expression }: Pick<Score, 'expression'>,
): string | undefined => {
  const used = new Set(answersIn(expression).map(({ field }) => field))
  return valueFieldsOf(recordClass).findLast(({ field }) => used.has(field.id))?.sectionId
}

export interface ScoreLine {
  readonly scoreId: string
  /** Label in the reader's language, as the other texts. */
  readonly label: string
  /** The value with its unit; null when it cannot be counted. */
  readonly text: string | null
  readonly band: string | null
  readonly missing: number
}

/** A score in words. */
export const scoreLine = (
  recordClass: RecordClass,
  score: Score,
  data: Data,
  language: Language,
): ScoreLine => {
  const { value, band, missing } = scoreOf(recordClass, score, data)
  const textOf = (key: string | null | undefined) => (key ? classText(recordClass, language, key) : '')
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: score.decimals ?? 0 })
  return {
    scoreId: score.id,
    label: textOf(score.label),
    text: value === null ? null : withUnit(format.format(value), textOf(score.unit)),
    band: band === null ? null : textOf(band),
    missing,
  }
}

/** The scores of a record that can be counted, in the order of the class: an extra line each, after its fields. */
export const recordScores = (recordClass: RecordClass, data: Data, language: Language): ScoreLine[] =>
  (recordClass.scores ?? [])
    .map((score) => scoreLine(recordClass, score, data, language))
    .filter(({ text }) => text !== null)

import * as z from 'zod/mini'
import { fieldId, textKey } from './record-class.keys.ts'
import { measureSides } from './record-class.pairs.ts'

/**
 * Scores of a class: what is counted from its answers, written as data and never as code. A score is not stored;
 * whoever shows a record counts it from the class and the data (scores.rules.ts).
 */

/** How large a score may be: what lies above is an attack or an accident. */
export const scoreLimits = { depth: 8, nodes: 200, perClass: 20, bands: 20 } as const

/** What `sum` and its kin do with as many parts as they have; parts without an answer are left out. */
export const manyOps = ['sum', 'mean', 'min', 'max'] as const
/** What is done with exactly two parts, both of which have to be there. */
export const pairOps = ['add', 'subtract', 'multiply', 'divide'] as const

const answer = z.strictObject({
  field: fieldId,
  /** Side that counts, where the field measures both. */
  part: z.optional(z.enum(measureSides)),
  /** What each option counts; null: as if nothing had been answered. */
  values: z.optional(z.record(z.string(), z.nullable(z.number()))),
})
export type ScoreAnswer = z.output<typeof answer>

const constantNumber = z.strictObject({ constant: z.number() })

export interface ScoreOfMany {
  op: (typeof manyOps)[number]
  of: ScoreExpression[]
  /** How many parts need an answer, all of them when absent. */
  atLeast?: number | undefined
}

export interface ScoreOfTwo {
  op: (typeof pairOps)[number]
  of: [ScoreExpression, ScoreExpression]
}

export type ScoreExpression = ScoreAnswer | { constant: number } | ScoreOfMany | ScoreOfTwo

const ofMany = z.strictObject({
  op: z.enum(manyOps),
  get of() {
    return z.array(scoreExpression).check(z.minLength(1))
  },
  atLeast: z.optional(z.int().check(z.minimum(0))),
})

const ofTwo = z.strictObject({
  op: z.enum(pairOps),
  get of() {
    return z.array(scoreExpression).check(z.minLength(2), z.maxLength(2)) as unknown as z.ZodMiniType<
      [ScoreExpression, ScoreExpression]
    >
  },
})

/** What a score is counted by. */
export const scoreExpression: z.ZodMiniType<ScoreExpression> = z.union(
  [answer, constantNumber, ofMany, ofTwo],
  'Invalid expression: each of its parts is a field, a constant or an op with `of`, without other keys',
) as unknown as z.ZodMiniType<ScoreExpression>

const partsOf = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'object' || value === null || !('of' in value)) return []
  return Array.isArray(value.of) ? value.of : []
}

/** How many parts an expression has, itself included; more than is allowed counts as infinitely many. */
const countNodes = (value: unknown, depth = 1): number => {
  if (depth > scoreLimits.depth) return Number.POSITIVE_INFINITY
  let count = 1
  for (const part of partsOf(value)) {
    count += countNodes(part, depth + 1)
    if (count > scoreLimits.nodes) return Number.POSITIVE_INFINITY
  }
  return count
}

/** Its size is looked at first: reading a thousand levels would exhaust the stack. */
const expression = z.pipe(
  z.unknown().check(
    z.refine((value) => countNodes(value) <= scoreLimits.nodes, {
      error: `Too large: at most ${scoreLimits.depth} levels and ${scoreLimits.nodes} parts`,
    }),
  ),
  scoreExpression,
)

export const scoreBand = z.strictObject({
  /** The largest value of the band; null in the last one. */
  upTo: z.nullable(z.number()),
  label: textKey,
})
export type ScoreBand = z.output<typeof scoreBand>

export const score = z.strictObject({
  id: fieldId,
  label: textKey,
  unit: z.optional(textKey),
  /** Decimals it is rounded to and shown with at most; whole numbers when absent. */
  decimals: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
  expression,
  bands: z.optional(z.array(scoreBand).check(z.minLength(1), z.maxLength(scoreLimits.bands))),
  /** Which way is an improvement. */
  better: z.optional(z.enum(['higher', 'lower'])),
})

export interface Score {
  id: string
  label: string
  unit?: string | undefined
  decimals?: number | undefined
  expression: ScoreExpression
  bands?: ScoreBand[] | undefined
  better?: 'higher' | 'lower' | undefined
}

export const scores = z.array(score).check(z.maxLength(scoreLimits.perClass))

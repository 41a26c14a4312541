/** Sides in the order they are stored in. */
export const measureSides = ['left', 'right'] as const
export type MeasureSide = (typeof measureSides)[number]

/** Sides in the order they are read in: the right one first, as clinicians write it. */
export const sidesAsRead: readonly MeasureSide[] = ['right', 'left']

/** What is normal of a measure, in its unit. */
export interface MeasureNorm {
  readonly value: number
  readonly low?: number
  readonly high?: number
  /** Text key of where the norm is from. */
  readonly source: string
}

export interface PairParams {
  /** Text key. */
  readonly unit: string
  /** Ends of what each side may be, both included. */
  readonly min: number
  readonly max: number
  readonly integer: boolean
  readonly norm: MeasureNorm | null
}

/** What the class says about a pair of measures; the class was checked when its module was read. */
export const pairParams = (field: { params?: Record<string, unknown> | undefined }): PairParams => {
  const params = (field.params ?? {}) as Partial<PairParams>
  return {
    unit: params.unit ?? '',
    min: params.min ?? -Number.MAX_VALUE,
    max: params.max ?? Number.MAX_VALUE,
    integer: params.integer === true,
    norm: params.norm ?? null,
  }
}

export type NormDifference =
  | { readonly kind: 'within' }
  /** `by`: what is missing to, or exceeds, the normal value. */
  | { readonly kind: 'below' | 'above'; readonly by: number }

/** Decimal fractions are no binary ones: 44.5 − 44.2 is to be 0.3. */
const difference = (one: number, other: number): number => Math.round((one - other) * 1e6) / 1e6

/**
 * How a measured side compares with the norm. Below the range counts from the normal value, as a deficit is written;
 * a norm without `high` has no upper end, for more than normal is no fault of most measures.
 */
export const againstNorm = (norm: MeasureNorm, measured: number): NormDifference => {
  if (measured < (norm.low ?? norm.value)) return { kind: 'below', by: difference(norm.value, measured) }
  if (norm.high !== undefined && measured > norm.high)
    return { kind: 'above', by: difference(measured, norm.value) }
  return { kind: 'within' }
}

/** A number with its unit: 120° without a space, 30 cm with one (SI Brochure, 5.4.3). */
export const withUnit = (number: string, unit: string): string => {
  if (unit === '') return number
  return /^[°′″]$/.test(unit) ? `${number}${unit}` : `${number} ${unit}`
}

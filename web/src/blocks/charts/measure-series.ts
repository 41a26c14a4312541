import type { MeasureNorm, MeasureSide } from '@ulna/contract/record-class/record-class.pairs'

/** One visit's values of a measure: one, or one a side. */
export interface MeasureVisit {
  readonly key: string
  /** Instant, milliseconds. */
  readonly at: number
  /** The day of the visit, in words. */
  readonly day: string
  readonly value?: number | undefined
  readonly left?: number | undefined
  readonly right?: number | undefined
}

/** A measure as it was taken over time, oldest first. */
export interface MeasureSeries {
  readonly key: string
  readonly label: string
  /** What it is a part of: the name of its form. */
  readonly form: string
  /** The unit, in the reader's language. */
  readonly unit: string
  readonly isPair: boolean
  /** Ends of the axis that the measure itself has. */
  readonly ends?: readonly [number, number] | undefined
  readonly norm?: MeasureNorm | undefined
  /** The norm and its source in words. */
  readonly normText?: string | undefined
  readonly visits: readonly MeasureVisit[]
}

export type MeasureLineName = 'value' | MeasureSide

export interface MeasureLine {
  readonly name: MeasureLineName
  readonly points: readonly { readonly at: number; readonly day: string; readonly value: number }[]
}

/** The right side first, as clinicians write it. */
const lineNames = (series: MeasureSeries): readonly MeasureLineName[] =>
  series.isPair ? ['right', 'left'] : ['value']

/** The lines of a measure that have a point. */
export const linesOf = (series: MeasureSeries): MeasureLine[] =>
  lineNames(series)
    .map((name) => ({
      name,
      points: series.visits.flatMap(({ at, day, [name]: value }) =>
        value === undefined ? [] : [{ at, day, value }],
      ),
    }))
    .filter(({ points }) => points.length > 0)

/** What became of a line; null while it has one point only. */
export const changeOf = ({ points }: MeasureLine): { first: number; last: number; change: number } | null => {
  const [first, last] = [points[0]?.value, points.at(-1)?.value]
  if (first === undefined || last === undefined || points.length < 2) return null
  // Decimal fractions are no binary ones: 44.5 − 44.2 is to be 0.3.
  return { first, last, change: Math.round((last - first) * 1e6) / 1e6 }
}

import type { BodySide } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { edgePath, middleOf, mirrored, moved, type Point, pointsOf } from './figure-points.ts'

export interface FigureRegion {
  readonly region: string
  readonly side: BodySide
  readonly points: readonly Point[]
  readonly path: string
  /** Where its number stands. */
  readonly middle: { readonly x: number; readonly y: number }
}

/** A closed outline and what lies in it. Regions reach over the edge and are clipped by it. */
export interface FigurePart {
  readonly outline: readonly Point[]
  /** Fine lines that say what one looks at. */
  readonly lines: readonly string[]
  readonly regions: readonly FigureRegion[]
}

export interface Figure {
  readonly width: number
  readonly height: number
  /** Painted in this order: an arm lies over the trunk. */
  readonly parts: readonly FigurePart[]
}

/** Regions by name, each as its points, and where its number stands when that is not their middle: `'0,10 20,15~ 40,10 @20,12'`. */
export type DrawnRegions = Readonly<Record<string, string>>

const regionOf = (
  region: string,
  side: BodySide,
  points: readonly Point[],
  number: readonly Point[],
): FigureRegion => ({ region, side, points, path: edgePath(points), middle: middleOf(number) })

export const drawnRegions = (
  drawn: DrawnRegions,
  side: BodySide,
  place: (points: readonly Point[]) => readonly Point[],
): FigureRegion[] =>
  Object.entries(drawn).map(([region, text]) => {
    const [edge = '', number = edge] = text.split('@')
    return regionOf(region, side, place(pointsOf(edge)), place(pointsOf(number)))
  })

interface Halves {
  /** Where the axis of the body stands. */
  readonly axis: number
  /** The side of the patient that lies right of the axis. */
  readonly rightIs: 'left' | 'right'
  readonly paired: DrawnRegions
  readonly midline: DrawnRegions
}

const otherSide = { left: 'right', right: 'left' } as const

/** Both halves of a body from one, so that left and right are exact. Points are measured from the axis. */
export const regionsOfHalves = ({ axis, rightIs, paired, midline }: Halves): FigureRegion[] => [
  ...drawnRegions(midline, 'midline', (points) => moved(points, axis)),
  ...drawnRegions(paired, rightIs, (points) => moved(points, axis)),
  ...drawnRegions(paired, otherSide[rightIs], (points) => mirrored(moved(points, axis), axis)),
]

export const linesOfHalves = (axis: number, half: readonly string[]): string[] =>
  half.flatMap((text) => {
    const points = moved(pointsOf(text), axis)
    return [edgePath(points, false), edgePath(mirrored(points, axis), false)]
  })

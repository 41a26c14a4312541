import {
  alignPairs,
  angleAt,
  fitInto,
  inPixels,
  type Pair,
  type Point,
  type Similarity,
  type Size,
} from '../geometry.ts'

export interface ComparedPhoto {
  readonly url: string
  readonly name: string
  /** Pixels, upright. */
  readonly size: Size
}

/** Where the points of a photo stand, in fractions of it. */
export interface PhotoPoints {
  readonly align: Pair
  /** One leg, the corner, the other leg. */
  readonly angle: readonly [Point, Point, Point]
}

export const startPoints: PhotoPoints = {
  align: [
    { x: 0.5, y: 0.25 },
    { x: 0.5, y: 0.75 },
  ],
  angle: [
    { x: 0.5, y: 0.2 },
    { x: 0.5, y: 0.5 },
    { x: 0.8, y: 0.6 },
  ],
}

const samePair = ([a, b]: Pair, [c, d]: Pair): boolean =>
  a.x === c.x && a.y === c.y && b.x === d.x && b.y === d.y

/** Nobody has put the points anywhere yet. */
export const isUntouched = (points: PhotoPoints): boolean => samePair(points.align, startPoints.align)

const pairIn = ([one, other]: Pair, size: Size): Pair => [inPixels(one, size), inPixels(other, size)]

export interface Placement {
  readonly similarity: Similarity
  readonly isAligned: boolean
}

/** Where the second photo lies on the first: by the points of both, else as large as fits. */
export const placeOf = (
  first: Pick<ComparedPhoto, 'size'>,
  firstPoints: PhotoPoints,
  second: Pick<ComparedPhoto, 'size'>,
  secondPoints: PhotoPoints,
): Placement => {
  const plain = { similarity: fitInto(second.size, first.size), isAligned: false }
  if (isUntouched(firstPoints) && isUntouched(secondPoints)) return plain
  const from = pairIn(secondPoints.align, second.size)
  const to = pairIn(firstPoints.align, first.size)
  const found = alignPairs(from, to)
  return found ? { similarity: found, isAligned: true } : plain
}

/** The angle of a photo in degrees; undefined when a leg has no length. */
export const angleOf = ({ angle: [one, corner, other] }: PhotoPoints, size: Size): number | undefined =>
  angleAt(inPixels(corner, size), inPixels(one, size), inPixels(other, size))

export const matrixOf = ({ a, b, e, f }: Similarity): string => `matrix(${a}, ${b}, ${-b}, ${a}, ${e}, ${f})`

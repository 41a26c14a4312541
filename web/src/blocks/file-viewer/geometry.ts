export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** x' = a·x − b·y + e, y' = b·x + a·y + f: turned, scaled and moved, never sheared or mirrored. */
export interface Similarity {
  readonly a: number
  readonly b: number
  readonly e: number
  readonly f: number
}

export const applySimilarity = ({ a, b, e, f }: Similarity, { x, y }: Point): Point => ({
  x: a * x - b * y + e,
  y: b * x + a * y + f,
})

/** Laid into a box of another size: as large as fits, in the middle. */
export const fitInto = (inner: Size, outer: Size): Similarity => {
  const a = Math.min(outer.width / inner.width, outer.height / inner.height)
  return {
    a,
    b: 0,
    e: (outer.width - a * inner.width) / 2,
    f: (outer.height - a * inner.height) / 2,
  }
}

export type Pair = readonly [Point, Point]

/** Points nearer than this say nothing about turning and size. Pixels. */
const nearest = 1

const isTooClose = ([first, second]: Pair): boolean =>
  Math.hypot(second.x - first.x, second.y - first.y) < nearest

/** What lays two points of one picture on two points of the other; undefined when they are one point. */
export const alignPairs = (from: Pair, to: Pair): Similarity | undefined => {
  if (isTooClose(from) || isTooClose(to)) return undefined
  const [p, q] = from
  const [r, s] = to
  const dx = q.x - p.x
  const dy = q.y - p.y
  const length = dx * dx + dy * dy
  const a = ((s.x - r.x) * dx + (s.y - r.y) * dy) / length
  const b = ((s.y - r.y) * dx - (s.x - r.x) * dy) / length
  return { a, b, e: r.x - a * p.x + b * p.y, f: r.y - b * p.x - a * p.y }
}

const direction = (from: Point, to: Point): number => Math.atan2(to.y - from.y, to.x - from.x)

/** The angle at a corner between the ways to two other points, 0 to 180 degrees; undefined when they lie on it. */
export const angleAt = (corner: Point, one: Point, other: Point): number | undefined => {
  if (isTooClose([corner, one]) || isTooClose([corner, other])) return undefined
  const turned = Math.abs(direction(corner, one) - direction(corner, other))
  const angle = turned > Math.PI ? 2 * Math.PI - turned : turned
  return (angle * 180) / Math.PI
}

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

/** Moves a point given in fractions of the picture, and keeps it on the picture. */
export const nudge = ({ x, y }: Point, dx: number, dy: number): Point => ({
  x: clamp(x + dx, 0, 1),
  y: clamp(y + dy, 0, 1),
})

/** A point in fractions of a picture, in its pixels. */
export const inPixels = ({ x, y }: Point, { width, height }: Size): Point => ({ x: x * width, y: y * height })

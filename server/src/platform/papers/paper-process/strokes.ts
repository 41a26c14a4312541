// The strokes of a pen as outlines: a signature on paper stays sharp however near one looks, and takes a few kilobytes.
import sharp from 'sharp'

// Larger than this nothing is gained: between two pixels the outline is where the ink is half.
const edge = 1200
const half = 127.5
// Pixels that an outline may be off.
const tolerance = 0.2

interface Ink {
  readonly data: Buffer
  readonly width: number
  readonly height: number
  readonly channels: number
}

const inkOf = async (bytes: Buffer): Promise<Ink> => {
  const { data, info } = await sharp(bytes)
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** A side of a square: top, bottom, left, right. */
type Side = 'T' | 'B' | 'L' | 'R'
type Point = readonly [x: number, y: number]
type Line = readonly [x1: number, y1: number, x2: number, y2: number]
/** Where the outline comes in and goes out. */
type Crossing = readonly [start: Side, end: Side]

// Sides by which the outline comes into and goes out of a square of four pixels, ink always on the same hand.
// The index is the sum of those that are ink: 1 lower left, 2 lower right, 4 upper right, 8 upper left.
const crossings: readonly (readonly Crossing[])[] = [
  [],
  [['L', 'B']],
  [['B', 'R']],
  [['L', 'R']],
  [['R', 'T']],
  [
    ['R', 'T'],
    ['L', 'B'],
  ],
  [['B', 'T']],
  [['L', 'T']],
  [['T', 'L']],
  [['T', 'B']],
  [
    ['T', 'L'],
    ['B', 'R'],
  ],
  [['T', 'R']],
  [['R', 'L']],
  [['R', 'B']],
  [['B', 'L']],
  [],
]

// Where on a side, by how dark the pixels at its two ends are.
const sides: Readonly<Record<Side, (x: number, y: number) => Line>> = {
  T: (x, y) => [x, y, x + 1, y],
  B: (x, y) => [x, y + 1, x + 1, y + 1],
  L: (x, y) => [x, y, x, y + 1],
  R: (x, y) => [x + 1, y, x + 1, y + 1],
}

type InkAt = (x: number, y: number) => number

const inkAt =
  ({ data, width, height, channels }: Ink): InkAt =>
  (x, y) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : 255 - (data[(y * width + x) * channels] ?? 255)

const bit = (ink: number, value: number): number => (ink > half ? value : 0)

interface Place {
  readonly key: string
  readonly at: Point
}

/** Where the outline crosses a side of the square at a place. */
const placeOn = (ink: InkAt, side: Side, x: number, y: number): Place => {
  const [x1, y1, x2, y2] = sides[side](x, y)
  const [from, to] = [ink(x1, y1), ink(x2, y2)]
  const share = (half - from) / (to - from)
  return { key: `${x1} ${y1} ${x2}`, at: [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share] }
}

const squareAt = (ink: InkAt, x: number, y: number): number =>
  bit(ink(x, y + 1), 1) + bit(ink(x + 1, y + 1), 2) + bit(ink(x + 1, y), 4) + bit(ink(x, y), 8)

interface Step {
  readonly at: Point
  /** Key of the crossing that follows. */
  readonly next: string
}

/** Each crossing of the outline with the one that follows it. */
const stepsOf = (picture: Ink): Map<string, Step> => {
  const ink = inkAt(picture)
  const steps = new Map<string, Step>()
  for (let y = -1; y < picture.height; y += 1)
    for (let x = -1; x < picture.width; x += 1)
      for (const [start, end] of crossings[squareAt(ink, x, y)] ?? []) {
        const { key, at } = placeOn(ink, start, x, y)
        steps.set(key, { at, next: placeOn(ink, end, x, y).key })
      }
  return steps
}

type Ring = readonly Point[]

/** The crossings from this one on, until they are back at it; they are taken out of the steps. */
const ringFrom = (steps: Map<string, Step>, key: string): Ring => {
  const ring: Point[] = []
  for (let step = steps.get(key), own = key; step !== undefined; own = step.next, step = steps.get(own)) {
    steps.delete(own)
    ring.push(step.at)
  }
  return ring
}

const ringsOf = (steps: Map<string, Step>): readonly Ring[] => {
  const rings: Ring[] = []
  for (const key of steps.keys()) rings.push(ringFrom(steps, key))
  return rings
}

const distance = ([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number => {
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (length === 0) return Math.hypot(x - x1, y - y1)
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length
}

/** The point that lies farthest from the line between the first and the last one. */
const farthestOf = (points: Ring, first: Point, last: Point): { index: number; off: number } => {
  let farthest = { index: 0, off: 0 }
  for (const [index, point] of points.entries()) {
    const off = distance(point, first, last)
    if (off > farthest.off) farthest = { index, off }
  }
  return farthest
}

/** The line with as few points as it takes (Ramer, Douglas, Peucker). */
const simplified = (points: Ring): Ring => {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 3) return points
  const { index, off } = farthestOf(points, first, last)
  if (off <= tolerance) return [first, last]
  return [...simplified(points.slice(0, index + 1)).slice(0, -1), ...simplified(points.slice(index))]
}

/** Closed lines around every stroke of a pen and every hole in one, on a picture of this size. */
export interface Outlines {
  readonly width: number
  readonly height: number
  readonly rings: readonly Ring[]
}

/** What a pen drew on a picture. */
export const outlinesOf = async (bytes: Buffer): Promise<Outlines> => {
  const picture = await inkOf(bytes)
  const rings = ringsOf(stepsOf(picture)).map(simplified)
  return { width: picture.width, height: picture.height, rings: rings.filter(({ length }) => length > 2) }
}

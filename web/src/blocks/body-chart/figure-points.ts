export interface Point {
  readonly x: number
  readonly y: number
  /** `corner`: an outline has an angle here. `control`: bends the edge between its neighbours. */
  readonly kind: 'plain' | 'corner' | 'control'
}

const kinds = { '!': 'corner', '~': 'control' } as const

/** Points as they are written in the drawings: `12,40 30,52! 44,60~`. */
export const pointsOf = (text: string): readonly Point[] =>
  text
    .trim()
    .split(/\s+/)
    .map((one) => {
      const [, x = '', y = '', mark = ''] = /^(-?[\d.]+),(-?[\d.]+)([!~]?)$/.exec(one) ?? []
      if (x === '') throw new Error(`"${one}" is no point of a drawing`)
      return { x: Number(x), y: Number(y), kind: mark === '' ? 'plain' : kinds[mark as '!' | '~'] }
    })

export const moved = (points: readonly Point[], x: number, y = 0): readonly Point[] =>
  points.map((point) => ({ ...point, x: point.x + x, y: point.y + y }))

/** The other half: as in a mirror that stands upright at `axis`. */
export const mirrored = (points: readonly Point[], axis: number): readonly Point[] =>
  points.map((point) => ({ ...point, x: 2 * axis - point.x }))

/** A closed outline from its half, which begins and ends on the axis. */
export const bothHalves = (half: readonly Point[], axis: number): readonly Point[] => [
  ...half,
  ...mirrored(half.slice(1, -1), axis).toReversed(),
]

const at = ({ x, y }: { x: number; y: number }): string =>
  `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`

/** A curve from `a` to `b` that also heeds where it comes from and goes to (Catmull-Rom as a Bézier curve). */
const bend = (before: Point, a: Point, b: Point, after: Point): string => {
  const from = a.kind === 'corner' ? a : { x: a.x + (b.x - before.x) / 6, y: a.y + (b.y - before.y) / 6 }
  const to = b.kind === 'corner' ? b : { x: b.x - (after.x - a.x) / 6, y: b.y - (after.y - a.y) / 6 }
  return `C${at(from)} ${at(to)} ${at(b)}`
}

/** A closed path that passes softly through all points; corners stay corners. */
export const softPath = (points: readonly Point[]): string => {
  const point = (index: number) => points[(index + points.length) % points.length] as Point
  const curves = points.map((_, index) =>
    bend(point(index - 1), point(index), point(index + 1), point(index + 2)),
  )
  return `M${at(point(0))}${curves.join('')}Z`
}

/** A path of straight edges, bent where a control point stands between two points. */
export const edgePath = (points: readonly Point[], isClosed = true): string => {
  const steps = points.map((point, index) => {
    if (index === 0) return `M${at(point)}`
    if (point.kind === 'control') return `Q${at(point)}`
    return points[index - 1]?.kind === 'control' ? ` ${at(point)}` : `L${at(point)}`
  })
  const bendsHome = points.at(-1)?.kind === 'control' && points[0] ? ` ${at(points[0])}` : ''
  return `${steps.join('')}${bendsHome}${isClosed ? 'Z' : ''}`
}

/** The middle of an area; of its points where it has none. */
export const middleOf = (points: readonly Point[]): { x: number; y: number } => {
  const corners = points.filter(({ kind }) => kind !== 'control')
  let [area, x, y] = [0, 0, 0]
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] as Point
    const cross = a.x * b.y - b.x * a.y
    area += cross
    x += (a.x + b.x) * cross
    y += (a.y + b.y) * cross
  })
  if (area === 0) return { x: corners[0]?.x ?? 0, y: corners[0]?.y ?? 0 }
  return { x: x / (3 * area), y: y / (3 * area) }
}

/** Whether a place lies inside; edges count as straight. */
export const isInside = (points: readonly Point[], x: number, y: number): boolean => {
  const corners = points.filter(({ kind }) => kind !== 'control')
  return corners.reduce((inside, a, index) => {
    const b = corners[(index + 1) % corners.length] as Point
    const crosses = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x
    return crosses ? !inside : inside
  }, false)
}

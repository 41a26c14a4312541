import { bodyChartLimits } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { getStroke } from 'perfect-freehand'

const pen = { size: 9, thinning: 0, smoothing: 0.5, streamline: 0.35, simulatePressure: false, last: true }

const pairs = (stroke: readonly number[]): [number, number][] =>
  Array.from({ length: stroke.length / 2 }, (_, index) => [
    stroke[index * 2] as number,
    stroke[index * 2 + 1] as number,
  ])

const rounded = (value: number): number => Math.round(value * 10) / 10

/** The area a pen leaves that goes along `stroke`, as a path. */
export const strokePath = (stroke: readonly number[]): string => {
  const outline = getStroke(pairs(stroke), pen)
  const steps = outline.map(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = outline[(index + 1) % outline.length] ?? []
    return `${rounded(x)} ${rounded(y)} ${rounded((x + nextX) / 2)} ${rounded((y + nextY) / 2)}`
  })
  const [first] = outline
  return first ? `M${rounded(first[0] ?? 0)} ${rounded(first[1] ?? 0)}Q${steps.join(' ')}Z` : ''
}

/** Units a pen goes before its place is noted again. */
const step = 3

/** The line with a place of the pen added, in whole units of the drawing. Steps that nobody would see are left out. */
export const withPoint = (
  stroke: readonly number[],
  place: { x: number; y: number },
  size: { width: number; height: number },
): readonly number[] => {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  const [x, y] = [within(place.x, size.width), within(place.y, size.height)]
  const [lastX, lastY] = stroke.slice(-2)
  const isNear = lastX !== undefined && lastY !== undefined && Math.hypot(x - lastX, y - lastY) < step
  return isNear ? stroke : [...stroke, x, y]
}

/** At most as many points as a chart may hold of one line; the first and the last stay. */
export const thinned = (stroke: readonly number[]): readonly number[] => {
  const points = pairs(stroke)
  const most = bodyChartLimits.points
  if (points.length <= most) return stroke
  return Array.from({ length: most }, (_, index) =>
    Math.round((index * (points.length - 1)) / (most - 1)),
  ).flatMap((index) => points[index] ?? [])
}

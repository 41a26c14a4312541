import type { FigureRegion } from './figure.ts'

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** How far a region lies in a direction, counting what lies aside twice; infinite for what lies behind. */
const farness = (from: FigureRegion, to: FigureRegion, [right, down]: readonly [number, number]): number => {
  const [x, y] = [to.middle.x - from.middle.x, to.middle.y - from.middle.y]
  const [ahead, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)]
  return ahead <= 1 ? Number.POSITIVE_INFINITY : ahead + 2 * aside
}

/** Where an arrow key leads on the drawing; undefined for other keys and at the edge. */
export const regionAfterKey = (
  key: string,
  current: number,
  regions: readonly FigureRegion[],
): number | undefined => {
  const direction = directions[key]
  const from = regions[current]
  if (!direction || !from) return undefined
  const far = regions.map((to) => farness(from, to, direction))
  const nearest = Math.min(...far)
  return Number.isFinite(nearest) ? far.indexOf(nearest) : undefined
}

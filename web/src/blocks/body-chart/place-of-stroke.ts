import type { BodyPlace, BodyView } from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import type { Figure, FigureRegion } from './figure.ts'
import { isInside } from './figure-points.ts'

/** The region at a place of the drawing: of the part that is painted last. */
export const regionAt = ({ parts }: Figure, x: number, y: number): FigureRegion | undefined => {
  const part = parts.findLast(({ outline }) => isInside(outline, x, y))
  return part?.regions.find(({ points }) => isInside(points, x, y))
}

/** Where a line mostly lies; undefined when that is beside the body. */
export const placeOfStroke = (
  figure: Figure,
  view: BodyView,
  stroke: readonly number[],
): BodyPlace | undefined => {
  const counts = new Map<FigureRegion | undefined, number>()
  for (let index = 0; index < stroke.length; index += 2) {
    const region = regionAt(figure, stroke[index] as number, stroke[index + 1] as number)
    counts.set(region, (counts.get(region) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  const region = most?.[0]
  return region && { view, region: region.region, side: region.side }
}

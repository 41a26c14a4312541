/** Points of strokes, in CSS pixels of the pad. */
export type Strokes = readonly { readonly points: readonly { readonly x: number; readonly y: number }[] }[]

export interface StrokeBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Room around the strokes, so that none is cut at its edge. */
const margin = 12

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most)

/** What of the pad is drawn on, with a margin and inside the pad; null while nothing is. */
export const boxOf = (strokes: Strokes, pad: { width: number; height: number }): StrokeBox | null => {
  const points = strokes.flatMap((stroke) => stroke.points)
  if (points.length === 0) return null
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const left = clamp(Math.floor(Math.min(...xs) - margin), pad.width - 1)
  const top = clamp(Math.floor(Math.min(...ys) - margin), pad.height - 1)
  const right = clamp(Math.ceil(Math.max(...xs) + margin), pad.width)
  const bottom = clamp(Math.ceil(Math.max(...ys) + margin), pad.height)
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** A dot is no signature: something has to have been written. */
const shortest = 40

/** Length of all strokes in CSS pixels. */
const lengthOf = (strokes: Strokes): number =>
  strokes.reduce(
    (sum, { points }) =>
      points.reduce((length, { x, y }, index) => {
        const before = points[index - 1]
        return before ? length + Math.hypot(x - before.x, y - before.y) : length
      }, sum),
    0,
  )

/** Whether the strokes are more than a touch by mistake. */
export const isWritten = (strokes: Strokes): boolean => lengthOf(strokes) >= shortest

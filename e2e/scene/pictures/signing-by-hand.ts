import type { Locator, Page } from '@playwright/test'

type Point = readonly [x: number, y: number]

/** A signature: a capital with two peaks, a run of small letters, a dot and a flourish below, in a box of 100 by 56. */
const strokes: readonly (readonly Point[])[] = [
  [
    [0, 40],
    [5, 20],
    [11, 1],
    [14, 6],
    [14, 24],
    [15, 31],
    [19, 18],
    [26, 2],
    [29, 4],
    [27, 24],
    [28, 36],
    [31, 37],
    [36, 30],
    [41, 24],
    [39, 22],
    [34, 27],
    [35, 33],
    [39, 32],
    [42, 25],
    [43, 31],
    [46, 36],
    [49, 33],
    [52, 26],
    [54, 26],
    [54, 33],
    [56, 35],
    [60, 27],
    [62, 25],
    [63, 33],
    [66, 36],
    [71, 27],
    [74, 24],
    [77, 24],
    [76, 32],
    [79, 36],
    [83, 30],
    [86, 24],
    [89, 24],
    [88, 31],
    [91, 35],
    [100, 32],
  ],
  [
    [67, 16],
    [68, 14.5],
  ],
  [
    [8, 50],
    [30, 47],
    [55, 45],
    [80, 46],
    [94, 49],
    [97, 51],
    [92, 53],
    [86, 52],
  ],
]

/** Points on the way from one to the next, so that the corners are round (Catmull and Rom). */
const between = (points: readonly Point[], index: number): Point[] => {
  const at = (place: number): Point => points[Math.min(Math.max(place, 0), points.length - 1)] ?? [0, 0]
  const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
  const along = (share: number, axis: 0 | 1): number =>
    0.5 *
    (2 * from[axis] +
      (to[axis] - before[axis]) * share +
      (2 * before[axis] - 5 * from[axis] + 4 * to[axis] - after[axis]) * share ** 2 +
      (3 * from[axis] - before[axis] - 3 * to[axis] + after[axis]) * share ** 3)
  return [0, 0.25, 0.5, 0.75].map((share) => [along(share, 0), along(share, 1)])
}

/** Signs as somebody would, above the line of the pad: slowly, as the pad takes no more than 60 points a second. */
export const signByHand = async (page: Page, pad: Locator): Promise<void> => {
  await pad.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await pad.boundingBox()
  if (!box) throw new Error('the pad is nowhere')
  const unit = Math.min(box.width * 0.007, box.height * 0.009)
  const [left, top] = [box.x + (box.width - 100 * unit) / 2, box.y + box.height * 0.78 - 43 * unit]
  for (const stroke of strokes) {
    const points = stroke.flatMap((_, index) => between(stroke, index))
    for (const [index, [x, y]] of points.entries()) {
      await page.mouse.move(left + x * unit, top + y * unit)
      if (index === 0) await page.mouse.down()
      await page.waitForTimeout(18)
    }
    await page.mouse.up()
  }
}

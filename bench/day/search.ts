/** Numbers this close to each other are one: a run tells no more. */
const closeEnough = 0.05

/** Where to look: from a number on, or between one that is known to hold and one that is known not to. */
export interface Search {
  readonly from: number
  readonly until?: number | undefined
}

/**
 * The largest number that holds: doubled from `from` until one does not, where `until` does not say so, then the interval
 * is halved. 0 when not even one holds.
 */
export const largestThatHolds = async (
  { from, until }: Search,
  holds: (number: number) => Promise<boolean>,
): Promise<number> => {
  let [held, failed] = until === undefined ? [0, from] : [from, until]
  while (until === undefined && (await holds(failed))) [held, failed] = [failed, failed * 2]
  while (failed - held > Math.max(1, held * closeEnough)) {
    const middle = Math.floor((held + failed) / 2)
    if (await holds(middle)) held = middle
    else failed = middle
  }
  return held
}

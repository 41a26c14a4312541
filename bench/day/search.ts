/** Numbers this close to each other are one: a run tells no more. */
const closeEnough = 0.05

/**
 * The largest number that holds: doubled from `first` until one does not, then the interval is halved. 0 when not even one
 * holds.
 */
export const largestThatHolds = async (
  first: number,
  holds: (number: number) => Promise<boolean>,
): Promise<number> => {
  let [held, failed] = [0, first]
  while (await holds(failed)) [held, failed] = [failed, failed * 2]
  while (failed - held > Math.max(1, held * closeEnough)) {
    const middle = Math.floor((held + failed) / 2)
    if (await holds(middle)) held = middle
    else failed = middle
  }
  return held
}

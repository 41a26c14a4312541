import { expect } from 'vitest'

/**
 * Does it again and again until it was cut off so many times, each time at another moment of the time that
 * it takes. `run` does it once and is told when to kill it (ms after its beginning; the first one is not
 * killed). It answers `'cut off'`, or after how many ms it was over or known to be: so long is what it takes
 * from then on, for a machine that grew faster meanwhile is no reason to fail.
 */
export async function killRepeatedly(
  times: number,
  run: (killAfterMs: number | undefined) => Promise<'cut off' | number>,
): Promise<void> {
  let wholeMs: number | undefined
  for (let at = 0, killed = 0; killed < times; at += 1) {
    expect(at, 'it is always over before it is killed').toBeLessThan(3 * times + 5)
    const moment = wholeMs === undefined ? undefined : Math.round((wholeMs * ((at % times) + 0.5)) / times)
    const outcome = await run(moment)
    if (outcome === 'cut off') killed += 1
    else wholeMs = outcome
  }
}

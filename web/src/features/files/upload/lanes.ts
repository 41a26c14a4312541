/** Lets so many run at a time; the others wait, and begin in the order they came. */
export const createLanes = (count: number) => {
  let free = count
  const waiting: (() => void)[] = []
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      // The lane is handed on, so that who comes at this moment does not overtake who waits.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Lets one piece of work after the other be done, in the order they were asked for: for what takes much and can wait. */
export const takingTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

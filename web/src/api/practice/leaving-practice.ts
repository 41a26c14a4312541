/** Milliseconds that texts which are not sent yet get to reach the server before their practice is left. */
const longestFarewell = 2000

const farewells = new Set<() => Promise<unknown>>()

/** What must be sent while the page still is in its practice; answers how to call that off. */
export const beforeLeavingPractice = (farewell: () => Promise<unknown>): (() => void) => {
  farewells.add(farewell)
  return () => farewells.delete(farewell)
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Lets everything be sent that is not yet, for as long as one may wait. */
export const sayFarewell = async (): Promise<void> => {
  if (farewells.size === 0) return
  const said = Promise.allSettled([...farewells].map((farewell) => farewell()))
  await Promise.race([said, pause(longestFarewell)])
}

const runs = ['01234567890', '09876543210']

/** Ways over the keys of a phone that many choose, and digits in pairs or triples. */
const favourites = new Set(['147258', '258369', '147852', '159753', '753159', '789456', '456789', '123321'])

const repeats = (code: string, length: number): boolean =>
  code === code.slice(0, length).repeat(code.length / length)

const isInPairs = (code: string): boolean => /^(\d)\1(\d)\2(\d)\3$/.test(code)

/** Whether six digits are among the first that anybody would try: all the same, in a row, one part said again. */
export const isGuessedEarly = (code: string): boolean =>
  [1, 2, 3].some((length) => repeats(code, length)) ||
  runs.some((run) => run.includes(code)) ||
  isInPairs(code) ||
  favourites.has(code)

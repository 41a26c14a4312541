/** Words that belong to the one after them: “de la Cruz”, “van der Berg”. */
const particles = new Set(
  'de del la las los y e da das do dos di della delle dei degli van von der den el san santa mc mac'.split(
    ' ',
  ),
)

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** The words of a name as names: a particle stays with what follows it. */
const namesOf = (text: string): string[] => {
  const names: string[] = []
  let waiting: string[] = []
  for (const word of words(text)) {
    waiting.push(word)
    if (particles.has(word.toLowerCase())) continue
    names.push(waiting.join(' '))
    waiting = []
  }
  if (waiting.length > 0) names.push(waiting.join(' '))
  return names
}

export interface SplitName {
  readonly firstName: string
  readonly lastName: string
  /** Where the surname begins is a guess. */
  readonly isGuess: boolean
}

/**
 * First name and surname of a whole name. A comma says it: “Gómez Lara, Mariana”. Without one the last is the surname of
 * two names, and the last two of more in a language whose people have two (Spanish).
 */
export const splitName = (whole: string, hasTwoSurnames: boolean): SplitName => {
  const [before = '', ...after] = whole.split(',')
  if (after.length > 0)
    return { firstName: words(after.join(' ')).join(' '), lastName: words(before).join(' '), isGuess: false }
  const names = namesOf(whole)
  if (names.length < 2) return { firstName: names.join(' '), lastName: '', isGuess: false }
  const surnames = hasTwoSurnames && names.length > 2 ? 2 : 1
  return {
    firstName: names.slice(0, -surnames).join(' '),
    lastName: names.slice(-surnames).join(' '),
    isGuess: names.length > 2,
  }
}

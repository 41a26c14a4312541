import { foldText } from '@ulna/contract/fold-text'
import type { NameRule } from '@ulna/contract/imports/imports.fields'
import type { Language } from '@ulna/contract/record-class/record-class'

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

/** How many of so many names are first names. Of two, one is a surname, whatever the rule. */
const firstNames = (rule: NameRule, count: number): number => {
  if (rule === 'first_word') return 1
  return rule === 'last_two_words' && count > 2 ? count - 2 : count - 1
}

/**
 * First name and surname of a whole name. A comma says it: “Gómez Lara, Mariana”. Without one it is split by the rule,
 * and what belongs together (“de la Cruz”) stays together.
 */
export const splitName = (whole: string, rule: NameRule): SplitName => {
  const [before = '', ...after] = whole.split(',')
  if (after.length > 0)
    return { firstName: words(after.join(' ')).join(' '), lastName: words(before).join(' '), isGuess: false }
  const names = namesOf(whole)
  if (names.length < 2) return { firstName: names.join(' '), lastName: '', isGuess: false }
  const isGuess = names.length > 2
  if (rule === 'name_last')
    return { firstName: names.at(-1) ?? '', lastName: names.slice(0, -1).join(' '), isGuess }
  const first = firstNames(rule, names.length)
  return { firstName: names.slice(0, first).join(' '), lastName: names.slice(first).join(' '), isGuess }
}

/** Names of columns that say that surnames come first: “Apellidos y nombre”, “Cognome e nome”. */
const surnamesFirst = /^(apellido|cognome|surname|last name|family name)/

/** The rule that a column of whole names seems to follow: by what it is called, else by the language of its people. */
export const likelyRule = (header: string, language: Language): NameRule => {
  if (surnamesFirst.test(foldText(header).trim())) return 'name_last'
  return language === 'es' ? 'last_two_words' : 'last_word'
}

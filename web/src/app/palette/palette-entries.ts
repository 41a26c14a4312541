import type { ReactNode } from 'react'

export interface PaletteEntry {
  /** Where it leads, inside the app. */
  readonly href: string
  readonly label: string
  readonly detail?: string | undefined
  /** What else people call it: it is found by these words too. */
  readonly words?: string | undefined
  readonly icon: ReactNode
}

export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

/** Enter was pressed: it means the text as it stood then, also where nobody has answered it yet. */
export interface PaletteWish {
  readonly inNewTab: boolean
}

/** Lower case without accents, letter by letter, so that positions in the text stay the same. */
export const foldText = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').at(0)?.toLowerCase() ?? '').join('')

interface Span {
  /** By letters; the end is the first one behind. */
  readonly start: number
  readonly end: number
}

/** Where a folded query stands in a text; null when it does not. */
export const findFolded = (text: string, query: string): Span | null => {
  const wanted = foldText(query.trim())
  if (wanted === '') return null
  const start = foldText(text).indexOf(wanted)
  return start < 0 ? null : { start, end: start + wanted.length }
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Where the words of a query stand in a text, in order and without overlap: what is underlined. */
export const foundIn = (text: string, query: string): readonly Span[] => {
  const whole = findFolded(text, query)
  if (whole) return [whole]
  const spans: Span[] = []
  const found = wordsOf(query).map((word) => findFolded(text, word))
  for (const span of found.filter((one) => one !== null).sort((one, other) => one.start - other.start))
    if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span)
  return spans
}

const isFoundBy = ({ label, words = '' }: PaletteEntry, word: string): boolean =>
  findFolded(label, word) !== null ||
  wordsOf(foldText(words)).some((other) => other.startsWith(foldText(word)))

/** Entries whose label or other words have every word of the query, without regard to case and accents; all for none. */
export const matchingEntries = (entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] =>
  entries.filter((entry) => wordsOf(query).every((word) => isFoundBy(entry, word)))

/** How well a label answers a text. Who found it by something else (a phone number) counts like the begin of a word. */
const fit = ({ label }: PaletteEntry, query: string): number => {
  const [text, wanted] = [foldText(label), foldText(query.trim())]
  if (text === wanted) return 4
  if (text.startsWith(wanted)) return 3
  const place = text.indexOf(wanted)
  if (place < 0 || text[place - 1] === ' ') return 2
  return 1
}

/** The so many entries that a text names best, best first; among equals they stay in order. */
export const bestEntries = <Entry extends PaletteEntry>(
  entries: readonly Entry[],
  query: string,
  most: number,
): readonly Entry[] => entries.toSorted((one, other) => fit(other, query) - fit(one, query)).slice(0, most)

/** Which entry a text means: the one that it names best, and the first of those. */
export const bestEntry = (entries: readonly PaletteEntry[], query: string): number => {
  if (query.trim() === '') return 0
  const fits = entries.map((entry) => fit(entry, query))
  return Math.max(0, fits.indexOf(Math.max(...fits)))
}

import type { ReactNode } from 'react'

export interface PaletteEntry {
  /** Where it leads, inside the app. */
  readonly href: string
  readonly label: string
  readonly detail?: string | undefined
  readonly icon: ReactNode
}

export interface PaletteGroup {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

/** Lower case without accents, letter by letter, so that positions in the text stay the same. */
export const foldText = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').at(0)?.toLowerCase() ?? '').join('')

/** Where a folded query stands in a text: start and end by letters; null when it does not. */
export const findFolded = (text: string, query: string): { start: number; end: number } | null => {
  const wanted = foldText(query.trim())
  if (wanted === '') return null
  const start = foldText(text).indexOf(wanted)
  return start < 0 ? null : { start, end: start + wanted.length }
}

/** Entries whose label contains the query, without regard to case and accents; all of them for an empty query. */
export const matchingEntries = (entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] =>
  query.trim() === '' ? entries : entries.filter((entry) => findFolded(entry.label, query) !== null)

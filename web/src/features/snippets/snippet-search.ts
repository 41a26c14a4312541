import { foldText } from '@ulna/contract/fold-text'
import type { Snippet } from '@ulna/contract/snippets/snippets'

/** What is being asked for with a slash, and where it stands in the text. */
export interface Asked {
  readonly start: number
  readonly end: number
  readonly word: string
}

/** A slash at the beginning of a word, and what of a shortcut follows it up to the cursor: `…hombro. /pen|`. */
export const askedAt = (text: string, cursor: number): Asked | undefined => {
  const match = /(?:^|\s)\/([\p{L}\p{N}_-]{0,20})$/u.exec(text.slice(Math.max(0, cursor - 22), cursor))
  if (match?.[1] === undefined) return undefined
  const word = match[1]
  return { start: cursor - word.length - 1, end: cursor, word }
}

/** Texts whose shortcut begins with the word, then those that have it somewhere in their name. */
export const findSnippets = (snippets: readonly Snippet[], word: string): Snippet[] => {
  const sought = foldText(word)
  const begins = snippets.filter(({ shortcut }) => shortcut.startsWith(sought))
  const named = snippets.filter((one) => !begins.includes(one) && foldText(one.title).includes(sought))
  return [...begins, ...named]
}

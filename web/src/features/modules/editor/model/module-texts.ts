import { languages } from '@ulna/contract/languages'
import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { Language } from '@ulna/contract/record-class/record-class'
import { mapTexts, type TextPlace } from '../faults/text-places.ts'

export interface PlacedText extends TextPlace {
  readonly key: string
}

const listed = new WeakMap<object, readonly PlacedText[]>()

/** Every text the document shows, with where it stands. */
export const placedTexts = (document: ModuleDocument): readonly PlacedText[] => {
  const known = listed.get(document)
  if (known) return known
  const found: PlacedText[] = []
  mapTexts(document, (key, place) => {
    if (key !== undefined) found.push({ ...place, key })
    return key
  })
  listed.set(document, found)
  return found
}

/** The language the forms are written in first; the others follow it. */
export const firstLanguage = (document: ModuleDocument): Language => document.classes[0]?.lang ?? 'es'

const textOf = (document: ModuleDocument, language: Language, key: string): string => {
  const texts = document.locales[language]
  return texts !== undefined && Object.hasOwn(texts, key) ? (texts[key] ?? '') : ''
}

/** What stands at a place in a language; empty where nothing does. */
export const textAt = (document: ModuleDocument, at: string, language: Language): string => {
  const key = placedTexts(document).find((one) => one.at === at)?.key
  return key === undefined ? '' : textOf(document, language, key)
}

/** What stands at a place, in the language asked for, else the first, else any. */
export const someTextAt = (document: ModuleDocument, at: string, language: Language): string => {
  const order = [language, firstLanguage(document), ...languages]
  return order.map((one) => textAt(document, at, one).trim()).find((text) => text !== '') ?? ''
}

/** Texts that are shown and lack words in a language; each place once. */
export const missingTexts = (document: ModuleDocument, language: Language): readonly PlacedText[] =>
  placedTexts(document).filter(({ key }) => textOf(document, language, key).trim() === '')

/** What another language has for a text: the first one's words, else those of any. */
const sourceOf = (document: ModuleDocument, key: string): string =>
  [firstLanguage(document), ...languages]
    .map((one) => textOf(document, one, key))
    .find((text) => text.trim() !== '') ?? ''

/** The document with what a language lacks taken from the first one. */
export const withCopies = (document: ModuleDocument, language: Language): ModuleDocument => {
  const copies = missingTexts(document, language)
    .map(({ key }) => [key, sourceOf(document, key)] as const)
    .filter(([, text]) => text !== '')
  const texts = { ...document.locales[language], ...Object.fromEntries(copies) }
  return { ...document, locales: { ...document.locales, [language]: texts } }
}

/** True when a text reads as in the first language: it was copied, or the words are the same in both. */
export const readsAsFirst = (document: ModuleDocument, at: string, language: Language): boolean => {
  const first = firstLanguage(document)
  const text = textAt(document, at, language)
  return language !== first && /\p{L}{3}/u.test(text) && text === textAt(document, at, first)
}

const putTexts = (
  document: ModuleDocument,
  key: string,
  textIn: (language: Language) => string,
): ModuleDocument => ({
  ...document,
  locales: Object.fromEntries(
    languages.map((one) => [one, { ...document.locales[one], [key]: textIn(one) }]),
  ) as ModuleDocument['locales'],
})

const rekeyed = (document: ModuleDocument, at: string, key: string | undefined): ModuleDocument =>
  mapTexts(document, (now, place) => (place.at === at ? key : now))

/**
 * The document with other words at one place. A key that other places share is left to them; a text that is optional
 * and empty in every language is taken away.
 */
export const withText = (
  document: ModuleDocument,
  { at, language, text, freshKey }: { at: string; language: Language; text: string; freshKey: string },
): ModuleDocument => {
  const texts = placedTexts(document)
  const placed = texts.find((one) => one.at === at)
  const isOwn = placed !== undefined && texts.filter(({ key }) => key === placed.key).length === 1
  const key = isOwn ? placed.key : freshKey
  const wordsIn = (one: Language) =>
    one === language ? text : placed ? textOf(document, one, placed.key) : ''
  const written = putTexts(document, key, wordsIn)
  const isGone = placed?.optional !== false && languages.every((one) => wordsIn(one).trim() === '')
  return rekeyed(written, at, isGone ? undefined : key)
}

/** The document without the texts that nothing shows any more. */
export const withoutUnusedTexts = (document: ModuleDocument): ModuleDocument => {
  const used = new Set(placedTexts(document).map(({ key }) => key))
  const kept = languages.map((one) => [
    one,
    Object.fromEntries(Object.entries(document.locales[one] ?? {}).filter(([key]) => used.has(key))),
  ])
  return { ...document, locales: Object.fromEntries(kept) as ModuleDocument['locales'] }
}

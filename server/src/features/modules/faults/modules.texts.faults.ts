import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import { type Fault, fault } from './modules.fault.ts'

export type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>

const isMissing = (texts: Readonly<Record<string, string>>, key: string): boolean =>
  !Object.hasOwn(texts, key) || texts[key]?.trim() === ''

/** Keys without a text, or with an empty one, in each language: `locales.it.flexion`. */
export const missingTexts = (keys: readonly string[], texts: Texts): Fault[] =>
  languages.flatMap((language) =>
    keys
      .filter((key) => isMissing(texts[language], key))
      .map((key) => ({ ...fault('missingText', { key, language }), at: `locales.${language}.${key}` })),
  )

/** The texts a class shows, out of those of its module. */
export const pickTexts = (texts: Texts, keys: readonly string[]): Record<Language, Record<string, string>> =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(keys.map((key) => [key, texts[language][key] ?? key])),
    ]),
  ) as Record<Language, Record<string, string>>

import type { ResourceKey } from 'i18next'

/** Groups of texts by the path of their file. */
type Files<Content> = Readonly<Record<string, Content>>

/** The texts of a language: few files for what is read by most, one each for the rest. */
export interface LanguageTexts {
  /** What every page is written in comes with the list. */
  readonly here: Files<ResourceKey>
  /** What most pages behind the sign-in are written in comes together. */
  readonly work: () => Promise<{ readonly texts: Files<ResourceKey> }>
  readonly apart: Files<() => Promise<ResourceKey>>
}

/** The group in this file; undefined: the language has none of that name. */
export const readTexts = async (texts: LanguageTexts, file: string): Promise<ResourceKey | undefined> =>
  texts.here[file] ?? texts.apart[file]?.() ?? (await texts.work()).texts[file]

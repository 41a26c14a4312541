import { languages } from '@ulna/contract/languages'
import type { ModuleDocument } from '@ulna/contract/modules/module-document'
import type { Language, RecordClass, RecordClassFile } from '@ulna/contract/record-class/record-class'
import { placedTexts, someTextAt } from '../model/module-texts.ts'

/** What stands where a text has no words in any language yet. */
export type Unnamed = (at: string) => string

/** The form as it will be, in one language whatever the reader's is; texts that lack are taken from the first one. */
export const shownClass = (
  document: ModuleDocument,
  one: RecordClassFile,
  { language, unnamed }: { language: Language; unnamed: Unnamed },
): RecordClass => {
  const own = placedTexts(document).filter(({ at }) => at.startsWith(`${one.classId}/`))
  const texts = Object.fromEntries(
    own.map(({ key, at }) => [key, someTextAt(document, at, language) || unnamed(at)]),
  )
  const locales = Object.fromEntries(languages.map((each) => [each, texts])) as RecordClass['locales']
  return { ...one, recordModuleId: document.module.id, locales }
}

/** Changes when the form is built otherwise; other words leave it as it is. */
export const shapeOf = ({ sections }: Pick<RecordClassFile, 'sections'>): string =>
  JSON.stringify(sections, (key, value: unknown) => (key === 'label' || key === 'hint' ? undefined : value))

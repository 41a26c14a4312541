import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import i18next, { type TFunction } from 'i18next'
import { readTextGroup } from './locale-texts.ts'

/** The same files that the web app reads, so that paper and screen say the same. */
const groups = [
  'record',
  'bodyChart',
  'print',
  'history',
  'patient',
  'paper',
  'receipts',
  'signatures',
  'erasures',
  'copies',
  'sessionPackage',
  'practitionerCopies',
  'practiceDeletions',
  'appointment',
  'settings',
  'daySheets',
] as const

const texts = i18next.createInstance()

const ready = texts.init({
  initAsync: false,
  fallbackLng: false,
  ns: [...groups],
  defaultNS: 'record',
  // What people typed goes onto paper as it is; nothing there reads it as markup.
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(groups.map((group) => [group, readTextGroup(language, group)])),
    ]),
  ),
})

/** The texts of what leaves the house, in a language; those without a group are of records. */
export const wordsIn = async (language: Language): Promise<TFunction> => {
  await ready
  return texts.getFixedT(language)
}

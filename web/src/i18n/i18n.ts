import type { Language } from '@ulna/contract/record-class/record-class'
import { type BackendModule, createInstance, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLanguage, isLanguage } from './page-settings.ts'
import { everyPageGroups, type TextGroup } from './text-groups.ts'
import { readTexts } from './texts/language-texts.ts'

/** Which groups there are stands with the texts of each language: a page reads one of them. */
const languages = {
  es: () => import('./texts/es.ts'),
  en: () => import('./texts/en.ts'),
  it: () => import('./texts/it.ts'),
} satisfies Record<Language, unknown>

const fileOf = (language: Language, group: string): string => `../../../../locales/${language}/${group}.json`

const readFile = async (language: string, group: string): Promise<ResourceKey> => {
  const known = isLanguage(language) ? language : defaultLanguage()
  const { texts } = await languages[known]()
  const found = await readTexts(texts, fileOf(known, group))
  if (!found) throw new Error(`No texts ${language}/${group}`)
  return found
}

const localeFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, group, done) => {
    readFile(language, group).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

const choiceKey = 'ulna.language'

const chosenLanguage = (): Language => {
  const stored = localStorage.getItem(choiceKey)
  return isLanguage(stored) ? stored : defaultLanguage()
}

export const i18n = createInstance()

const showLanguage = (language: string): void => {
  document.documentElement.lang = language
}

/** Starts the texts in the chosen language with the groups every page needs. */
export const startTexts = async (): Promise<void> => {
  i18n.on('languageChanged', showLanguage)
  await i18n
    .use(localeFiles)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage(),
      fallbackLng: false,
      load: 'currentOnly',
      ns: [...everyPageGroups],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: false, bindI18n: 'languageChanged loaded', bindI18nStore: '' },
    })
}

/** Loads groups that a page needs, in the language in use; ends when they can be shown. */
export const loadTexts = async (groups: readonly TextGroup[]): Promise<void> => {
  await i18n.loadNamespaces(groups)
}

export const currentLanguage = (): Language => (isLanguage(i18n.language) ? i18n.language : defaultLanguage())

/** Changes the language of the page at once and remembers it on this device. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  localStorage.setItem(choiceKey, language)
  if (i18n.language !== language) await i18n.changeLanguage(language)
}

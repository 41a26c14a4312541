import type { ResourceKey } from 'i18next'
import type { LanguageTexts } from './language-texts.ts'

/** The groups of texts in Italian. Mails are none of the pages'. */
export const texts: LanguageTexts = {
  here: import.meta.glob<ResourceKey>('../../../../locales/it/{buttons,common,error,user}.json', {
    eager: true,
    import: 'default',
  }),
  work: () => import('./it-work.ts'),
  apart: import.meta.glob<ResourceKey>(
    [
      '../../../../locales/it/*.json',
      '!../../../../locales/it/{buttons,common,error,user,practice,patient,record,mails}.json',
    ],
    { import: 'default' },
  ),
}

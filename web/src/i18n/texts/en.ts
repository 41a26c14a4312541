import type { ResourceKey } from 'i18next'

/** The groups of texts in English, each fetched when it is asked for. Mails are none of the pages'. */
export const texts = import.meta.glob<{ default: ResourceKey }>([
  '../../../../locales/en/*.json',
  '!../../../../locales/en/mails.json',
])

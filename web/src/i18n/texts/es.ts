import type { ResourceKey } from 'i18next'

/** The groups of texts in Spanish, each fetched when it is asked for. Mails are none of the pages'. */
export const texts = import.meta.glob<{ default: ResourceKey }>([
  '../../../../locales/es/*.json',
  '!../../../../locales/es/mails.json',
])

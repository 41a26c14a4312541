import type { ResourceKey } from 'i18next'

/** What agenda and patient files are both written in, in Spanish. */
export const texts = import.meta.glob<ResourceKey>('../../../../locales/es/{practice,patient,record}.json', {
  eager: true,
  import: 'default',
})

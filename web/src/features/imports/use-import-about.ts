import type { ImportSummary } from '@ulna/contract/imports/imports'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { sizeText } from '../../i18n/size-text.ts'

/** Where a file is from, how large it is, and who brought it when, in a line. */
export const useImportAbout = (): ((batch: ImportSummary) => string) => {
  const { t } = useTranslation('imports')
  const dates = useDates()
  return ({ source, size, startedBy, createdAt }) =>
    t('about', {
      name: source,
      size: sizeText(size, dates.language),
      who: startedBy,
      when: dates.instantDay(createdAt),
    })
}

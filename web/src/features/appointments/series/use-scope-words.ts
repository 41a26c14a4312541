import type { SeriesPreview } from '@ulna/contract/appointments/appointments.series'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { countsOf, type PreviewCounts } from './step/series-preview.ts'

const keptReasons = ['past', 'status', 'detached'] as const
const futures = ['made', 'removed'] as const

/** How many appointments a scope reaches and which of them keep their time, in words. */
export const useScopeWords = () => {
  const { t } = useTranslation('series')
  const listed = (parts: readonly string[]): string =>
    new Intl.ListFormat(currentLanguage() === 'en' ? 'en-GB' : currentLanguage()).format(parts)

  const keptWords = (counts: PreviewCounts): string[] => {
    const parts = keptReasons.filter((reason) => counts[reason] > 0)
    if (parts.length === 0) return []
    return [
      t('scope.kept', {
        list: listed(parts.map((reason) => t(`scope.${reason}`, { count: counts[reason] }))),
      }),
    ]
  }

  return {
    /** What a change reaches; where it moves nothing, all that are reached are changed alike. */
    ofChange: (preview: SeriesPreview, moves: boolean): string => {
      const counts = countsOf(preview)
      const changes = futures
        .filter((what) => counts[what] > 0)
        .map((what) => t(`scope.${what}`, { count: counts[what] }))
      return [
        t('scope.reached', { count: counts.total }),
        ...changes,
        ...(moves ? keptWords(counts) : []),
      ].join(' ')
    },
    /** What a deletion reaches: visits that took place stay, those that only lie in the past do not. */
    ofRemoval: (preview: SeriesPreview): string => {
      const { total, past, status } = countsOf(preview)
      const open = total - past - status
      return [
        t('scope.toDelete', { count: open }),
        ...(past + status > 0 ? [t('scope.tookPlace', { count: past + status })] : []),
      ].join(' ')
    },
  }
}

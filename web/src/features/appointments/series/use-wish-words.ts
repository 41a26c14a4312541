import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { endsSeries, type SeriesWish } from './series-wish.ts'
import { useSeriesWords } from './use-series-words.ts'

/** What is wanted, in a sentence: the rule of a series that is made or changed, or where it moves to. */
export const useWishWords = (wish: SeriesWish): string => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const { localDay } = useDates()
  const { every, until = null } = wish.kind === 'book' ? wish.input : wish.change
  const start = wish.kind === 'book' ? wish.input.start : (wish.change.start ?? wish.appointment.start)
  if (every) return words.rule(every, until, localDay(start))
  if (wish.kind === 'book') return ''
  const { appointment, change } = wish
  if (endsSeries(change)) return t('wish.ends', { day: words.instantDay(start) })
  if (change.start === undefined && change.end === undefined) return t('wish.content')
  return t('wish.moves', {
    fromDay: words.instantDay(appointment.start),
    fromSpan: words.span(appointment),
    day: words.instantDay(start),
    span: words.span({ start, end: change.end ?? appointment.end }),
  })
}

import type { SeriesPreview } from '@ulna/contract/appointments/appointments.series'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import { useSeriesWords } from '../use-series-words.ts'
import styles from './SeriesStep.module.css'

/** How many can be read in a line; of the rest it is said how many there are. */
const mostListed = 8

const listed = (parts: readonly string[]): string => {
  const more = parts.length - mostListed
  return [...parts.slice(0, mostListed), ...(more > 0 ? [`+${more}`] : [])].join(' · ')
}

/** `feb/2026` of a day that month does not have. */
const useMonthOf = () => {
  const { day } = useDates()
  return (on: string): string => day(`${on.slice(0, 7)}-01`).slice(3)
}

/** What the list of dates does not show: days the rule passes over, occurrences that go, a series that was cut. */
export const SeriesNotes = ({ preview }: { preview: SeriesPreview }) => {
  const { t } = useTranslation('series')
  const words = useSeriesWords()
  const monthOf = useMonthOf()
  const { skipped, removed, cut, dates, afterPackage } = preview
  const { day } = useDates()
  const missing = skipped.filter(({ reason }) => reason === 'no_such_day')
  const takenOut = skipped.filter(({ reason }) => reason === 'taken_out')
  const last = dates.at(-1)
  return (
    <ul className={styles.notes}>
      {afterPackage ? (
        <li className={styles.warned}>
          {t('note.afterPackage', { count: afterPackage.visits, day: day(afterPackage.lastDay) })}
        </li>
      ) : null}
      {missing.length > 0 ? (
        <li>
          {t('note.noSuchDay', {
            count: missing.length,
            date: Number(missing[0]?.on.slice(8)),
            months: listed(missing.map(({ on }) => monthOf(on))),
          })}
        </li>
      ) : null}
      {takenOut.length > 0 ? (
        <li>
          {t('note.takenOut', {
            count: takenOut.length,
            days: listed(takenOut.map(({ on }) => words.shortDay(on))),
          })}
        </li>
      ) : null}
      {removed.length > 0 ? (
        <li>
          {t('note.removed', {
            count: removed.length,
            days: listed(removed.map(({ start }) => words.instantDay(start))),
          })}
        </li>
      ) : null}
      {cut && last ? (
        <li>{t('note.cut', { day: words.instantDay(last.start), count: dates.length })}</li>
      ) : null}
    </ul>
  )
}

import { clockText } from '@ulna/contract/clock-text'
import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useTranslation } from 'react-i18next'
import { clockRange } from '../../blocks/agenda-grid/parts/agenda-text.ts'
import { minuteOfClock } from '../../blocks/agenda-grid/parts/off-hours.ts'
import { dayName } from '../../blocks/weekly-hours/day-name.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import type { FreedSlot } from './wait-list.queries.ts'

/** What somebody wishes, and what fell free, in words. */
export const useWaitListWords = () => {
  const { t } = useTranslation('waitList')
  const dates = useDates()
  const { timeFormat } = dates
  const clock = (time: string): string => clockText(minuteOfClock(time), timeFormat)

  const hours = ({ from, to }: WaitingPatient): string | undefined => {
    if (from && to) return clockRange(minuteOfClock(from), minuteOfClock(to), timeFormat)
    if (from) return t('wish.from', { time: clock(from) })
    return to ? t('wish.to', { time: clock(to) }) : undefined
  }

  const days = ({ earliest, latest }: WaitingPatient): string | undefined => {
    if (earliest && latest) return t('wish.between', { first: dates.day(earliest), last: dates.day(latest) })
    if (earliest) return t('wish.earliest', { day: dates.day(earliest) })
    return latest ? t('wish.latest', { day: dates.day(latest) }) : undefined
  }

  return {
    /** `45 min · con Laura Restrepo · lun, mié · 16:00–20:00 · hasta 03/mar/2031`. */
    wishes: (waiting: WaitingPatient): string =>
      [
        t('wish.minutes', { count: waiting.minutes }),
        waiting.doctorName === null ? t('wish.anybody') : t('wish.with', { name: waiting.doctorName }),
        waiting.weekdays.map((one) => dayName(one, 'short')).join(', '),
        hours(waiting),
        days(waiting),
      ]
        .filter(Boolean)
        .join(' · '),
    since: ({ createdAt }: WaitingPatient): string => t('since', { day: dates.instantDay(createdAt) }),
    /** `martes 16/feb/2027, 16:00–17:00`. */
    slot: ({ start, end }: FreedSlot): string =>
      `${dates.weekday(dates.localDay(start))} ${dates.instantDay(start)}, ${dates.time(start)}–${dates.time(end)}`,
  }
}

/** What a colleague made of the wish meanwhile, in words. */
export const useWishConflict = () => {
  const { t } = useTranslation('waitList')
  const words = useWaitListWords()
  return (theirs: WaitingPatient, leave: () => void) => {
    const { status, patientName: name } = theirs
    if (status === 'waiting') return { title: t('conflict.title'), text: words.wishes(theirs) }
    return {
      text: t(`conflict.${status}`, { name }),
      seeTheirs: t('conflict.leave'),
      keepMine: t('conflict.putBack'),
      onSeeTheirs: leave,
    }
  }
}

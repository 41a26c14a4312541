import type { Absence, WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { useTranslation } from 'react-i18next'
import { clockRange } from '../../blocks/agenda-grid/parts/agenda-text.ts'
import { minuteOfClock } from '../../blocks/agenda-grid/parts/off-hours.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { dayName } from '../../blocks/weekly-hours/day-name.ts'
import type { WeekWords } from '../../blocks/weekly-hours/WeekPeriods.tsx'
import { byTime } from '../../blocks/weekly-hours/weekly-periods.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { valuesOfAbsence } from './absence-values.ts'

/** What the week of hours says and asks. */
export const useWeekWords = (): WeekWords => {
  const { t } = useTranslation('schedules')
  return {
    from: (day) => t('hours.from', { day }),
    to: (day) => t('hours.to', { day }),
    add: (day) => t('hours.add', { day }),
    remove: (day) => t('hours.remove', { day }),
    closed: t('hours.closed'),
    copy: (day) => t('hours.copy', { day }),
    copyToWorkdays: t('hours.copyToWorkdays'),
    copyToAll: t('hours.copyToAll'),
  }
}

/** Hours and absences in one line, for banners and lists. */
export const useScheduleWords = (time: ZonedTime) => {
  const { t } = useTranslation('schedules')
  const { timeFormat, day: dayText, instantDay, time: timeText } = useDates()
  const hours = (periods: readonly WorkingPeriod[] | null): string => {
    if (periods === null) return t('hours.asPractice')
    if (periods.length === 0) return t('hours.never')
    return periods
      .toSorted(byTime)
      .map(({ weekday, from, to }) => {
        const range = clockRange(minuteOfClock(from), minuteOfClock(to), timeFormat)
        return `${dayName(weekday, 'short')} ${range}`
      })
      .join(', ')
  }
  const absence = (stored: Absence): string => {
    const { wholeDays, firstDay, lastDay } = valuesOfAbsence(stored, time, { from: '', to: '' })
    const [first, last] = [dayText(firstDay ?? ''), dayText(lastDay ?? '')]
    const { start, end } = stored
    if (wholeDays) return first === last ? first : t('absence.days', { first, last })
    if (first === last) return t('absence.hours', { day: first, from: timeText(start), to: timeText(end) })
    const at = (instant: string) => `${instantDay(instant)} ${timeText(instant)}`
    return t('absence.days', { first: at(start), last: at(end) })
  }
  return { hours, absence }
}

import type { Clash, PreviewDate, RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { useTranslation } from 'react-i18next'
import { weekdayName } from '../../../blocks/agenda-grid/parts/agenda-text.ts'
import type { CalendarDay } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import { nthWeekday, ruleInWords } from './step/rule-words.ts'

/** Rules and dates of a series in the reader's words. */
export const useSeriesWords = () => {
  const { t } = useTranslation('series')
  const dates = useDates()
  const { language } = dates
  const shortDay = (day: CalendarDay): string =>
    t('dayWords', { weekday: weekdayName(day, language, 'short'), day: dates.day(day) })
  const span = ({ start, end }: Pick<PreviewDate, 'start' | 'end'>): string =>
    `${dates.time(start)}–${dates.time(end)}`
  return {
    /** "Cada 2 semanas, los lunes, 10 veces". */
    rule: (rule: RepeatRule, until: CalendarDay | null, day: CalendarDay): string =>
      ruleInWords({ rule, until, day }, { t, language }),
    /** "el segundo martes". */
    nth: (position: number, weekday: number): string => nthWeekday(position, weekday, { t, language }),
    /** "lun 16/mar/2026". */
    shortDay,
    instantDay: (instant: string): string => shortDay(dates.localDay(instant)),
    /** "10:00–10:45". */
    span,
    /** Who is in the way of a date with that practitioner. */
    clash: (
      { start, end, doctorId, doctorName, patientName, title }: Clash,
      ownPractitionerId: number,
    ): string =>
      t(doctorId === ownPractitionerId ? 'clashWords' : 'clashWordsWith', {
        span: span({ start, end }),
        name: patientName ?? title ?? t('untitled'),
        practitioner: doctorName,
      }),
  }
}

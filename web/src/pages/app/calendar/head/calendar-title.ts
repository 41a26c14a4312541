import { longDayText, monthText, weekText } from '../../../../blocks/agenda-grid/parts/agenda-text.ts'
import { addDays, type CalendarDay, monthOf } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { currentLanguage } from '../../../../i18n/i18n.ts'
import type { CalendarView } from '../parts/calendar-search.ts'
import { shownDays } from '../shown-days.ts'

/** What the days on show are called. */
export const calendarTitle = (view: CalendarView, day: CalendarDay): string => {
  const language = currentLanguage()
  if (view === 'day') return longDayText(day, language)
  if (view === 'month') return monthText(monthOf(day), language)
  const { start, end } = shownDays(view, day)
  return weekText(start, addDays(end, -1), language)
}

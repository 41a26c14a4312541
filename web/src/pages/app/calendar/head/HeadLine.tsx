import { useTranslation } from 'react-i18next'
import type { DayParts } from '../../../../blocks/agenda-grid/board/agenda-board.ts'
import {
  type AgendaPractitioner,
  countStanding,
} from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { CalendarDay } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import type { CalendarView } from '../parts/calendar-search.ts'
import { eachDay, shownDays } from '../shown-days.ts'

export interface HeadLineProps {
  view: CalendarView
  day: CalendarDay
  parts: DayParts
  shown: readonly AgendaPractitioner[]
  detail: AgendaPractitioner
  isTeam: boolean
}

/** Counts in words under the title; of the week, whose it is. */
export const HeadLine = ({ view, day, parts, shown, detail, isTeam }: HeadLineProps) => {
  const { t } = useTranslation('calendar')
  if (view === 'week') {
    if (isTeam) return t('teamHint')
    return t(shown.length > 1 ? 'weekHint' : 'weekHintAlone', { name: detail.fullName })
  }
  // The six weeks of a sheet reach beyond the month: those days are not counted.
  const days = eachDay(shownDays(view, day)).filter(
    (date) => view !== 'month' || date.slice(0, 7) === day.slice(0, 7),
  )
  const events = days
    .flatMap((date) => shown.flatMap(({ id }) => parts.of(id, date)))
    .map(({ appointment }) => appointment)
  return t('count', { count: countStanding(events) })
}

import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { type CalendarDay, monthOf } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import type { CalendarSearch, CalendarView } from './parts/calendar-search.ts'
import {
  useAgendaPlace,
  useCalendarSearch,
  useShownPractitioners,
  useWithFormer,
} from './parts/use-calendar.ts'
import { shownDays, turnedDay } from './shown-days.ts'
import { useAgendaData } from './use-agenda-data.ts'

const useWidth = () => ({
  isPhone: useMediaQuery('(max-width: 44.99em)', false, { getInitialValueInEffect: false }),
  isWide: useMediaQuery('(min-width: 69em)', true, { getInitialValueInEffect: false }),
})

/** On a phone the week is the strip above the day. */
const viewOf = ({ view = 'day' }: CalendarSearch, isPhone: boolean): CalendarView =>
  isPhone && view === 'week' ? 'day' : view

/** Which days of whom are shown, and what is on them; all of it follows the address. */
export const useCalendarPage = () => {
  const { place, practitioners, isPending, clock } = useAgendaPlace()
  const { search, change } = useCalendarSearch()
  const { isPhone, isWide } = useWidth()
  const today = useDates().today()
  const day = search.day ?? today
  const view = viewOf(search, isPhone)
  const [month, setMonth] = useState(() => monthOf(day))
  const range = useMemo(() => shownDays(view, day), [view, day])
  const data = useAgendaData({ place, range, month, today })
  const people = useShownPractitioners(useWithFormer(practitioners, data.events, range), search)
  const show = useCallback(
    (part: Partial<CalendarSearch>) => {
      change(part)
      if (part.day) setMonth(monthOf(part.day))
    },
    [change],
  )
  const goTo = (next: CalendarDay) => show({ day: next })
  return {
    place,
    practitioners,
    isPending,
    clock,
    search,
    change,
    show,
    goTo,
    page: (by: -1 | 1) => goTo(turnedDay(view, day, by)),
    isPhone,
    isWide,
    today,
    day,
    view,
    isTeam: search.team === true,
    month,
    setMonth,
    range,
    people,
    data,
  }
}

export type CalendarPageState = ReturnType<typeof useCalendarPage>

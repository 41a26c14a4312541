import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { defaultAgenda } from '@ulna/contract/practices/practices.defaults'
import { useMemo } from 'react'
import { usePracticeSession } from '../../../api/session/session.ts'
import { splitIntoDays } from '../../../blocks/agenda-grid/board/agenda-board.ts'
import { type DayRange, firstRange } from '../../../blocks/agenda-grid/board/agenda-ranges.ts'
import { workingTime } from '../../../blocks/agenda-grid/board/working-time.ts'
import { markedAppointments } from '../../../blocks/agenda-grid/parts/agenda-marks.ts'
import type { CalendarDay } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { joinMonths, monthRange } from '../../../features/appointments/agenda/appointment-months.ts'
import type { AgendaPlace } from '../../../features/appointments/agenda/appointments.cache.ts'
import { firstDaysQuery } from '../../../features/appointments/agenda/appointments.first.query.ts'
import { marksQuery } from '../../../features/appointments/agenda/appointments.marks.query.ts'
import { useMonths } from '../../../features/appointments/agenda/appointments.queries.ts'
import { stampOf } from '../../../features/appointments/agenda/marks-stamp.ts'
import { absencesQuery, schedulesQuery } from '../../../features/schedules/parts/schedules.queries.ts'
import { monthsToLoad } from './shown-days.ts'

export interface AgendaDataOptions {
  place: AgendaPlace
  /** The days on show. */
  range: DayRange
  /** The month of the small calendar. */
  month: string
  today: CalendarDay
}

const nothing: readonly never[] = []

/** The appointments of the months on show; until they are there, those of the days nearest to today (specification §9). */
const useAppointments = ({ place, range, today }: AgendaDataOptions, months: readonly string[]) => {
  const { practiceId } = place
  const { events, isLoading, error, retry } = useMonths(practiceId, months)
  const firstDays = isLoading ? firstRange(range, today) : undefined
  const { data: first } = useQuery(firstDaysQuery(practiceId, firstDays))
  const known = useMemo(
    (): Appointment[] => (isLoading && first ? joinMonths([first, events]) : events),
    [isLoading, first, events],
  )
  return { events: known, isLoading, error, retry }
}

/** Everything the views draw: appointments cut into days, working time, marks. */
export const useAgendaData = (options: AgendaDataOptions) => {
  const { place, range, month } = options
  const { practiceId, time } = place
  const { authPractice } = usePracticeSession()
  const months = useMemo(() => monthsToLoad(range, month), [range, month])
  const { events, isLoading, error, retry } = useAppointments(options, months)
  const loaded = {
    start: monthRange(months.toSorted()[0] ?? month).start,
    end: monthRange(months.toSorted().at(-1) ?? month).end,
  }
  const { data: schedules = nothing, isLoading: awaitsHours } = useQuery(schedulesQuery(practiceId))
  const { data: absences = nothing, isLoading: awaitsAbsences } = useQuery(absencesQuery(practiceId, loaded))
  const stamp = useMemo(() => stampOf(events), [events])
  const { data: marks } = useQuery(marksQuery(practiceId, range, isLoading ? undefined : stamp))
  const usual = authPractice.configurations.agenda ?? defaultAgenda
  return {
    events,
    isLoading,
    error,
    retry,
    /** What is taken, and when somebody works, is known. */
    isKnown: !(isLoading || awaitsHours || awaitsAbsences),
    usual,
    parts: useMemo(() => splitIntoDays(events, time), [events, time]),
    working: useMemo(
      () => workingTime({ schedules, absences, usual, time }),
      [schedules, absences, usual, time],
    ),
    marked: useMemo(() => markedAppointments(marks), [marks]),
  }
}

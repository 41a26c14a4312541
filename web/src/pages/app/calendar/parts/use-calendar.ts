import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useCallback, useMemo } from 'react'
import { usePracticeSession } from '../../../../api/session/session.ts'
import type { DayRange } from '../../../../blocks/agenda-grid/board/agenda-ranges.ts'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { zonedTime } from '../../../../blocks/agenda-grid/parts/zoned-time.ts'
import type { AgendaPlace } from '../../../../features/appointments/agenda/appointments.cache.ts'
import { bookablePractitionersQuery } from '../../../../features/appointments/parts/appointments.practitioners.query.ts'
import { type CalendarSearch, readCalendarSearch } from './calendar-search.ts'

/** The state of the agenda that lives in the address, and the way to change it. */
export const useCalendarSearch = () => {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const search = useMemo(() => readCalendarSearch(raw), [raw])
  const change = useCallback(
    (part: Partial<CalendarSearch>) => {
      // What an address asked for has been opened by now: going back must not open it again.
      const { new: _, patientId: __, open: ___, ...stay } = search
      const next = { ...stay, ...part }
      void navigate({ to: '.', search: () => next, replace: true, resetScroll: false })
    },
    [navigate, search],
  )
  return { search, change }
}

/** The user's own agenda first, the others by name. */
const ownFirst = (
  practitioners: readonly AgendaPractitioner[],
  ownId: number | undefined,
): AgendaPractitioner[] => [
  ...practitioners.filter(({ id }) => id === ownId),
  ...practitioners.filter(({ id }) => id !== ownId),
]

/** The practice's agenda: its clock and its practitioners. */
export const useAgendaPlace = () => {
  const { authUser, authPractice, authDoctor } = usePracticeSession()
  const { data, isPending } = useQuery(bookablePractitionersQuery(authPractice.id))
  const time = zonedTime(authPractice.timezone)
  const place = useMemo((): AgendaPlace => ({ practiceId: authPractice.id, time }), [authPractice.id, time])
  const practitioners = useMemo(() => ownFirst(data ?? [], authDoctor?.id), [data, authDoctor?.id])
  return { place, practitioners, isPending, clock: authUser.timeFormat }
}

/** Besides them, whom an import names: those with visits on the days on show, who are nobody here any more. */
export const useWithFormer = (
  practitioners: readonly AgendaPractitioner[],
  events: readonly Appointment[],
  { start, end }: DayRange,
): readonly AgendaPractitioner[] =>
  useMemo(() => {
    const former = new Map<number, AgendaPractitioner>()
    for (const { doctorId: id, doctorName: fullName, importedFrom, ...event } of events) {
      const isShown = event.start.slice(0, 10) < end && event.end.slice(0, 10) >= start
      if (importedFrom !== null && isShown && !practitioners.some((one) => one.id === id))
        former.set(id, { id, firstName: fullName, lastName: '', fullName, color: 1 })
    }
    return former.size === 0 ? practitioners : [...practitioners, ...former.values()]
  }, [practitioners, events, start, end])

/** Who is on the agenda and who is shown in detail, from the address and with sensible defaults. */
export const useShownPractitioners = (practitioners: readonly AgendaPractitioner[], search: CalendarSearch) =>
  useMemo(() => {
    const wanted = search.practitioners ?? practitioners.map(({ id }) => id)
    const chosen = practitioners.filter(({ id }) => wanted.includes(id))
    const shown = chosen.length > 0 ? chosen : [...practitioners]
    const detail = shown.find(({ id }) => id === search.practitioner) ?? shown[0]
    return {
      shown,
      detail,
      alone: detail ? [detail] : [],
      colleagues: shown.filter(({ id }) => id !== detail?.id),
    }
  }, [practitioners, search.practitioners, search.practitioner])

import { Suspense } from 'react'
import { AgendaDay, type GridViewProps } from '../../../blocks/agenda-grid/grid/AgendaDay.tsx'
import type { AgendaPractitioner } from '../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import type { CalendarDay } from '../../../blocks/agenda-grid/parts/calendar-day.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import type { AppointmentState } from '../../../ui/pills/StatusPill.tsx'
import { importList, importMonth, importTeamWeek, importWeek } from './later-parts.ts'
import type { CalendarSearch, CalendarView } from './parts/calendar-search.ts'

const AgendaWeek = lazyPart(importWeek, 'AgendaWeek')
const AgendaMonth = lazyPart(importMonth, 'AgendaMonth')
const CalendarList = lazyPart(importList, 'CalendarList')
const AgendaTeamWeek = lazyPart(importTeamWeek, 'AgendaTeamWeek')

export interface CalendarViewsProps {
  view: CalendarView
  isTeam: boolean
  isPhone: boolean
  shown: readonly AgendaPractitioner[]
  detail: AgendaPractitioner
  alone: readonly AgendaPractitioner[]
  colleagues: readonly AgendaPractitioner[]
  /** What every view draws. */
  grid: GridViewProps
  isLoading: boolean
  /** What is typed into the search of the list. */
  text: string
  state: AppointmentState | undefined
  onText: (text: string) => void
  onChange: (part: Partial<CalendarSearch>) => void
  onBook: (day: CalendarDay) => void
}

const MonthView = ({ shown, isPhone, grid, onChange, onBook }: CalendarViewsProps) => (
  <AgendaMonth
    {...grid}
    practitioners={shown}
    compact={isPhone}
    onOpen={grid.actions.onOpen}
    onDay={(day) => onChange({ view: 'day', day })}
    onMonth={(day) => onChange({ day })}
    onBook={onBook}
  />
)

const ListView = ({ shown, grid, text, state, isLoading, onText, onChange }: CalendarViewsProps) => (
  <CalendarList
    {...grid}
    practitioners={shown}
    text={text}
    state={state}
    isLoading={isLoading}
    onText={onText}
    onState={(status) => onChange({ status })}
    onOpen={grid.actions.onOpen}
  />
)

const View = (props: CalendarViewsProps) => {
  const { view, isTeam, isPhone, shown, detail, alone, colleagues, grid } = props
  if (view === 'month') return <MonthView {...props} />
  if (view === 'list') return <ListView {...props} />
  if (view === 'day') return <AgendaDay {...grid} practitioners={isPhone ? alone : shown} bare={isPhone} />
  if (isTeam) return <AgendaTeamWeek {...grid} practitioners={shown} />
  return <AgendaWeek {...grid} practitioner={detail} colleagues={colleagues} />
}

/** The days as they were asked for: by the hour, as a sheet, or one below the other. */
export const CalendarViews = (props: CalendarViewsProps) => (
  <Suspense fallback={<div />}>
    <View {...props} />
  </Suspense>
)

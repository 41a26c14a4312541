import { lazy, Suspense, useState } from 'react'
import type { AgendaDoctor } from '../../../blocks/agenda-grid/agenda-event.ts'
import { type CalendarDay, monthOf } from '../../../blocks/agenda-grid/calendar-day.ts'
import { MiniMonth } from '../../../blocks/agenda-grid/MiniMonth.tsx'
import { PractitionerList } from '../../../blocks/agenda-grid/PractitionerList.tsx'
import { toggleShown } from '../../../blocks/agenda-grid/practitioner-filter.ts'
import { StatusLegend } from '../../../blocks/agenda-grid/StatusLegend.tsx'
import css from './CalendarPage.module.css'
import type { CalendarSearch, CalendarView } from './calendar-search.ts'

const PractitionerFilterDialog = lazy(() =>
  import('../../../blocks/agenda-grid/PractitionerFilterDialog.tsx').then((module) => ({
    default: module.PractitionerFilterDialog,
  })),
)

export interface CalendarPanelProps {
  view: CalendarView
  day: CalendarDay
  today: CalendarDay
  month: string
  doctors: readonly AgendaDoctor[]
  shown: readonly AgendaDoctor[]
  detail: AgendaDoctor | undefined
  hasEvents: (day: CalendarDay) => boolean
  onMonth: (month: string) => void
  onChange: (part: Partial<CalendarSearch>) => void
}

/** Month, practitioners and what the statuses mean; beside the grid, or in a drawer. */
export const CalendarPanel = (props: CalendarPanelProps) => {
  const { view, day, today, month, doctors, shown, detail, hasEvents, onMonth, onChange } = props
  const [filters, setFilters] = useState(false)
  const all = doctors.map(({ id }) => id)
  const shownIds = shown.map(({ id }) => id)
  const toggle = (id: number) => onChange({ doctors: toggleShown(all, shownIds, id) })
  return (
    <div className={css.panel}>
      <MiniMonth
        month={month}
        onMonth={onMonth}
        selected={day}
        today={today}
        wholeWeek={view === 'week'}
        hasEvents={hasEvents}
        onPick={(picked) => {
          onChange({ day: picked })
          onMonth(monthOf(picked))
        }}
      />
      <PractitionerList
        doctors={doctors}
        shown={shownIds}
        detail={view === 'week' ? detail?.id : undefined}
        onToggle={toggle}
        onDetail={(id) => onChange({ doctor: id })}
        onFilter={() => setFilters(true)}
      />
      <StatusLegend />
      <Suspense>
        {filters ? (
          <PractitionerFilterDialog
            opened
            doctors={doctors}
            shown={shownIds}
            onToggle={toggle}
            onAll={() => onChange({ doctors: all })}
            onClose={() => setFilters(false)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

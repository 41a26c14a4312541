import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MiniMonth } from '../../../../blocks/agenda-grid/choices/MiniMonth.tsx'
import { PractitionerList } from '../../../../blocks/agenda-grid/choices/PractitionerList.tsx'
import { toggleShown } from '../../../../blocks/agenda-grid/choices/practitioner-filter.ts'
import { StatusLegend } from '../../../../blocks/agenda-grid/choices/StatusLegend.tsx'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
import { type CalendarDay, monthOf } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { lazyPart } from '../../../../i18n/lazy-part.ts'
import { Card } from '../../../../ui/base/Card.tsx'
import { ClockIcon } from '../../../../ui/icons/other-icons.tsx'
import { PatientsIcon, PrintIcon, SearchIcon } from '../../../../ui/icons/shared-icons.tsx'
import { Optional } from '../../../../ui/Optional.tsx'
import type { CalendarSearch, CalendarView } from '../parts/calendar-search.ts'
import styles from './CalendarPanel.module.css'

const PractitionerFilterDialog = lazyPart(
  () => import('../../../../blocks/agenda-grid/choices/PractitionerFilterDialog.tsx'),
  'PractitionerFilterDialog',
)

/** What the panel leads to. */
export interface PanelTools {
  onFind: () => void
  onSchedules: () => void
  onWaitList: () => void
  /** Absent where the head has it, and where there is nothing to print. */
  onPrint: (() => void) | undefined
}

export interface CalendarPanelProps extends PanelTools {
  view: CalendarView
  isTeam: boolean
  day: CalendarDay
  today: CalendarDay
  month: string
  practitioners: readonly AgendaPractitioner[]
  shown: readonly AgendaPractitioner[]
  detail: AgendaPractitioner | undefined
  hasAppointments: (day: CalendarDay) => boolean
  onMonth: (month: string) => void
  onChange: (part: Partial<CalendarSearch>) => void
}

const Tools = ({ onFind, onSchedules, onWaitList, onPrint }: PanelTools) => {
  const { t } = useTranslation('calendar')
  return (
    <Card className={styles.tools} aria-label={t('tools.label')}>
      <button type="button" onClick={onFind}>
        <SearchIcon />
        {t('tools.find')}
      </button>
      <button type="button" onClick={onSchedules}>
        <ClockIcon />
        {t('tools.schedules')}
      </button>
      <button type="button" onClick={onWaitList}>
        <PatientsIcon />
        {t('tools.wait')}
      </button>
      {onPrint ? (
        <button type="button" onClick={onPrint}>
          <PrintIcon />
          {t('print')}
        </button>
      ) : null}
    </Card>
  )
}

/** Month, practitioners and what the signs mean, with the ways to free times, schedules and the wait list; beside the grid, or in a drawer. */
export const CalendarPanel = (props: CalendarPanelProps) => {
  const {
    view,
    isTeam,
    day,
    today,
    month,
    practitioners,
    shown,
    detail,
    hasAppointments,
    onMonth,
    onChange,
  } = props
  const [filters, setFilters] = useState(false)
  const all = practitioners.map(({ id }) => id)
  const shownIds = shown.map(({ id }) => id)
  const toggle = (id: number) => onChange({ practitioners: toggleShown(all, shownIds, id) })
  return (
    <div className={styles.panel}>
      <MiniMonth
        month={month}
        onMonth={onMonth}
        selected={day}
        today={today}
        wholeWeek={view === 'week'}
        hasAppointments={hasAppointments}
        onPick={(picked) => {
          onChange({ day: picked })
          onMonth(monthOf(picked))
        }}
      />
      <Tools {...props} />
      <PractitionerList
        practitioners={practitioners}
        shown={shownIds}
        detail={view === 'week' && !isTeam ? detail?.id : undefined}
        onToggle={toggle}
        onDetail={(id) => onChange({ practitioner: id })}
        onFilter={() => setFilters(true)}
      />
      <StatusLegend />
      <Optional>
        {filters ? (
          <PractitionerFilterDialog
            opened
            practitioners={practitioners}
            shown={shownIds}
            onToggle={toggle}
            onAll={() => onChange({ practitioners: all })}
            onClose={() => setFilters(false)}
          />
        ) : null}
      </Optional>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { WeekStrip } from '../../../../blocks/agenda-grid/choices/WeekStrip.tsx'
import type { AgendaDoctor } from '../../../../blocks/agenda-grid/parts/agenda-event.ts'
import type { CalendarDay } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { SelectField } from '../../../../ui/fields/SelectField.tsx'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import styles from '../CalendarPage.module.css'
import { type CalendarView, phoneViews } from '../parts/calendar-search.ts'
import { ViewSwitch } from '../parts/ViewSwitch.tsx'

export interface PhoneToolsProps {
  view: CalendarView
  day: CalendarDay
  today: CalendarDay
  doctors: readonly AgendaDoctor[]
  detail: AgendaDoctor
  onDay: (day: CalendarDay) => void
  onDoctor: (id: number) => void
  onView: (view: CalendarView) => void
}

const PhoneDoctor = ({ doctors, detail, onDoctor }: PhoneToolsProps) => {
  const { t } = useTranslation('calendar')
  if (doctors.length < 2) return null
  return (
    <SelectField
      label={<VisuallyHidden>{t('practitioners.choose')}</VisuallyHidden>}
      className={styles.phoneDoctor}
      value={String(detail.id)}
      onChange={(event) => onDoctor(Number(event.currentTarget.value))}
      options={doctors.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
    />
  )
}

/** The week above the day, whose day it is, and the view. */
export const PhoneTools = (props: PhoneToolsProps) => {
  const { view, day, today, onDay, onView } = props
  return (
    <div className={styles.phoneTools}>
      {view === 'month' ? null : <WeekStrip selected={day} today={today} onPick={onDay} />}
      <div className={styles.phoneRow}>
        {view === 'day' ? <PhoneDoctor {...props} /> : null}
        <ViewSwitch views={phoneViews} view={view} onView={onView} />
      </div>
    </div>
  )
}

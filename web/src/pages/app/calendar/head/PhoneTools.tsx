import { useTranslation } from 'react-i18next'
import { WeekStrip } from '../../../../blocks/agenda-grid/choices/WeekStrip.tsx'
import type { AgendaPractitioner } from '../../../../blocks/agenda-grid/parts/agenda-appointment.ts'
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
  practitioners: readonly AgendaPractitioner[]
  detail: AgendaPractitioner
  onDay: (day: CalendarDay) => void
  onPractitioner: (id: number) => void
  onView: (view: CalendarView) => void
}

const PhonePractitioner = ({ practitioners, detail, onPractitioner }: PhoneToolsProps) => {
  const { t } = useTranslation('calendar')
  if (practitioners.length < 2) return null
  return (
    <SelectField
      label={<VisuallyHidden>{t('practitioners.choose')}</VisuallyHidden>}
      className={styles.phonePractitioner}
      value={String(detail.id)}
      onChange={(event) => onPractitioner(Number(event.currentTarget.value))}
      options={practitioners.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
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
        {view === 'day' ? <PhonePractitioner {...props} /> : null}
        <ViewSwitch views={phoneViews} view={view} onView={onView} />
      </div>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { CalendarDay } from '../../blocks/agenda-grid/parts/calendar-day.ts'
import type { ZonedTime } from '../../blocks/agenda-grid/parts/zoned-time.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import styles from './ScheduleDialog.module.css'
import type { SavedAbsence } from './schedules.mutations.ts'

export interface AppointmentsWithinProps {
  saved: SavedAbsence
  time: ZonedTime
  onShowDay: (day: CalendarDay) => void
}

/** Who has an appointment in an absence that was just entered: nothing was moved, so somebody has to. */
export const AppointmentsWithin = ({ saved, time, onShowDay }: AppointmentsWithinProps) => {
  const { t } = useTranslation('schedules')
  const dates = useDates()
  const { total, appointments } = saved.within
  if (total === 0) {
    return (
      <p className={styles.done} role="status">
        {t('within.none', { title: saved.absence.title })}
      </p>
    )
  }
  return (
    <div className={styles.within} role="status">
      <b>{t('within.title', { count: total, title: saved.absence.title })}</b>
      <p>{t('within.text')}</p>
      <ul>
        {appointments.map(({ id, start, patientName, title, doctorName }) => (
          <li key={id}>
            <button type="button" onClick={() => onShowDay(time.wallOf(Date.parse(start)).day)}>
              {dates.instantDay(start)}, {dates.time(start)} · {patientName ?? title ?? t('within.untitled')}{' '}
              · {doctorName}
            </button>
          </li>
        ))}
      </ul>
      {total > appointments.length ? <p>{t('within.more', { count: total - appointments.length })}</p> : null}
    </div>
  )
}

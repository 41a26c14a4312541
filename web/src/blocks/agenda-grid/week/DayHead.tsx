import { currentLanguage } from '../../../i18n/i18n.ts'
import styles from '../grid/AgendaColumns.module.css'
import { weekdayName } from '../parts/agenda-text.ts'
import type { CalendarDay } from '../parts/calendar-day.ts'

export interface DayHeadProps {
  day: CalendarDay
  /** How many appointments, in words. */
  line: string
  isToday: boolean
}

/** Weekday, date and count over a column of the week. */
export const DayHead = ({ day, line, isToday }: DayHeadProps) => (
  <>
    <div className={isToday ? `${styles.date} ${styles.today}` : styles.date}>
      <span>{weekdayName(day, currentLanguage(), 'short')}</span>
      <b>{Number(day.slice(8))}</b>
    </div>
    <span className={styles.count}>{line}</span>
  </>
)

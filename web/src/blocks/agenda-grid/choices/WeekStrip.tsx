import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { longDayText, weekdayName } from '../parts/agenda-text.ts'
import { type CalendarDay, weekdayOf, weekOf } from '../parts/calendar-day.ts'
import styles from './WeekStrip.module.css'

export interface WeekStripProps {
  selected: CalendarDay
  today: CalendarDay
  onPick: (day: CalendarDay) => void
}

/** The week over the phone's day column. */
export const WeekStrip = ({ selected, today, onPick }: WeekStripProps) => {
  const { t } = useTranslation('calendar')
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms
    <div role="group" className={styles.strip} aria-label={t('strip.label')}>
      {weekOf(selected).map((day) => (
        <button
          key={day}
          type="button"
          className={classNames(
            styles.day,
            day === selected && styles.selected,
            day === today && styles.today,
            weekdayOf(day) === 7 && styles.rest,
          )}
          aria-label={longDayText(day, currentLanguage())}
          aria-pressed={day === selected}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => onPick(day)}
        >
          <span>{weekdayName(day, currentLanguage(), 'narrow')}</span>
          {Number(day.slice(8))}
        </button>
      ))}
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { weekdayName } from '../../../../blocks/agenda-grid/parts/agenda-text.ts'
import { weekOf } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import styles from './WeekdaysField.module.css'

const toggled = (weekdays: readonly number[], weekday: number): number[] =>
  weekdays.includes(weekday) ? weekdays.filter((one) => one !== weekday) : [...weekdays, weekday].sort()

/** Any week: only the names of its days are shown. */
const someWeek = weekOf('2026-05-04')

export interface WeekdaysFieldProps {
  value: readonly number[]
  error?: string | undefined
  onChange: (weekdays: number[]) => void
}

/** The days of a weekly repetition, each a check that looks like a key. */
export const WeekdaysField = ({ value, error, onChange }: WeekdaysFieldProps) => {
  const { t } = useTranslation('series')
  const { language } = useDates()
  return (
    <fieldset className={styles.field}>
      <legend>{t('form.weekdays')}</legend>
      <div className={styles.days}>
        {someWeek.map((day, index) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={value.includes(index + 1)}
              onChange={() => onChange(toggled(value, index + 1))}
              aria-label={weekdayName(day, language, 'long')}
              aria-invalid={error !== undefined}
            />
            <span aria-hidden="true">{weekdayName(day, language, 'short')}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

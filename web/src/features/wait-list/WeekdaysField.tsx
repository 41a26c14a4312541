import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useWaitListWords } from './use-wait-list-words.ts'
import styles from './WeekdaysField.module.css'
import { toggleWeekday } from './wait-list-values.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

export interface WeekdaysFieldProps {
  value: readonly number[]
  error?: string | undefined
  onChange: (weekdays: number[]) => void
}

/** Days of the week that will do; none chosen means any. */
export const WeekdaysField = ({ value, error, onChange }: WeekdaysFieldProps) => {
  const { t } = useTranslation('waitList')
  const words = useWaitListWords()
  const id = useId()
  const described = error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`
  return (
    <fieldset className={styles.field} aria-describedby={described}>
      <legend className={styles.legend}>{t('form.weekdays')}</legend>
      <div className={styles.days}>
        {weekdays.map((weekday) => (
          <label key={weekday} className={styles.day}>
            <input
              type="checkbox"
              checked={value.includes(weekday)}
              onChange={() => onChange(toggleWeekday(value, weekday))}
              aria-label={words.weekday(weekday, 'long')}
            />
            <span aria-hidden="true">{words.weekday(weekday, 'short')}</span>
          </label>
        ))}
      </div>
      <p className={styles.hint} id={`${id}-hint`}>
        {t('form.weekdaysHint')}
      </p>
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

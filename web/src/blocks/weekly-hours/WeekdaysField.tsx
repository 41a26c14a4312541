import { useId } from 'react'
import { Hint } from '../../ui/base/Hint.tsx'
import { dayName } from './day-name.ts'
import styles from './WeekdaysField.module.css'
import { toggleWeekday, weekdays } from './weekly-periods.ts'

export interface WeekdaysFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** ISO 8601: Monday is 1. */
  value: readonly number[]
  onChange: (weekdays: number[]) => void
}

/** Days of the week, each a check that looks like a key. */
export const WeekdaysField = ({ label, hint, error, value, onChange }: WeekdaysFieldProps) => {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean)
  return (
    <fieldset className={styles.field} aria-describedby={described.join(' ') || undefined}>
      <legend>{label}</legend>
      <div className={styles.days}>
        {weekdays.map((weekday) => (
          <label key={weekday}>
            <input
              type="checkbox"
              aria-label={dayName(weekday)}
              aria-invalid={error !== undefined}
              checked={value.includes(weekday)}
              onChange={() => onChange(toggleWeekday(value, weekday))}
            />
            <span aria-hidden="true">{dayName(weekday, 'short')}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error !== undefined && (
        <Hint id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </Hint>
      )}
    </fieldset>
  )
}

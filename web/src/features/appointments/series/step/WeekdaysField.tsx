import { type Control, Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { weekdayName } from '../../../../blocks/agenda-grid/parts/agenda-text.ts'
import { weekOf } from '../../../../blocks/agenda-grid/parts/calendar-day.ts'
import { useDates } from '../../../../i18n/dates/use-dates.ts'
import type { AppointmentFormValues } from '../../form/appointment-form-values.ts'
import styles from './WeekdaysField.module.css'

const toggled = (weekdays: readonly number[], weekday: number): number[] =>
  weekdays.includes(weekday) ? weekdays.filter((one) => one !== weekday) : [...weekdays, weekday].sort()

/** Any week: only the names of its days are shown. */
const someWeek = weekOf('2026-05-04')

/** The days of a weekly repetition, each a check that looks like a key. */
export const WeekdaysField = ({ control }: { control: Control<AppointmentFormValues> }) => {
  const { t } = useTranslation('series')
  const { language } = useDates()
  return (
    <Controller
      control={control}
      name="repeat.weekdays"
      render={({ field, fieldState }) => (
        <fieldset className={styles.field}>
          <legend>{t('form.weekdays')}</legend>
          <div className={styles.days}>
            {someWeek.map((day, index) => (
              <label key={day}>
                <input
                  type="checkbox"
                  ref={index === 0 ? field.ref : null}
                  name={field.name}
                  checked={field.value.includes(index + 1)}
                  onChange={() => field.onChange(toggled(field.value, index + 1))}
                  onBlur={field.onBlur}
                  aria-label={weekdayName(day, language, 'long')}
                />
                <span aria-hidden="true">{weekdayName(day, language, 'short')}</span>
              </label>
            ))}
          </div>
          {fieldState.error ? (
            <p role="alert" className={styles.error}>
              {fieldState.error.message}
            </p>
          ) : null}
        </fieldset>
      )}
    />
  )
}

import { NativeSelect } from '@mantine/core'
import '../../../ui/fields/mantine-styles.ts'
import { clockText } from '@ulna/contract/clock-text'
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../../blocks/typed-time/day-text.ts'
import { TimeInput } from '../../../blocks/typed-time/TimeInput.tsx'
import { useDates } from '../../../i18n/dates/use-dates.ts'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import { withDay } from '../series/step/repeat-values.ts'
import styles from './AppointmentForm.module.css'
import { type AppointmentFormValues, endMinuteOf, minutesChoices } from './appointment-form-values.ts'

type FormControl = Control<AppointmentFormValues>

const StartField = ({ control }: { control: FormControl }) => {
  const { t } = useTranslation('calendar')
  return (
    <Controller
      control={control}
      name="start"
      render={({ field, fieldState }) => (
        <TimeInput
          label={t('form.start')}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

const DurationField = ({ control }: { control: FormControl }) => {
  const { t } = useTranslation('calendar')
  return (
    <Controller
      control={control}
      name="minutes"
      render={({ field, fieldState }) => (
        <NativeSelect
          {...field}
          label={t('form.duration')}
          error={fieldState.error?.message}
          data={minutesChoices(field.value).map((count) => ({
            value: String(count),
            label: t('form.minutes', { count }),
          }))}
        />
      )}
    />
  )
}

const EndsAt = ({ control, place }: { control: FormControl; place: AgendaPlace }) => {
  const { t } = useTranslation('calendar')
  const { timeFormat } = useDates()
  const values = useWatch({ control }) as AppointmentFormValues
  const end = endMinuteOf(values, place.time)
  return (
    <p className={styles.ends} aria-live="polite">
      {end === undefined ? '' : t('form.endsAt', { time: clockText(end, timeFormat) })}
    </p>
  )
}

/** Day, start and length, on the practice's clock. */
export const AppointmentWhenFields = ({
  form: { control, getValues, setValue },
  place,
  dayLabel,
}: {
  form: UseFormReturn<AppointmentFormValues>
  place: AgendaPlace
  /** Where the day is more than that of an appointment. */
  dayLabel?: string
}) => {
  const { t } = useTranslation('calendar')
  const changeDay = (value: string | null, change: (value: string | null) => void) => {
    const before = dayOf(getValues('day'))
    const day = dayOf(value)
    change(value)
    if (day !== null) setValue('repeat', withDay(getValues('repeat'), before, day))
  }
  return (
    <>
      <div className={styles.row}>
        <Controller
          control={control}
          name="day"
          render={({ field, fieldState }) => (
            <DayInput
              label={dayLabel ?? t('form.day')}
              value={field.value}
              onChange={(day) => changeDay(day, field.onChange)}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
        <StartField control={control} />
        <DurationField control={control} />
      </div>
      <EndsAt control={control} place={place} />
    </>
  )
}

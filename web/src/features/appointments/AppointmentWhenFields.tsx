import { NativeSelect } from '@mantine/core'
import '../../blocks/record-form/mantine-styles.ts'
import { TimePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../blocks/agenda-grid/agenda-text.ts'
import type { CalendarDay } from '../../blocks/agenda-grid/calendar-day.ts'
import { DayInput } from '../../blocks/record-form/DayInput.tsx'
import { useDates } from '../../i18n/use-dates.ts'
import css from './AppointmentForm.module.css'
import { type AppointmentFormValues, endMinuteOf, minutesChoices } from './appointment-form-values.ts'
import type { AgendaPlace } from './appointments.cache.ts'
import { withDay } from './series/repeat-values.ts'

type FormControl = Control<AppointmentFormValues>

const StartField = ({ control }: { control: FormControl }) => {
  const { t } = useTranslation('calendar')
  const { timeFormat } = useDates()
  return (
    <Controller
      control={control}
      name="start"
      render={({ field, fieldState }) => (
        <TimePicker
          label={t('form.start')}
          format={timeFormat === 'HH:mm' ? '24h' : '12h'}
          minutesStep={5}
          value={field.value}
          onChange={(time) => field.onChange(time.slice(0, 5))}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          hoursRef={field.ref}
          hoursInputLabel={`${t('form.start')}, ${t('form.hours')}`}
          minutesInputLabel={`${t('form.start')}, ${t('form.minutesLabel')}`}
          amPmInputLabel={`${t('form.start')}, ${t('form.amPm')}`}
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
    <p className={css.ends} aria-live="polite">
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
  const changeDay = (day: CalendarDay | null, change: (day: CalendarDay | null) => void) => {
    const before = getValues('day')
    change(day)
    if (day !== null) setValue('repeat', withDay(getValues('repeat'), before, day))
  }
  return (
    <>
      <div className={css.row}>
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

import { type Control, Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { WeekdaysField as AnyWeekdaysField } from '../../../../blocks/weekly-hours/WeekdaysField.tsx'
import type { AppointmentFormValues } from '../../form/appointment-form-values.ts'

/** The days of a weekly repetition. */
export const WeekdaysField = ({ control }: { control: Control<AppointmentFormValues> }) => {
  const { t } = useTranslation('series')
  return (
    <Controller
      control={control}
      name="repeat.weekdays"
      render={({ field: { name, ...field }, fieldState }) => (
        <AnyWeekdaysField {...field} label={t('form.weekdays')} error={fieldState.error?.message} />
      )}
    />
  )
}

import { NativeSelect, TextInput } from '@mantine/core'
import '../../../ui/fields/mantine-styles.ts'
import { appointmentStatuses } from '@ulna/contract/appointments/appointments'
import { limits } from '@ulna/contract/http/text'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AppointmentFormValues } from './appointment-form-values.ts'

/** What became of a booked visit, and why it was cancelled. */
export const AppointmentStatusFields = ({ control }: { control: Control<AppointmentFormValues> }) => {
  const { t } = useTranslation('calendar')
  const status = useWatch({ control, name: 'status' })
  return (
    <>
      <Controller
        control={control}
        name="status"
        render={({ field }) => (
          <NativeSelect
            {...field}
            label={t('form.status')}
            data={appointmentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
        )}
      />
      {status === 'cancelled' ? (
        <Controller
          control={control}
          name="cancelReason"
          render={({ field, fieldState }) => (
            <TextInput
              {...field}
              label={t('form.cancelReason')}
              maxLength={limits.title}
              error={fieldState.error?.message}
              autoComplete="off"
            />
          )}
        />
      ) : null}
    </>
  )
}

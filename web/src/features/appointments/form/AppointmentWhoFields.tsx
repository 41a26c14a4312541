import { TextInput } from '@mantine/core'
import '../../../ui/fields/mantine-styles.ts'
import { limits } from '@ulna/contract/http/text'
import { type Control, Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AgendaPlace } from '../agenda/appointments.cache.ts'
import type { AppointmentFormValues } from './appointment-form-values.ts'
import { PatientPicker } from './PatientPicker.tsx'

/** Who comes, or what the time is kept for. */
export const AppointmentWhoFields = ({
  control,
  place,
  onNewPatient,
}: {
  control: Control<AppointmentFormValues>
  place: AgendaPlace
  /** Somebody is not there yet; told what was typed to find them. */
  onNewPatient: (typed: string) => void
}) => {
  const { t } = useTranslation('calendar')
  return (
    <>
      <Controller
        control={control}
        name="patient"
        render={({ field, fieldState }) => (
          <PatientPicker
            practiceId={place.practiceId}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            onNew={onNewPatient}
            inputRef={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="title"
        render={({ field, fieldState }) => (
          <TextInput
            {...field}
            label={t('form.title')}
            description={t('form.titleHint')}
            maxLength={limits.title}
            error={fieldState.error?.message}
            autoComplete="off"
          />
        )}
      />
    </>
  )
}

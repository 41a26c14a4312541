import { NativeSelect } from '@mantine/core'
import '../../../ui/fields/mantine-styles.ts'
import { type Control, Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AgendaDoctor } from '../../../blocks/agenda-grid/parts/agenda-event.ts'
import { useAgendaObstacle } from '../agenda/use-agenda-permission.ts'
import type { AppointmentFormValues } from './appointment-form-values.ts'

/** In whose agenda it is; those that may not be booked say why. */
export const AppointmentDoctorField = ({
  control,
  doctors,
}: {
  control: Control<AppointmentFormValues>
  doctors: readonly AgendaDoctor[]
}) => {
  const { t } = useTranslation('calendar')
  const obstacleTo = useAgendaObstacle()
  const reason = doctors.map(({ id }) => obstacleTo(id)).find((one) => one !== undefined)
  return (
    <Controller
      control={control}
      name="doctorId"
      render={({ field, fieldState }) => (
        <NativeSelect
          {...field}
          label={t('form.doctor')}
          description={reason && `${t('form.othersAgenda')} ${reason}`}
          error={fieldState.error?.message}
          data={doctors.map(({ id, fullName }) => ({
            value: String(id),
            label: fullName,
            disabled: obstacleTo(id) !== undefined,
          }))}
        />
      )}
    />
  )
}

import type { Appointment } from '@ulna/contract/appointments/appointments'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { messagesAbout } from './agenda/appointment-versions.ts'
import type { AgendaPlace } from './agenda/appointments.cache.ts'
import { useRemoveAppointment } from './agenda/appointments.queries.ts'
import { useAppointmentWords } from './parts/use-appointment-words.ts'

export interface RemoveAppointmentDialogProps {
  place: AgendaPlace
  appointment: Appointment
  onRemoved: () => void
  onClose: () => void
}

/** Asks once more before an appointment is deleted. */
export const RemoveAppointmentDialog = ({
  place,
  appointment,
  onRemoved,
  onClose,
}: RemoveAppointmentDialogProps) => {
  const { t } = useTranslation('calendar')
  const words = useAppointmentWords()(appointment)
  const remove = useRemoveAppointment(place)
  const confirm = () =>
    remove.mutate(appointment, {
      onSuccess: () => {
        queueInfo(t('result.removed'), { about: messagesAbout(appointment) })
        onRemoved()
      },
    })
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('remove.title')}
      confirmLabel={t('remove.confirm')}
      cancelLabel={t('remove.cancel')}
      closeLabel={t('close')}
      pending={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('remove.text', words)}
    </ConfirmDialog>
  )
}

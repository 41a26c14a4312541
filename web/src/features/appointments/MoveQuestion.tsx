import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/base/TextField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { MoveInTheWay } from './agenda/use-move-appointment.ts'
import { useOverlapReason } from './form/OverlapBanner.tsx'
import { useAppointmentWords } from './parts/use-appointment-words.ts'

export interface MoveQuestionProps {
  inTheWay: MoveInTheWay
  onMove: (reason: string) => void
  onLeave: () => void
}

/** A drop met another appointment: asks whether both shall be there, and why. */
export const MoveQuestion = ({ inTheWay, onMove, onLeave }: MoveQuestionProps) => {
  const { t } = useTranslation('calendar')
  const words = useAppointmentWords()(inTheWay.other)
  const { field, give } = useOverlapReason(onMove)
  return (
    <ConfirmDialog
      opened
      title={t('overlap.title', words)}
      confirmLabel={t('overlap.moveAnyway')}
      cancelLabel={t('overlap.back')}
      closeLabel={t('close')}
      onConfirm={give}
      onCancel={onLeave}
    >
      <p>{t('overlap.text', words)}</p>
      <TextField {...field} data-autofocus />
    </ConfirmDialog>
  )
}

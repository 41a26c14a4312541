import { TextInput } from '@mantine/core'
import '../../ui/fields/mantine-styles.ts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { MoveInTheWay } from './agenda/use-move-appointment.ts'
import { useOverlapReason } from './form/AppointmentBanners.tsx'
import styles from './MoveQuestion.module.css'
import { useAppointmentWords } from './parts/use-appointment-words.ts'

/** A drop met another appointment: asks whether both shall be there, and why. */
export const MoveQuestion = ({
  inTheWay,
  onMove,
  onLeave,
}: {
  inTheWay: MoveInTheWay
  onMove: (reason: string) => void
  onLeave: () => void
}) => {
  const { t } = useTranslation('calendar')
  const words = useAppointmentWords()(inTheWay.other)
  const reason = useOverlapReason()
  const move = () => {
    const given = reason.take()
    if (given !== undefined) onMove(given)
  }
  return (
    <ConfirmDialog
      opened
      title={t('overlap.title', words)}
      confirmLabel={t('overlap.moveAnyway')}
      cancelLabel={t('overlap.back')}
      closeLabel={t('close')}
      onConfirm={move}
      onCancel={onLeave}
    >
      <div className={styles.question}>
        <p>{t('overlap.text', words)}</p>
        <TextInput
          {...reason.field}
          data-autofocus
          onKeyDown={(event) => {
            if (event.key === 'Enter') move()
          }}
        />
      </div>
    </ConfirmDialog>
  )
}

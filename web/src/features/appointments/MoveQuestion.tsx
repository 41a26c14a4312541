import { TextInput } from '@mantine/core'
import '../../blocks/record-form/mantine-styles.ts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useOverlapReason } from './AppointmentBanners.tsx'
import css from './MoveQuestion.module.css'
import { useAppointmentWords } from './use-appointment-words.ts'
import type { MoveInTheWay } from './use-move-appointment.ts'

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
      <div className={css.question}>
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

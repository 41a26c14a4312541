import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export interface LeaveQuestionProps {
  /** What would be lost, where there is more to say than that it was typed. */
  text?: string | undefined
  onLeave: () => void
  onStay: () => void
}

/** Asks before what was typed is lost. Mounted only while it asks: one key press must not open it and close it again. */
export const LeaveQuestion = ({ text, onLeave, onStay }: LeaveQuestionProps) => {
  const { t } = useTranslation(['common', 'buttons'])
  return (
    <ConfirmDialog
      destructive
      title={t('form.leave.title')}
      confirmLabel={t('form.leave.confirm')}
      cancelLabel={t('form.leave.stay')}
      closeLabel={t('buttons:close')}
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>{text ?? t('form.leave.text')}</p>
    </ConfirmDialog>
  )
}

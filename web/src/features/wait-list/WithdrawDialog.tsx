import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useWithdrawWaiting } from './wait-list.queries.ts'

export interface WithdrawDialogProps {
  practiceId: number
  waiting: WaitingPatient
  onWithdrawn: (waiting: WaitingPatient) => void
  onClose: () => void
}

/** Asks once more before a patient is taken off the list. */
export const WithdrawDialog = ({ practiceId, waiting, onWithdrawn, onClose }: WithdrawDialogProps) => {
  const { t } = useTranslation(['waitList', 'calendar'])
  const withdraw = useWithdrawWaiting(practiceId)
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('withdraw.title')}
      confirmLabel={t('withdraw.confirm')}
      cancelLabel={t('withdraw.cancel')}
      closeLabel={t('calendar:close')}
      pending={withdraw.isPending}
      onConfirm={() => withdraw.mutate(waiting, { onSuccess: () => onWithdrawn(waiting) })}
      onCancel={onClose}
    >
      {t('withdraw.text', { name: waiting.patientName })}
    </ConfirmDialog>
  )
}

import type { RecordRow } from '@ulna/contract/records/records'
import { type Signature, signatureLimits } from '@ulna/contract/signatures/signatures'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { useWithdraw } from './signatures.queries.ts'

export interface WithdrawDialogProps {
  record: RecordRow
  signature: Signature
  onClose: () => void
}

/** Takes a signature back, with a reason that stays to be read. */
export const WithdrawDialog = ({ record, signature, onClose }: WithdrawDialogProps) => {
  const { t } = useTranslation('signatures')
  const { mutate, isPending } = useWithdraw(record)
  const { sealId, signerName } = signature
  return (
    <ReasonDialog
      title={t('withdraw.title', { name: signerName })}
      label={t('withdraw.reason')}
      hint={t('withdraw.hint')}
      confirmLabel={t('withdraw.confirm')}
      shortest={signatureLimits.leastReason}
      longest={signatureLimits.mostReason}
      destructive
      pending={isPending}
      onConfirm={(reason) => mutate({ sealId, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('withdraw.text')}</p>
    </ReasonDialog>
  )
}

import { Textarea } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import type { RecordRow } from '@ulna/contract/records/records'
import type { Signature } from '@ulna/contract/signatures/signatures'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useWithdraw } from './signatures.queries.ts'

/** Shortest reason the server takes (contract/src/signatures/signatures.ts). */
const shortestReason = 10

export interface WithdrawDialogProps {
  record: RecordRow
  signature: Signature
  onClose: () => void
}

/** Takes a signature back, with a reason that stays to be read. */
export const WithdrawDialog = ({ record, signature, onClose }: WithdrawDialogProps) => {
  const { t } = useTranslation(['signatures', 'record'])
  const [reason, setReason] = useState('')
  const withdrawing = useWithdraw(record)
  const { sealId } = signature
  return (
    <ConfirmDialog
      opened
      title={t('withdraw.title', { name: signature.signerName })}
      confirmLabel={t('withdraw.confirm')}
      cancelLabel={t('record:dialog.cancel')}
      closeLabel={t('record:dialog.cancel')}
      destructive
      pending={withdrawing.isPending}
      disabled={reason.trim().length < shortestReason}
      onConfirm={() => withdrawing.mutate({ sealId, reason: reason.trim() }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('withdraw.text')}</p>
      <Textarea
        mt="md"
        size="md"
        label={t('withdraw.reason')}
        description={t('withdraw.hint')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

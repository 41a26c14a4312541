import { type Receipt, receiptNumber } from '@ulna/contract/receipts/receipts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueInfo } from '../../api/http/messages.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useVoidReceipt } from './receipts.queries.ts'

/** Takes a receipt back by a counter-entry; it asks why. */
export const VoidDialog = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => {
  const { t } = useTranslation(['receipts', 'buttons'])
  const { authPractice } = usePracticeSession()
  const [reason, setReason] = useState('')
  const voiding = useVoidReceipt(authPractice.id)
  const confirm = () =>
    voiding.mutate(
      { id: receipt.id, reason },
      {
        onSuccess: (counter) => {
          queueInfo(t('void.done', { number: receiptNumber(counter) }))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      title={t('void.title', { number: receiptNumber(receipt) })}
      confirmLabel={t('void.confirm')}
      cancelLabel={t('back')}
      closeLabel={t('buttons:close')}
      destructive
      pending={voiding.isPending}
      disabled={reason.trim() === ''}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('void.text')}</p>
      <TextField
        label={t('reason')}
        maxLength={200}
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

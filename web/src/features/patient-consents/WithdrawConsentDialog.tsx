import type { RecordRow } from '@ulna/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/base/TextField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useWithdrawConsent } from './patient-consents.queries.ts'

/** Longest reason the server takes (contract/src/patient-consents/patient-consents.ts). */
const longestReason = 200

export interface WithdrawConsentDialogProps {
  record: RecordRow
  onClose: () => void
}

/** Writes down that the patient takes a consent back. */
export const WithdrawConsentDialog = ({ record, onClose }: WithdrawConsentDialogProps) => {
  const { t } = useTranslation('consents')
  const [reason, setReason] = useState('')
  const withdrawing = useWithdrawConsent(record)
  return (
    <ConfirmDialog
      opened
      title={t('dialog.title')}
      confirmLabel={t('dialog.confirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.cancel')}
      destructive
      pending={withdrawing.isPending}
      onConfirm={() => withdrawing.mutate(reason.trim(), { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('dialog.text')}</p>
      <TextField
        label={t('dialog.reason')}
        value={reason}
        maxLength={longestReason}
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

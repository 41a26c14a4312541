import { limits } from '@ulna/contract/http/text'
import type { RecordRow } from '@ulna/contract/records/records'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { useWithdrawConsent } from './patient-consents.queries.ts'

export interface WithdrawConsentDialogProps {
  record: RecordRow
  onClose: () => void
}

/** Writes down that the patient takes a consent back, and why if they say so. */
export const WithdrawConsentDialog = ({ record, onClose }: WithdrawConsentDialogProps) => {
  const { t } = useTranslation('consents')
  const { mutate, isPending } = useWithdrawConsent(record)
  return (
    <ReasonDialog
      title={t('dialog.title')}
      label={t('dialog.reason')}
      confirmLabel={t('dialog.confirm')}
      shortest={0}
      longest={limits.title}
      destructive
      pending={isPending}
      onConfirm={(reason) => mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('dialog.text')}</p>
    </ReasonDialog>
  )
}

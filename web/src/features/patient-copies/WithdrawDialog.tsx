import { limits } from '@ulna/contract/http/text'
import type { PatientCopy } from '@ulna/contract/patient-copies/patient-copies'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { useWithdrawCopy } from './patient-copies.queries.ts'

/** Asks why a copy is wanted no more. */
export const WithdrawDialog = ({ copy, onClose }: { copy: PatientCopy; onClose: () => void }) => {
  const { t } = useTranslation('copies')
  const { mutate, isPending } = useWithdrawCopy(copy.id)
  return (
    <ReasonDialog
      title={t('withdraw.title')}
      label={t('withdraw.reason')}
      hint={t('withdraw.hint')}
      confirmLabel={t('withdraw.confirm')}
      cancelLabel={t('withdraw.cancel')}
      shortest={1}
      longest={limits.title}
      pending={isPending}
      onConfirm={(reason) => mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('withdraw.text')}</p>
    </ReasonDialog>
  )
}

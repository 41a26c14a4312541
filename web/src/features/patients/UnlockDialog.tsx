import { limits } from '@ulna/contract/http/text'
import type { Patient } from '@ulna/contract/patients/patients'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../blocks/form/ReasonDialog.tsx'
import { useLockPatient } from './patients.queries.ts'

/** Unlocking asks why (product-decisions.md §4). */
export const UnlockDialog = ({ patient, onClose }: { patient: Patient; onClose: () => void }) => {
  const { t } = useTranslation('patient')
  const { mutate, isPending } = useLockPatient(patient.id)
  return (
    <ReasonDialog
      title={t('lock.unlockTitle')}
      label={t('lock.reason')}
      confirmLabel={t('lock.confirm')}
      shortest={1}
      longest={limits.title}
      pending={isPending}
      onConfirm={(reason) =>
        mutate({ unlocked: true, reason, version: patient.version }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>{t('lock.unlockText')}</p>
    </ReasonDialog>
  )
}

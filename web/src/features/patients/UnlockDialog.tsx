import { TextInput } from '@mantine/core'
import type { Patient } from '@ulna/contract/patients/patients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useLockPatient } from './patients.queries.ts'

/** Unlocking asks why (product-decisions.md §4). */
export const UnlockDialog = ({ patient, onClose }: { patient: Patient; onClose: () => void }) => {
  const { t } = useTranslation('patient')
  const [reason, setReason] = useState('')
  const locking = useLockPatient(patient.id)
  return (
    <ConfirmDialog
      opened
      title={t('lock.unlockTitle')}
      confirmLabel={t('lock.confirm')}
      cancelLabel={t('form.cancel')}
      closeLabel={t('form.cancel')}
      pending={locking.isPending}
      disabled={reason.trim() === ''}
      onConfirm={() =>
        locking.mutate(
          { unlocked: true, reason: reason.trim(), version: patient.version },
          { onSuccess: onClose },
        )
      }
      onCancel={onClose}
    >
      <p>{t('lock.unlockText')}</p>
      <TextInput
        mt="md"
        size="md"
        data-autofocus
        label={t('lock.reason')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

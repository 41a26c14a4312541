import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useRemovePatient } from './patients.queries.ts'

export interface RemovePatientDialogProps {
  patientId: number
  name: string
  onClose: () => void
  onRemoved: () => void
}

/** Deletes a patient; the server refuses while there are records or appointments. */
export const RemovePatientDialog = ({ patientId, name, onClose, onRemoved }: RemovePatientDialogProps) => {
  const { t } = useTranslation('patient')
  const removing = useRemovePatient()
  return (
    <ConfirmDialog
      opened
      title={t('remove.title', { name })}
      confirmLabel={t('remove.confirm')}
      cancelLabel={t('form.cancel')}
      closeLabel={t('form.cancel')}
      destructive
      pending={removing.isPending}
      onConfirm={() => removing.mutate(patientId, { onSuccess: onRemoved, onError: onClose })}
      onCancel={onClose}
    >
      <p>{t('remove.text')}</p>
    </ConfirmDialog>
  )
}

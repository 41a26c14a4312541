import type { Patient } from '@ulna/contract/patients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { PatientForm } from './PatientForm.tsx'

export interface PatientDialogProps {
  opened: boolean
  /** The patient to change; absent for a new one. */
  patient?: Patient | undefined
  clinical: boolean
  onClose: () => void
  onSaved: (patient: Patient) => void
}

/** New patient, or the data of a known one. */
export const PatientDialog = ({ opened, patient, clinical, onClose, onSaved }: PatientDialogProps) => {
  const { t } = useTranslation('patient')
  const [dirty, setDirty] = useState(false)
  const title = patient
    ? t('form.editTitle', { name: `${patient.firstName} ${patient.lastName}` })
    : t('form.newTitle')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={640}
      closeOnClickOutside={false}
      // What was typed is not thrown away by a key; the button says what it does.
      closeOnEscape={!dirty}
      closeLabel={t('form.cancel')}
    >
      <PatientForm
        patient={patient}
        clinical={clinical}
        onSaved={onSaved}
        onCancel={onClose}
        onDirty={() => setDirty(true)}
      />
    </Dialog>
  )
}

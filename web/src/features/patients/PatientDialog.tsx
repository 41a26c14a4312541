import { useDebouncedValue } from '@mantine/hooks'
import type { Patient } from '@ulna/contract/patients/patients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../blocks/form/FormDialog.tsx'
import { DayInput } from '../../blocks/typed-time/DayInput.tsx'
import { dayOf } from '../../blocks/typed-time/day-text.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { DuplicateHint } from './DuplicateHints.tsx'
import { MoreAboutPatient } from './MoreAboutPatient.tsx'
import styles from './PatientForm.module.css'
import type { TextName } from './patient-form-values.ts'
import { usePatientConflict, usePatientForm } from './use-patient-form.ts'

export interface PatientDialogProps {
  /** The patient to change; absent for a new one. */
  patient?: Patient | undefined
  clinical: boolean
  onClose: () => void
  onSaved: (patient: Patient) => void
}

/** New patient, or the data of a known one. First and last name are enough. */
export const PatientDialog = ({ patient, clinical, onClose, onSaved }: PatientDialogProps) => {
  const { t } = useTranslation('patient')
  const dates = useDates()
  const form = usePatientForm({ patient, onSaved })
  const { frame, values, faults, change } = form
  const conflict = usePatientConflict(form)
  const [isReading, setReading] = useState(false)
  const [sought] = useDebouncedValue(values, 350)
  const { firstName, lastName, birthDate, socialId } = sought
  const field = (name: TextName) => ({ ...form.text(name), label: t(`form.${name}`), autoComplete: 'off' })
  const title = patient
    ? t('form.editTitle', { name: `${patient.firstName} ${patient.lastName}` })
    : t('form.newTitle')
  return (
    <FormDialog
      frame={frame}
      conflict={conflict}
      isReading={isReading}
      title={title}
      size={640}
      saveLabel={t(patient ? 'form.save' : 'form.create')}
      onClose={onClose}
    >
      <div className={styles.form}>
        <div className={styles.fields}>
          <TextField {...field('firstName')} required data-autofocus maxLength={100} />
          <TextField {...field('lastName')} required maxLength={100} />
          <DayInput
            name="birthDate"
            label={t('form.birthDate')}
            value={values.birthDate}
            onChange={(day) => change({ birthDate: day })}
            maxDate={dates.today()}
            error={faults.birthDate}
          />
          <TextField {...field('socialId')} maxLength={100} />
          <TextField {...field('mobile')} type="tel" maxLength={40} />
          <TextField {...field('email')} type="email" maxLength={254} />
        </div>
        <DuplicateHint
          person={{ firstName, lastName, birthDate: dayOf(birthDate), socialId, exceptId: patient?.id }}
        />
        <MoreAboutPatient form={form} clinical={clinical} onReading={setReading} />
      </div>
    </FormDialog>
  )
}

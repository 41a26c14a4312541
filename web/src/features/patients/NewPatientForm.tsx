import { Button } from '@mantine/core'
import type { Patient } from '@ulna/contract/patients/patients'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/practice/use-permission.ts'
import { FormFrame } from '../../blocks/form/FormFrame.tsx'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { TextField } from '../../ui/base/TextField.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { AlikeHint } from './DuplicateHints.tsx'
import styles from './PatientForm.module.css'
import { typedPatient } from './patient-form-values.ts'
import { usePatientForm } from './use-patient-form.ts'

export interface NewPatientFormProps {
  /** What somebody typed to find the patient. */
  typed: string
  backLabel: string
  /** Somebody was registered, or found to be there already. */
  onSaved: (patient: Pick<Patient, 'id' | 'firstName' | 'lastName'>) => void
  onBack: () => void
  onDirty: () => void
}

const names = ['firstName', 'lastName'] as const
const contacts = ['mobile', 'email'] as const
type Name = (typeof names)[number] | (typeof contacts)[number]

/** A new patient without leaving what one is doing: the name and where they can be reached. The rest can wait. */
export const NewPatientForm = (props: NewPatientFormProps) => {
  const { typed, backLabel, onSaved, onBack, onDirty } = props
  const { t } = useTranslation('patient')
  const { reason } = usePermission('writePatients')
  const { frame, values, text } = usePatientForm({ initial: typedPatient(typed), onSaved })
  const { form, isDirty, pending } = frame

  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])]
    const first = fields.find(({ value }) => value === '') ?? fields[0]
    first?.focus()
  }, [form])
  useEffect(() => {
    if (isDirty) onDirty()
  }, [isDirty, onDirty])

  const field = (name: Name) => ({ ...text(name), label: t(`form.${name}`), autoComplete: 'off' })

  return (
    <FormFrame frame={frame} label={t('form.newTitle')} isReading={reason !== undefined}>
      <div className={styles.form}>
        <div className={styles.fields}>
          {names.map((name) => (
            <TextField key={name} {...field(name)} required maxLength={100} />
          ))}
          <TextField {...field('mobile')} type="tel" maxLength={40} />
          <TextField {...field('email')} type="email" maxLength={254} />
        </div>
      </div>
      <AlikeHint
        person={{ firstName: values.firstName, lastName: values.lastName, email: values.email }}
        onChoose={onSaved}
      />
      <FormActions sticky>
        <Button variant="default" onClick={onBack}>
          {backLabel}
        </Button>
        <ReasonedButton type="submit" loading={pending} reason={reason}>
          {t('form.create')}
        </ReasonedButton>
      </FormActions>
    </FormFrame>
  )
}

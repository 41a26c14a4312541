import { Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import '../../blocks/record-form/mantine-styles.ts'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/UnstyledButton.css'
import type { Patient } from '@ulna/contract/patients'
import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { AlikeHint } from './AlikeHint.tsx'
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
  const form = useRef<HTMLFormElement>(null)
  const { reason } = usePermission('writePatients')
  const editing = usePatientForm({ initial: typedPatient(typed), form, onSaved, onDirty })
  const { values, faults, problem, pending, change } = editing

  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])]
    const first = fields.find(({ value }) => value === '') ?? fields[0]
    first?.focus()
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined) editing.save()
  }
  const field = (name: Name) => ({
    name,
    label: t(`form.${name}`),
    value: values[name],
    error: faults[name],
    size: 'md' as const,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.fields}>
        {names.map((name) => (
          <TextInput key={name} {...field(name)} withAsterisk aria-required maxLength={100} />
        ))}
        <TextInput {...field('mobile')} type="tel" maxLength={40} />
        <TextInput {...field('email')} type="email" maxLength={254} />
      </div>
      <AlikeHint
        person={{ firstName: values.firstName, lastName: values.lastName, email: values.email }}
        onChoose={onSaved}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={onBack}>
          {backLabel}
        </Button>
        <ReasonedButton type="submit" loading={pending} reason={reason}>
          {t('form.create')}
        </ReasonedButton>
      </div>
    </form>
  )
}

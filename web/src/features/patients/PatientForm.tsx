import { Button, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Patient } from '@ulna/contract/patients'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../blocks/record-form/DayInput.tsx'
import { dayOf } from '../../blocks/record-form/day-text.ts'
import '../../blocks/record-form/mantine-styles.ts'
import { useDates } from '../../i18n/use-dates.ts'
import { DuplicateHint } from './DuplicateHint.tsx'
import { MailChoices } from './MailChoices.tsx'
import styles from './PatientForm.module.css'
import { PictureField } from './PictureField.tsx'
import type { PatientFormValues } from './patient-form-values.ts'
import { usePatientForm } from './use-patient-form.ts'

export interface PatientFormProps {
  /** The patient to change; absent for a new one. */
  patient?: Patient | undefined
  clinical: boolean
  onSaved: (patient: Patient) => void
  onCancel: () => void
  /** Called as soon as something was typed. */
  onDirty?: () => void
}

type TextName = Exclude<keyof PatientFormValues, 'birthDate' | 'picture' | 'language' | 'mailReminders'>

const Conflict = ({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) => {
  const { t } = useTranslation('patient')
  return (
    <div className={styles.conflict} role="alert">
      <p>{t('form.conflict')}</p>
      <Button variant="default" onClick={onTheirs}>
        {t('form.seeTheirs')}
      </Button>
      <Button variant="light" onClick={onMine}>
        {t('form.keepMine')}
      </Button>
    </div>
  )
}

/** Contact data of a patient. First and last name are enough. */
export const PatientForm = ({ patient, clinical, onSaved, onCancel, onDirty }: PatientFormProps) => {
  const { t } = useTranslation('patient')
  const dates = useDates()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const editing = usePatientForm({ patient, form, onSaved, onDirty })
  const { stored, values, theirs, faults, problem, pending, change } = editing
  const [isReading, setReading] = useState(false)
  const [sought] = useDebouncedValue(values, 350)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReading) editing.save()
  }

  const field = (name: TextName) => ({
    name,
    label: t(`form.${name}`),
    value: values[name],
    error: faults[name],
    size: 'md' as const,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })

  return (
    <form ref={form} id={formId} onSubmit={submit} noValidate className={styles.form}>
      {theirs && <Conflict onTheirs={editing.seeTheirs} onMine={editing.keepMine} />}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.fields}>
        <TextInput
          {...field('firstName')}
          withAsterisk
          aria-required
          data-autofocus
          maxLength={100}
          autoComplete="off"
        />
        <TextInput {...field('lastName')} withAsterisk aria-required maxLength={100} autoComplete="off" />
        <DayInput
          name="birthDate"
          label={t('form.birthDate')}
          value={values.birthDate}
          onChange={(birthDate) => change({ birthDate })}
          maxDate={dates.today()}
          error={faults.birthDate}
        />
        <TextInput {...field('socialId')} maxLength={100} autoComplete="off" />
        <TextInput {...field('mobile')} type="tel" maxLength={40} autoComplete="off" />
        <TextInput {...field('email')} type="email" maxLength={254} autoComplete="off" />
      </div>
      <DuplicateHint
        person={{
          firstName: sought.firstName,
          lastName: sought.lastName,
          birthDate: dayOf(sought.birthDate),
          socialId: sought.socialId,
          exceptId: patient?.id,
        }}
        onLeave={onCancel}
      />
      <details className={styles.more} open={patient !== undefined}>
        <summary>{t('form.more')}</summary>
        <div className={styles.fields}>
          <TextInput
            {...field('fileId')}
            description={patient ? undefined : t('form.fileIdHint')}
            maxLength={40}
            autoComplete="off"
          />
          <TextInput {...field('phone')} type="tel" maxLength={40} autoComplete="off" />
          <TextInput {...field('address')} className={styles.full ?? ''} maxLength={200} autoComplete="off" />
          {clinical && (
            <Textarea
              {...field('clinicSummary')}
              description={t('form.clinicSummaryHint')}
              className={styles.full ?? ''}
              rows={2}
              maxLength={10_000}
            />
          )}
          <Textarea {...field('note')} className={styles.full ?? ''} rows={2} maxLength={10_000} />
          <MailChoices values={values} onChange={change} />
          <PictureField
            picture={values.picture}
            error={faults.picture}
            onChange={(picture) => change({ picture })}
            onReading={setReading}
          />
        </div>
      </details>
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={pending || isReading}>
          {t(stored ? 'form.save' : 'form.create')}
        </Button>
      </div>
    </form>
  )
}

import { Button, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Patient, patientChange, patientInput } from '@ulna/contract/patients'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey, isTemporary } from '../../api/api-error.ts'
import { reportError } from '../../api/app-errors.ts'
import { newIdempotencyKey } from '../../api/http-client.ts'
import { DayInput } from '../../blocks/record-form/DayInput.tsx'
import '../../blocks/record-form/mantine-styles.ts'
import { useDates } from '../../i18n/use-dates.ts'
import { DuplicateHint } from './DuplicateHint.tsx'
import styles from './PatientForm.module.css'
import { PictureField } from './PictureField.tsx'
import {
  changeOfValues,
  emptyPatient,
  formFieldOf,
  inputOfValues,
  type PatientFormValues,
  valuesOfPatient,
} from './patient-form-values.ts'
import { useCreatePatient, useUpdatePatient } from './patients.queries.ts'

export interface PatientFormProps {
  /** The patient to change; absent for a new one. */
  patient?: Patient | undefined
  clinical: boolean
  onSaved: (patient: Patient) => void
  onCancel: () => void
  /** Called as soon as something was typed. */
  onDirty?: () => void
}

type Faults = Partial<Record<keyof PatientFormValues, string>>
type TextName = Exclude<keyof PatientFormValues, 'birthDate' | 'picture'>

/** Contact data of a patient. First and last name are enough. */
export const PatientForm = ({ patient, clinical, onSaved, onCancel, onDirty }: PatientFormProps) => {
  const { t } = useTranslation(['patient', 'error'])
  const dates = useDates()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [stored, setStored] = useState(patient)
  const start = stored ? valuesOfPatient(stored) : emptyPatient
  const [values, setValues] = useState<PatientFormValues>(start)
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<Patient>()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const create = useCreatePatient()
  const update = useUpdatePatient(patient?.id ?? 0)
  const [sought] = useDebouncedValue(values, 350)
  const pending = create.isPending || update.isPending

  const change = (part: Partial<PatientFormValues>) => {
    onDirty?.()
    setValues((before) => ({ ...before, ...part }))
    const names = Object.keys(part)
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    )
  }

  const refuse = (found: Faults) => {
    setFaults(found)
    const [first] = Object.keys(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus())
  }

  const onRefused = (error: unknown) => {
    if (hasKey(error, 'version_conflict')) {
      setTheirs(error.metadata.current as Patient | undefined)
      return
    }
    if (isTemporary(error)) return setProblem(t('error:connection_lost'))
    if (!(error instanceof ApiError) || error.status === 401) return reportError(error)
    const named = error.fieldErrors.flatMap((one) => {
      const name = formFieldOf(one.field ?? '')
      return name ? [[name, t(`error:${one.message}`, { ...one.params })] as const] : []
    })
    if (named.length > 0) return refuse(Object.fromEntries(named))
    setProblem(t(`error:${error.key}`, { ...error.errors[0]?.params }))
  }

  /** What the contract refuses is said before anything is sent. */
  const localFaults = (): Faults => {
    const required: Faults = {
      ...(values.firstName.trim() === '' ? { firstName: t('error:field_required') } : {}),
      ...(values.lastName.trim() === '' ? { lastName: t('error:field_required') } : {}),
    }
    if (Object.keys(required).length > 0) return required
    const parsed = (stored ? patientChange : patientInput).safeParse(inputOfValues(values, !stored))
    if (parsed.success) return {}
    const found = parsed.error.issues.flatMap((issue) => {
      const name = formFieldOf(issue.path.map(String).join('.'))
      return name
        ? [[name, t(name === 'email' ? 'error:field_email' : 'error:invalid_request')] as const]
        : []
    })
    return Object.fromEntries(found)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    setProblem(undefined)
    const found = localFaults()
    if (Object.keys(found).length > 0) return refuse(found)
    if (!stored) {
      const input = inputOfValues(values, true)
      return create.mutate({ input, key: idempotencyKey }, { onSuccess: onSaved, onError: onRefused })
    }
    const changed = changeOfValues(values, valuesOfPatient(stored))
    if (Object.keys(changed).length === 0) return onSaved(stored)
    update.mutate({ ...changed, version: stored.version }, { onSuccess: onSaved, onError: onRefused })
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
      {theirs && (
        <div className={styles.conflict} role="alert">
          <p>{t('form.conflict')}</p>
          <Button
            variant="default"
            onClick={() => {
              setStored(theirs)
              setValues(valuesOfPatient(theirs))
              setTheirs(undefined)
            }}
          >
            {t('form.seeTheirs')}
          </Button>
          <Button
            variant="light"
            onClick={() => {
              setStored(theirs)
              setTheirs(undefined)
            }}
          >
            {t('form.keepMine')}
          </Button>
        </div>
      )}
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
          birthDate: sought.birthDate,
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
          <PictureField
            picture={values.picture}
            error={faults.picture}
            onChange={(picture) => change({ picture })}
          />
        </div>
      </details>
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {t(stored ? 'form.save' : 'form.create')}
        </Button>
      </div>
    </form>
  )
}

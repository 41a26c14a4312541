import { type Patient, patientChange, patientInput } from '@ulna/contract/patients/patients'
import { useTranslation } from 'react-i18next'
import type { Faults, ServerForm } from '../../api/forms/server-form.ts'
import { useServerForm } from '../../api/forms/use-server-form.ts'
import { useDates } from '../../i18n/dates/use-dates.ts'
import {
  changeOfValues,
  formFieldOf,
  inputOfValues,
  type PatientFormValues,
  startOf,
} from './patient-form-values.ts'
import { useCreatePatient, useUpdatePatient } from './patients.queries.ts'

export type PatientForm = ServerForm<Patient | undefined, PatientFormValues>

export interface PatientFormOptions {
  /** The patient to change; absent for a new one. */
  patient?: Patient | undefined
  /** What a new one starts with. */
  initial?: Partial<PatientFormValues> | undefined
  onSaved: (patient: Patient) => void
}

/** Numbers that hold no figure; what is stored already stays. */
const withoutNumber = (values: PatientFormValues, stored: Patient | undefined) =>
  (['mobile', 'phone'] as const).filter((name) => {
    const typed = values[name].trim()
    return typed !== '' && typed !== stored?.[name] && !/\d/.test(typed)
  })

/** What the contract refuses, said before anything is sent. */
const usePatientFaults = () => {
  const { t } = useTranslation(['error', 'patient'])
  return (values: PatientFormValues, stored: Patient | undefined): Faults => {
    const missing = (['firstName', 'lastName'] as const).filter((name) => values[name].trim() === '')
    if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, t('field_required')]))
    const { error } = (stored ? patientChange : patientInput).safeParse(inputOfValues(values, !stored))
    const names = (error?.issues ?? []).flatMap(({ path }) => formFieldOf(path.map(String).join('.')) ?? [])
    return Object.fromEntries([
      ...names.map((name) => [name, t(name === 'email' ? 'field_email' : 'invalid_request')]),
      ...withoutNumber(values, stored).map((name) => [name, t('patient:form.noNumber')]),
    ])
  }
}

/** What is typed about a patient, what is wrong with it, and what a colleague saved meanwhile. */
export const usePatientForm = ({ patient, initial, onSaved }: PatientFormOptions): PatientForm => {
  const faultsOf = usePatientFaults()
  const create = useCreatePatient()
  const update = useUpdatePatient(patient?.id ?? 0)
  return useServerForm({
    stored: patient,
    startOf: (stored) => ({ ...startOf(stored), ...initial }),
    faultsOf,
    fieldOf: formFieldOf,
    save: ({ values, stored, keyOf }) => {
      if (stored)
        return update.mutateAsync({ ...changeOfValues(values, startOf(stored)), version: stored.version })
      const input = inputOfValues(values, true)
      return create.mutateAsync({ input, key: keyOf(input) })
    },
    onSaved,
  })
}

/** What a colleague saved of a patient meanwhile, in words. */
export const usePatientConflict = ({ conflict }: PatientForm) => {
  const { t } = useTranslation(['patient', 'common'])
  const dates = useDates()
  const wordsOf = (values: PatientFormValues): Record<keyof PatientFormValues, string> => ({
    ...values,
    birthDate: values.birthDate ? dates.day(values.birthDate) : '',
    language: values.language ? t(`common:languages.${values.language}`) : t('form.practiceLanguage'),
    mailReminders: t(values.mailReminders ? 'common:form.yes' : 'common:form.no'),
    // A stored picture is no value of the form.
    picture: '',
  })
  return (
    conflict && {
      by: 'colleague' as const,
      changes: conflict.changed.map((key) => ({
        label: t(`form.${key}`),
        now: wordsOf(conflict.theirs)[key],
      })),
    }
  )
}

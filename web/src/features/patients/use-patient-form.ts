import { type Patient, patientChange, patientInput } from '@ulna/contract/patients'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey, isTemporary } from '../../api/api-error.ts'
import { reportError } from '../../api/app-errors.ts'
import { newIdempotencyKey } from '../../api/http-client.ts'
import { keepMine, seeTheirs } from '../../api/server-form-values.ts'
import {
  changeOfValues,
  formFieldOf,
  inputOfValues,
  type PatientFormState,
  type PatientFormValues,
  startOf,
} from './patient-form-values.ts'
import { useCreatePatient, useUpdatePatient } from './patients.queries.ts'

export type PatientFaults = Partial<Record<keyof PatientFormValues, string>>

export interface PatientFormOptions {
  /** The patient to change; absent for a new one. */
  patient?: Patient | undefined
  /** What a new one starts with. */
  initial?: Partial<PatientFormValues> | undefined
  form: RefObject<HTMLFormElement | null>
  onSaved: (patient: Patient) => void
  /** Called as soon as something was typed. */
  onDirty?: (() => void) | undefined
}

/** What is typed about a patient, what is wrong with it, and what a colleague saved meanwhile. */
export const usePatientForm = ({ patient, initial, form, onSaved, onDirty }: PatientFormOptions) => {
  const { t } = useTranslation(['patient', 'error'])
  const [state, setState] = useState<PatientFormState>(() => ({
    stored: patient,
    values: { ...startOf(patient), ...initial },
  }))
  const [faults, setFaults] = useState<PatientFaults>({})
  const [problem, setProblem] = useState<string>()
  // The same thing sent again after a lost answer is registered once; what was changed since is another patient.
  const sent = useRef({ body: '', key: '' })
  const create = useCreatePatient()
  const update = useUpdatePatient(patient?.id ?? 0)
  const pending = create.isPending || update.isPending

  const refuse = (found: PatientFaults) => {
    setFaults(found)
    const [first] = Object.keys(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus())
  }

  const onRefused = (error: unknown) => {
    if (hasKey(error, 'version_conflict')) {
      setState((before) => ({ ...before, theirs: error.metadata.current as Patient }))
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
  const faultsOf = ({ stored, values }: PatientFormState): PatientFaults => {
    const required: PatientFaults = {
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

  const register = (values: PatientFormValues) => {
    const input = inputOfValues(values, true)
    const body = JSON.stringify(input)
    if (sent.current.body !== body) sent.current = { body, key: newIdempotencyKey() }
    create.mutate({ input, key: sent.current.key }, { onSuccess: onSaved, onError: onRefused })
  }

  const save = (wish: PatientFormState) => {
    if (pending) return
    setProblem(undefined)
    const found = faultsOf(wish)
    if (Object.keys(found).length > 0) return refuse(found)
    const { stored, values } = wish
    if (!stored) return register(values)
    const changed = changeOfValues(values, startOf(stored))
    if (Object.keys(changed).length === 0) return onSaved(stored)
    update.mutate({ ...changed, version: stored.version }, { onSuccess: onSaved, onError: onRefused })
  }

  const change = (part: Partial<PatientFormValues>) => {
    onDirty?.()
    setState((before) => ({ ...before, values: { ...before.values, ...part } }))
    const names = Object.keys(part)
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    )
  }

  const decide = (next: PatientFormState) => {
    setState(next)
    setFaults({})
  }

  return {
    ...state,
    faults,
    problem,
    pending,
    change,
    save: () => save(state),
    /** What a colleague saved counts; what was typed here goes. */
    seeTheirs: () => {
      decide(seeTheirs(state, startOf))
      // The button that had the focus is gone.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input')?.focus())
    },
    /** Saves what was typed here over it; what only the colleague changed stays as they saved it. */
    keepMine: () => {
      const next = keepMine(state, startOf)
      decide(next)
      save(next)
    },
  }
}

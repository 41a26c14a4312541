import type { SessionPackage } from '@ulna/contract/session-packages/session-packages.answer'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createKeyOfBody } from '../../api/forms/key-of-body.ts'
import { keepMine, seeTheirs } from '../../api/forms/server-form-values.ts'
import { ApiError, hasKey, isTemporary } from '../../api/http/api-error.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import { usePracticeSession } from '../../api/session/session.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import {
  changeOf,
  formFieldOf,
  goOnFrom,
  inputOf,
  missingIn,
  type PackageFormState,
  type PackageFormValues,
  saysOtherwise,
} from './package-values.ts'
import { useChangePackage, useSellPackage } from './session-packages.queries.ts'

export type PackageFaults = Partial<Record<keyof PackageFormValues, string>>

export interface PackageFormOptions {
  /** The package as it is known by now; undefined for a new one. */
  known: SessionPackage | undefined
  /** What a form starts with. */
  startOf: (stored: SessionPackage | undefined) => PackageFormValues
  form: RefObject<HTMLFormElement | null>
  onSaved: (sold: SessionPackage) => void
}

/** What is wrong is brought into sight: the first field with the keyboard, otherwise the words about the whole. */
const showProblem = (form: HTMLFormElement | null): void => {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"] input')
  field?.focus()
  if (!field) form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
}

/** What is typed of a package, what is wrong with it, and what somebody else saved meanwhile. Keeps what was typed. */
export const usePackageForm = ({ known, startOf, form, onSaved }: PackageFormOptions) => {
  const { t } = useTranslation(['sessionPackage', 'error'])
  const { authPractice } = usePracticeSession()
  const sell = useSellPackage(authPractice.id)
  const change = useChangePackage(authPractice.id, known?.id ?? 0, { showsOwnErrors: true })
  const errors = useErrorText()
  const [keyOf] = useState(() => createKeyOfBody())
  const [held, setHeld] = useState<PackageFormState>(() => ({ stored: known, values: startOf(known) }))
  const [faults, setFaults] = useState<PackageFaults>({})
  const [problem, setProblem] = useState<string>()
  const state = goOnFrom(held, known, startOf)
  const { theirs } = state
  useEffect(() => {
    if (Object.keys(faults).length > 0 || problem !== undefined || theirs) showProblem(form.current)
  }, [faults, problem, theirs, form])

  const update = (next: (now: PackageFormState) => PackageFormState) =>
    setHeld((before) => next(goOnFrom(before, known, startOf)))

  /** What only moved its sessions meanwhile is no business of the form. */
  const compare = (values: PackageFormValues, base: SessionPackage, current: SessionPackage) => {
    if (saysOtherwise(current, base, startOf)) update((now) => ({ ...now, theirs: current }))
    else send(values, current)
  }

  const refuse = (error: unknown, values: PackageFormValues, base: SessionPackage | undefined) => {
    if (base && hasKey(error, 'version_conflict'))
      return compare(values, base, error.metadata.current as SessionPackage)
    if (isTemporary(error)) return setProblem(t('error:connection_lost'))
    if (!(error instanceof ApiError) || error.status === 401) return reportError(error)
    const named = Object.entries(errors.fieldTextsOf(error)).flatMap(([field, text]) => {
      const name = formFieldOf(field)
      return name ? [[name, text] as const] : []
    })
    setFaults(Object.fromEntries(named))
    if (named.length === 0) setProblem(errors.textOf(error))
  }

  const send = (values: PackageFormValues, base: SessionPackage | undefined) => {
    const answered = { onSuccess: onSaved, onError: (error: unknown) => refuse(error, values, base) }
    if (base) return change.mutate(changeOf(values, base), answered)
    if (values.patient === null) return
    const input = inputOf(values, values.patient)
    sell.mutate({ input, idempotencyKey: keyOf(input) }, answered)
  }

  const save = ({ stored, values }: PackageFormState) => {
    if (sell.isPending || change.isPending) return
    const missing = missingIn(values)
    setFaults(Object.fromEntries(missing.map((name) => [name, t('form.missing')])))
    setProblem(undefined)
    if (missing.length === 0) send(values, stored)
  }

  const decide = (next: PackageFormState) => {
    setHeld(next)
    setFaults({})
    setProblem(undefined)
    // The button that had the focus is gone.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input')?.focus())
  }

  return {
    ...state,
    faults,
    problem,
    pending: sell.isPending || change.isPending,
    change: (part: Partial<PackageFormValues>) =>
      update((now) => ({ ...now, values: { ...now.values, ...part } })),
    save: () => save(state),
    /** What was saved elsewhere counts; what was typed here goes. */
    seeTheirs: () => decide(seeTheirs(state, startOf)),
    /** Saves what was typed here over it; what only they changed stays as they saved it. */
    keepMine: () => {
      const next = keepMine(state, startOf)
      decide(next)
      save(next)
    },
  }
}

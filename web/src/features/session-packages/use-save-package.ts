import type { SessionPackage } from '@ulna/contract/session-packages.answer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey, isTemporary } from '../../api/api-error.ts'
import { reportError } from '../../api/app-errors.ts'
import { createKeyOfBody } from '../../api/key-of-body.ts'
import { usePracticeSession } from '../../api/session.ts'
import { useErrorText } from '../../api/use-error-text.ts'
import { changeOf, formFieldOf, inputOf, missingIn, type PackageFormValues } from './package-values.ts'
import { useChangePackage, useSellPackage } from './session-packages.queries.ts'

export type PackageFaults = Partial<Record<keyof PackageFormValues, string>>

/** Saves the form and says why not: faults of fields, a change by somebody else, no connection. Keeps what was typed. */
export const useSavePackage = (
  stored: SessionPackage | undefined,
  onSaved: (sold: SessionPackage) => void,
) => {
  const { t } = useTranslation(['sessionPackage', 'error'])
  const { authPractice } = usePracticeSession()
  const sell = useSellPackage(authPractice.id)
  const change = useChangePackage(authPractice.id, stored?.id ?? 0, { showsOwnErrors: true })
  const errors = useErrorText()
  const [keyOf] = useState(() => createKeyOfBody())
  const [faults, setFaults] = useState<PackageFaults>({})
  const [problem, setProblem] = useState<string>()

  const onError = (error: unknown) => {
    if (hasKey(error, 'version_conflict')) return setProblem(t('form.conflict'))
    if (isTemporary(error)) return setProblem(t('error:connection_lost'))
    if (!(error instanceof ApiError) || error.status === 401) return reportError(error)
    const named = Object.entries(errors.fieldTextsOf(error)).flatMap(([field, text]) => {
      const name = formFieldOf(field)
      return name ? [[name, text] as const] : []
    })
    setFaults(Object.fromEntries(named))
    if (named.length === 0) setProblem(errors.textOf(error))
  }

  const save = (values: PackageFormValues) => {
    const missing = missingIn(values)
    setFaults(Object.fromEntries(missing.map((name) => [name, t('form.missing')])))
    setProblem(undefined)
    if (missing.length > 0 || values.patient === null) return
    const answered = { onSuccess: onSaved, onError }
    if (stored) {
      change.mutate(changeOf(values, stored), answered)
      return
    }
    const input = inputOf(values, values.patient)
    sell.mutate({ input, idempotencyKey: keyOf(input) }, answered)
  }
  return { save, faults, problem, pending: sell.isPending || change.isPending }
}

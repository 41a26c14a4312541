import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createKeyOfBody } from '../../api/forms/key-of-body.ts'
import { ApiError, hasKey, isTemporary } from '../../api/http/api-error.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { useAddWaiting, useChangeWaiting } from './wait-list.queries.ts'
import { changeOfValues, formFieldOf, inputOfValues, type WaitingFormValues } from './wait-list-values.ts'

export type WaitingFaults = Partial<Record<keyof WaitingFormValues, string>>

export interface SaveWaitingOptions {
  practiceId: number
  /** Absent for a new one. */
  stored: WaitingPatient | undefined
  onSaved: (waiting: WaitingPatient) => void
}

/** Saves the form and says why not: a change by somebody else, faults of fields, no connection. Keeps what was typed. */
export const useSaveWaiting = ({ practiceId, stored, onSaved }: SaveWaitingOptions) => {
  const { t } = useTranslation(['waitList', 'error'])
  const add = useAddWaiting(practiceId)
  const change = useChangeWaiting(practiceId)
  const errors = useErrorText()
  const [keyOf] = useState(() => createKeyOfBody())
  const [base, setBase] = useState(stored)
  const [theirs, setTheirs] = useState<WaitingPatient>()
  const [faults, setFaults] = useState<WaitingFaults>({})
  const [problem, setProblem] = useState<string>()

  const forget = () => {
    setTheirs(undefined)
    setFaults({})
    setProblem(undefined)
  }

  const onError = (error: unknown) => {
    if (hasKey(error, 'version_conflict')) {
      setTheirs(error.metadata.current as WaitingPatient)
      return
    }
    if (isTemporary(error)) {
      setProblem(t('error:connection_lost'))
      return
    }
    if (!(error instanceof ApiError) || error.status === 401) {
      reportError(error)
      return
    }
    const named = Object.entries(errors.fieldTextsOf(error)).flatMap(([field, text]) => {
      const name = formFieldOf(field)
      return name ? [[name, text] as const] : []
    })
    setFaults(Object.fromEntries(named))
    if (named.length === 0) setProblem(errors.textOf(error))
  }

  const save = (values: WaitingFormValues, over = base) => {
    forget()
    const answered = { onSuccess: onSaved, onError }
    if (over) {
      change.mutate({ id: over.id, change: changeOfValues(values, over) }, answered)
      return
    }
    if (values.patient === null) {
      setFaults({ patient: t('form.needsPatient') })
      return
    }
    const input = inputOfValues(values, values.patient)
    add.mutate({ input, idempotencyKey: keyOf(input) }, answered)
  }

  return {
    save,
    pending: add.isPending || change.isPending,
    faults,
    problem,
    theirs,
    /** Writes over what a colleague saved meanwhile, and puts back on the list whom they took off it. */
    saveOverTheirs: (values: WaitingFormValues) => save(values, theirs),
    /** Goes on from what a colleague saved. */
    seeTheirs: () => {
      setBase(theirs)
      forget()
    },
  }
}

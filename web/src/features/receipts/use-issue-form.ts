import type { Receipt } from '@ulna/contract/receipts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isTemporary } from '../../api/api-error.ts'
import { reportError } from '../../api/app-errors.ts'
import { createKeyOfBody } from '../../api/key-of-body.ts'
import { usePracticeSession } from '../../api/session.ts'
import { useErrorText } from '../../api/use-error-text.ts'
import { formFieldOf, inputOf, missingIn, type ReceiptFormValues } from './receipt-values.ts'
import { useIssueReceipt } from './receipts.queries.ts'

/** By the name of the field of the form. */
export type ReceiptFaults = Readonly<Record<string, string>>

/** Issues what the form says, once however often it is sent, and says why not. Keeps what was typed. */
export const useIssueForm = (onIssued: (receipt: Receipt) => void) => {
  const { t } = useTranslation(['receipts', 'error'])
  const { authPractice } = usePracticeSession()
  const issue = useIssueReceipt(authPractice.id)
  const errors = useErrorText()
  const [keyOf] = useState(() => createKeyOfBody())
  const [faults, setFaults] = useState<ReceiptFaults>({})
  const [problem, setProblem] = useState<string>()

  const onError = (error: unknown) => {
    if (isTemporary(error)) return setProblem(t('error:connection_lost'))
    if (!(error instanceof ApiError) || error.status === 401) return reportError(error)
    const named = Object.entries(errors.fieldTextsOf(error)).map(
      ([field, text]) => [formFieldOf(field), text] as const,
    )
    setFaults(Object.fromEntries(named))
    if (named.length === 0) setProblem(errors.textOf(error))
  }

  const send = (values: ReceiptFormValues) => {
    const missing = missingIn(values)
    setFaults(Object.fromEntries(missing.map((name) => [name, t('form.missing')])))
    setProblem(undefined)
    if (missing.length > 0 || values.patient === null) return
    const input = inputOf(values, values.patient)
    issue.mutate({ input, idempotencyKey: keyOf(input) }, { onSuccess: onIssued, onError })
  }
  return { send, faults, problem, pending: issue.isPending }
}

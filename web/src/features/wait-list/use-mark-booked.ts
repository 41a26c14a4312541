import { useMutation } from '@tanstack/react-query'
import type { WaitingPatient } from '@ulna/contract/wait-list/wait-list'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { messages } from '../../api/http/messages.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import { sendChange, useListChanged } from './wait-list.queries.ts'
import { bookedBeside, changeOfBooked } from './wait-list-values.ts'

/**
 * For the page that books: the patient has a time now and waits no more. Where a colleague booked, changed or withdrew
 * the wish meanwhile the list stays as it is, and that is said: the appointment may be the second one.
 */
export const useMarkBooked = (practiceId: number) => {
  const { t } = useTranslation('waitList')
  const changed = useListChanged(practiceId)
  return useMutation({
    mutationFn: (waiting: WaitingPatient) => sendChange({ id: waiting.id, change: changeOfBooked(waiting) }),
    onSuccess: changed,
    onError: (error, { patientName: name }) => {
      void changed()
      if (!hasKey(error, 'version_conflict')) return reportError(error)
      const { status } = error.metadata.current as WaitingPatient
      messages.queue({ kind: 'error', key: t(`bookedBeside.${bookedBeside[status]}`, { name }) })
    },
    meta: { showsOwnErrors: true },
  })
}

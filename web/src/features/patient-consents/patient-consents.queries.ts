import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { patientConsentEndpoints } from '@ulna/contract/patient-consents/patient-consents'
import { call, payloadOf } from '../../api/session/client.ts'

/** Below the file: what changes in it is read anew with it. */
const consentsKey = (patientId: number) => ['patient', patientId, 'file', 'consents'] as const

/** The consents of a patient, newest first. */
export const consentsQuery = (patientId: number) =>
  queryOptions({
    queryKey: consentsKey(patientId),
    queryFn: ({ signal }) => payloadOf(call(patientConsentEndpoints.find, { params: { patientId }, signal })),
    meta: { showsOwnErrors: true },
  })

/** The patient takes a consent back; the reason is theirs to give or not. */
export const useWithdrawConsent = ({ id, ownerId }: { id: number; ownerId: number }) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      call(patientConsentEndpoints.withdraw, {
        params: { recordId: id },
        body: reason === '' ? {} : { reason },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: consentsKey(ownerId) }),
    meta: { successMessage: true },
  })
}

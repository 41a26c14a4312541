import { queryOptions } from '@tanstack/react-query'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { call } from '../../../api/session/client.ts'

/** The caller's day in one answer; kept fresh while the page is open. */
export const todayQuery = queryOptions({
  queryKey: ['appointments', 'today'],
  queryFn: ({ signal }) => call(appointmentEndpoints.today, { signal }).then((answer) => answer.payload),
  refetchInterval: 60_000,
  staleTime: 5_000,
  meta: { showsOwnErrors: true },
})

/** At most nine patients, newest control first (specification §9). */
export const latestPatientsQuery = queryOptions({
  queryKey: ['patients', 'latest'],
  queryFn: ({ signal }) =>
    call(patientEndpoints.findLatestByUser, { signal }).then((answer) => answer.payload),
  meta: { showsOwnErrors: true },
})

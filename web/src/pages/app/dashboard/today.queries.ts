import { queryOptions } from '@tanstack/react-query'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { type DayScope, todayEndpoints } from '@ulna/contract/today/today'
import { call } from '../../../api/session/client.ts'

/** What is asked of the day; what is left out the server chooses. */
export interface DayWish {
  readonly scope?: DayScope | undefined
  /** `YYYY-MM-DD` */
  readonly day?: string | undefined
}

/** The day in one answer; kept fresh while the page is open. */
export const todayQuery = ({ scope, day }: DayWish) =>
  queryOptions({
    queryKey: ['appointments', 'today', scope ?? 'usual', day ?? 'now'],
    queryFn: async ({ signal }) => {
      const query = { ...(scope && { scope }), ...(day !== undefined && { day }) }
      return (await call(todayEndpoints.read, { query, signal })).payload
    },
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

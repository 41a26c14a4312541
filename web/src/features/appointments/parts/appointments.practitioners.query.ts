import { queryOptions } from '@tanstack/react-query'
import { type Practitioner, practiceEndpoints } from '@ulna/contract/practices/practices'
import { call } from '../../../api/session/client.ts'

/** Practitioners whose agenda can be booked, by name. */
export const bookablePractitionersQuery = (practiceId: number) =>
  queryOptions({
    queryKey: ['practitioners', practiceId, 'bookable'],
    queryFn: async ({ signal }): Promise<Practitioner[]> =>
      (await call(practiceEndpoints.doctors, { signal })).payload.filter(({ bookable }) => bookable),
    staleTime: 5 * 60_000,
  })

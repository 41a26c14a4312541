import { queryOptions } from '@tanstack/react-query'
import { type Doctor, practiceEndpoints } from '@ulna/contract/practices/practices'
import { call } from '../../../api/session/client.ts'

/** Practitioners whose agenda can be booked, by name. */
export const bookableDoctorsQuery = (practiceId: number) =>
  queryOptions({
    queryKey: ['doctors', practiceId, 'bookable'],
    queryFn: async ({ signal }): Promise<Doctor[]> =>
      (await call(practiceEndpoints.doctors, { signal })).payload.filter(({ bookable }) => bookable),
    staleTime: 5 * 60_000,
  })

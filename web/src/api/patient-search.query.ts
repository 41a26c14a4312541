import { queryOptions } from '@tanstack/react-query'
import { type PatientRow, patientEndpoints } from '@ulna/contract/patients/patients'
import { call } from './session/client.ts'

const fewestLetters = 2

/** The patients to choose from while somebody types a name. */
export const patientSearchQuery = (practiceId: number, text: string) =>
  queryOptions({
    queryKey: ['patients', practiceId, 'choose', text],
    queryFn: async ({ signal }): Promise<PatientRow[]> =>
      (
        await call(patientEndpoints.findByName, {
          params: { name: text },
          query: { limit: 8 },
          signal,
          silent: true,
        })
      ).payload,
    enabled: text.length >= fewestLetters,
    staleTime: 30_000,
    meta: { showsOwnErrors: true },
  })

import { queryOptions } from '@tanstack/react-query'
import { type PatientRow, patientEndpoints } from '@ulna/contract/patients/patients'
import { call, payloadOf } from '../../api/session/client.ts'
import { alikeOf, type Newcomer, textsToSeek } from './alike-patients.ts'

const findByText = (name: string, signal: AbortSignal) =>
  payloadOf(
    call(patientEndpoints.findByName, { params: { name }, query: { limit: 50 }, signal, silent: true }),
  )

/** Patients with that name or address. Asked only once there is enough to compare. */
export const alikeQuery = (person: Newcomer) => {
  const texts = textsToSeek(person)
  return queryOptions({
    queryKey: ['patients', 'alike', person],
    enabled: texts.length > 0,
    queryFn: async ({ signal }): Promise<PatientRow[]> => {
      const found = await Promise.all(texts.map((text) => findByText(text, signal)))
      return alikeOf(found.flat(), person)
    },
    meta: { showsOwnErrors: true },
  })
}

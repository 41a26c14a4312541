import { queryOptions } from '@tanstack/react-query'
import { patientEndpoints } from '@ulna/contract/patients'
import { call } from '../../api/client.ts'
import type { ChosenPatient } from './appointment-form-values.ts'

/** The patient an appointment is booked for when the address names one. */
export const chosenPatientQuery = (practiceId: number, id: number | undefined) =>
  queryOptions({
    queryKey: ['chosen-patient', practiceId, id],
    enabled: id !== undefined,
    queryFn: async (): Promise<ChosenPatient> => {
      const { payload } = await call(patientEndpoints.read, { params: { id: id ?? 0 } })
      return { id: payload.id, name: `${payload.firstName} ${payload.lastName}` }
    },
  })

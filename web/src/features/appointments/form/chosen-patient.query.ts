import { queryOptions } from '@tanstack/react-query'
import type { ChosenPatient } from './appointment-form-values.ts'

/** The patient an appointment is booked for when the address names one. */
export const chosenPatientQuery = (practiceId: number, id: number | undefined) =>
  queryOptions({
    queryKey: ['chosen-patient', practiceId, id],
    enabled: id !== undefined,
    // Few addresses name a patient: the agenda does not wait for the code that asks for one.
    queryFn: async (): Promise<ChosenPatient> =>
      (await import('./chosen-patient.call.ts')).readChosen(id ?? 0),
  })

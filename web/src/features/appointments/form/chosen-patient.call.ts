import { patientEndpoints } from '@ulna/contract/patients/patients'
import { call } from '../../../api/session/client.ts'
import type { ChosenPatient } from './appointment-form-values.ts'

export const readChosen = async (id: number): Promise<ChosenPatient> => {
  const { payload } = await call(patientEndpoints.read, { params: { id } })
  return { id: payload.id, name: `${payload.firstName} ${payload.lastName}` }
}

import { type Appointment, appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { moduleEndpoints, type RecordModule } from '@ulna/contract/modules/modules'
import { type Patient, patientEndpoints } from '@ulna/contract/patients/patients'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import type { TestPerson } from './people.ts'

const created = <T>(answer: { status: number; payload: T; text: string }): T => {
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer.payload
}

export const createPatient = async (
  app: TestApp,
  by: TestPerson,
  given: Record<string, unknown> = {},
): Promise<Patient> =>
  created(
    await callEndpoint(app, patientEndpoints.create, {
      token: by.token,
      body: { firstName: 'Mariana', lastName: 'Gómez Lara', ...given },
    }),
  )

export const caseInput = (patientId: number, data: Record<string, unknown> = {}) => ({
  ownerId: patientId,
  type: 'control',
  subtype: 'case',
  recordClassId: 'case_default',
  data: { name: 'Manguito rotador, hombro derecho', painIntensity: 8, sessions: 10, ...data },
})

export const followUpInput = (patientId: number, caseId: number, data: Record<string, unknown> = {}) => ({
  ownerId: patientId,
  type: 'control',
  subtype: 'follow_up',
  recordClassId: 'followup_default',
  data: { case: caseId, patientObs: 'Duerme de corrido.', painIntensity: 4, ...data },
})

export const historyInput = (patientId: number, data: Record<string, unknown> = {}) => ({
  ownerId: patientId,
  type: 'med_hist',
  recordClassId: 'med_hist_default',
  data: { gender: 'f', profession: 'Docente', ...data },
})

export const writeRecord = async (
  app: TestApp,
  by: TestPerson,
  body: Record<string, unknown>,
): Promise<RecordRow> => created(await callEndpoint(app, recordEndpoints.create, { token: by.token, body }))

export const installModule = async (app: TestApp, by: TestPerson, id: string): Promise<void> => {
  const { status, text } = await callEndpoint(app, moduleEndpoints.install, {
    token: by.token,
    params: { id },
  })
  if (status !== 200) throw new Error(`answered ${status}: ${text}`)
}

/** Whatever ships, so that every class can be written with. */
export const installEveryModule = async (app: TestApp, by: TestPerson): Promise<void> => {
  const { payload } = await callEndpoint(app, moduleEndpoints.list, { token: by.token })
  for (const { id } of payload as RecordModule[]) await installModule(app, by, id)
}

export const bookAppointment = async (
  app: TestApp,
  by: TestPerson,
  given: Record<string, unknown> = {},
): Promise<Appointment> =>
  created(
    await callEndpoint(app, appointmentEndpoints.create, {
      token: by.token,
      body: {
        doctorId: by.doctorId,
        start: '2026-11-23T15:00:00Z',
        end: '2026-11-23T15:45:00Z',
        title: 'Control',
        ...given,
      },
    }),
  )

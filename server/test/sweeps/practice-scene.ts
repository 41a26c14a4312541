import { randomUUID } from 'node:crypto'
import { draftEndpoints } from '@ulna/contract/drafts'
import type { TestApp } from '../build-test-app.ts'
import { callEndpoint } from '../client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../factories/clinical.ts'
import type { TestPerson } from '../factories/people.ts'

/** A white square of two pixels a side, as data URL. */
export const tinyPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWP4DwYMEAoAU7oL9W/sIDEAAAAASUVORK5CYII='

/** Things of one practice: ids that a call may name, and texts that only this practice may ever read. */
export interface PracticeScene {
  readonly practiceId: number
  readonly doctorId: number
  readonly username: string
  readonly password: string
  readonly patientId: number
  /** A second patient without records and appointments. */
  readonly emptyPatientId: number
  readonly historyId: number
  readonly caseId: number
  readonly followUpId: number
  readonly appointmentId: number
  /** In every text of the scene, and nowhere else. */
  readonly canary: string
}

const clinicalTexts = (canary: string) => ({
  history: { allergies: `Látex ${canary}`, profession: `Docente ${canary}` },
  case: { name: `Manguito rotador ${canary}`, painDescription: `Punzante ${canary}` },
  followUp: { patientObs: `Duerme mejor ${canary}`, exercises: `Péndulo ${canary}` },
})

const contactOf = (canary: string) => ({
  firstName: `Mariana ${canary}`,
  lastName: `Gómez ${canary}`,
  fileId: `F ${canary}`,
  birthDate: '1985-04-03',
  socialId: `CC ${canary}`,
  phone: `300 ${canary}`,
  mobile: `310 ${canary}`,
  email: `${canary}@patients.test`,
  address: `Calle 10 ${canary}`,
  note: `Nota ${canary}`,
  profileImg: { data: tinyPicture },
})

/** When the n-th scene of a test file books, so that scenes of one doctor do not overlap. */
const slot = (n: number) => ({
  start: new Date(Date.UTC(2030, 0, 1 + n, 15)).toISOString(),
  end: new Date(Date.UTC(2030, 0, 1 + n, 16)).toISOString(),
})

let scenes = 0

/**
 * A patient with a file in every kind of record, an appointment and a draft. `by` registers and books; `clinician`
 * writes the clinical part and may be the same person.
 */
export const stageScene = async (app: TestApp, by: TestPerson, clinician = by): Promise<PracticeScene> => {
  const canary = `canary${randomUUID().slice(0, 8)}`
  const texts = clinicalTexts(canary)
  const patient = await createPatient(app, by, contactOf(canary))
  const empty = await createPatient(app, by, { firstName: 'Vacío', lastName: canary })
  const history = await writeRecord(app, clinician, historyInput(patient.id, texts.history))
  const diagnosis = await writeRecord(app, clinician, caseInput(patient.id, texts.case))
  const followUp = await writeRecord(app, clinician, followUpInput(patient.id, diagnosis.id, texts.followUp))
  scenes += 1
  const appointment = await bookAppointment(app, by, {
    ...slot(scenes),
    patientId: patient.id,
    title: `Control ${canary}`,
    note: `Trae radiografía ${canary}`,
    patientNote: `Ropa cómoda ${canary}`,
  })
  await callEndpoint(app, draftEndpoints.save, {
    token: clinician.token,
    params: { patientId: patient.id, key: `record:${diagnosis.id}` },
    body: { data: { name: `Borrador ${canary}` } },
  })
  return {
    practiceId: by.practiceId,
    doctorId: by.doctorId,
    username: by.username,
    password: by.password,
    patientId: patient.id,
    emptyPatientId: empty.id,
    historyId: history.id,
    caseId: diagnosis.id,
    followUpId: followUp.id,
    appointmentId: appointment.id,
    canary,
  }
}

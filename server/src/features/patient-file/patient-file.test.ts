import {
  mostOfNote,
  type PatientGlance,
  patientFileEndpoints,
} from '@ulna/contract/patient-file/patient-file'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  followUpInput,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { addFile, writeDocument } from '../../../test/factories/files.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
import { addMember } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const patient = await createPatient(app, owner)

const hour = 3_600_000

const openings = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events
    where action = 'patient.file_opened' and patient_id = ${patient.id}`.execute(app.owner.queries)
  return rows[0]?.count ?? 0
}

const openFile = (id: number) =>
  callEndpoint(app, patientFileEndpoints.open, { token: owner.token, params: { id } })

it('a file is opened with the records, files, packages and next visit of its patient, in one row of the trail', async () => {
  const record = await writeRecord(app, owner, caseInput(patient.id))
  const document = await writeDocument(app, owner, patient.id)
  const file = await addFile(app, owner, { recordId: document.id })
  const sold = await sellPackage(app, owner, patient.id)
  const start = new Date(Math.ceil(Date.now() / hour) * hour + 24 * hour)
  const visit = await bookAppointment(app, owner, {
    patientId: patient.id,
    start: start.toISOString(),
    end: new Date(start.getTime() + hour).toISOString(),
  })
  const { payload, metadata } = await openFile(patient.id)
  expect(payload).toMatchObject({
    patient: { id: patient.id },
    records: [{ id: document.id }, { id: record.id }],
    sessionPackages: [{ id: sold.id }],
  })
  expect(metadata).toMatchObject({ total: 2, files: [{ id: file.id }], nextAppointment: { id: visit.id } })
  expect(await openings()).toBe(1)
})

it('the file of a patient who is not here is not found, and nobody opened it', async () => {
  const before = await openings()
  expect((await openFile(patient.id + 1_000_000)).status).toBe(404)
  expect(await openings()).toBe(before)
})

it('a glance tells alerts, the last note, packages and the next visit; the clinical part to clinical members alone', async () => {
  const seen = await createPatient(app, owner)
  const glance = (token: string) =>
    callEndpoint(app, patientFileEndpoints.glance, { token, params: { id: seen.id } })
  expect((await glance(owner.token)).payload).toMatchObject({
    patient: { id: seen.id },
    alerts: [],
    lastNote: null,
    sessionPackages: [],
    nextAppointment: null,
  })
  await writeRecord(app, owner, historyInput(seen.id, { allergies: 'Látex\nPenicilina' }))
  const { id: caseId } = await writeRecord(app, owner, caseInput(seen.id))
  await writeRecord(app, owner, followUpInput(seen.id, caseId, { patientObs: 'Antes' }))
  const last = await writeRecord(
    app,
    owner,
    followUpInput(seen.id, caseId, {
      patientObs: `Duele menos ${'x'.repeat(500)}`,
      treatmentApplied: 'Movilización',
    }),
  )
  const sold = await sellPackage(app, owner, seen.id)
  const { payload } = await glance(owner.token)
  expect(payload).toMatchObject({
    alerts: [
      { kind: 'allergy', text: 'Látex' },
      { kind: 'allergy', text: 'Penicilina' },
    ],
    lastNote: { recordId: last.id, sessionNumber: 2 },
    sessionPackages: [{ id: sold.id }],
  })
  const { lastNote } = payload as PatientGlance
  expect(lastNote?.text).toMatch(/^Duele menos x+…$/)
  expect([...(lastNote?.text ?? '')]).toHaveLength(mostOfNote)
  const desk = await addMember(app, owner.practiceId, 'assistant', false)
  expect((await glance(desk.token)).payload).toMatchObject({
    alerts: [],
    lastNote: null,
    sessionPackages: [{ id: sold.id }],
  })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events
    where action = 'patient.glanced' and patient_id = ${seen.id}`.execute(app.owner.queries)
  expect(rows[0]?.count).toBe(3)
})

import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { bookAppointment, caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { addFile, writeDocument } from '../../../test/factories/files.ts'
import { sellPackage } from '../../../test/factories/packages.ts'
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

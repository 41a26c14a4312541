import { fileEndpoints } from '@ulna/contract/files/files'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { follow, type TestFollower } from '../../../test/event-stream.ts'
import { caseInput, createPatient, historyInput, writeRecord } from '../../../test/factories/clinical.ts'
import { addFile, writeDocument } from '../../../test/factories/files.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { listen } from '../../../test/sweeps/scene/raw-request.ts'
import { testPractice } from '../../../test/test-practice.ts'

let colleague: TestFollower

const { app, owner } = await testPractice()

beforeAll(async () => {
  const token = await mintToken(app, owner)
  colleague = await follow(await listen(app.server), { authorization: `Bearer ${token}` })
  await colleague.heard('ready')
})
afterAll(async () => {
  colleague.leave()
})

const told = (patientId: number) => ({ topic: 'records', ids: [patientId], many: false })

describe('whoever has a file open', () => {
  it('hears of every change to it by the id of the patient, and of nothing that was refused', async () => {
    const patient = await createPatient(app, owner)
    const { token } = owner
    const record = await writeRecord(app, owner, caseInput(patient.id))
    const { id } = record
    await writeRecord(app, owner, historyInput(patient.id))
    await writeRecord(app, owner, historyInput(patient.id, { profession: 'Jubilada' }))
    await callEndpoint(app, recordEndpoints.update, {
      params: { id },
      token,
      body: { data: { name: 'Capsulitis' } },
    })
    const refused = await callEndpoint(app, recordEndpoints.update, {
      params: { id },
      token,
      body: { data: { name: '' } },
    })
    expect(refused.status).toBe(400)
    await callEndpoint(app, addendumEndpoints.create, { params: { id }, token, body: { text: 'Nota' } })
    await callEndpoint(app, recordEndpoints.remove, {
      params: { id },
      token,
      query: { reason: 'Escrito en otro paciente' },
    })
    await callEndpoint(app, patientEndpoints.update, {
      params: { id: patient.id },
      token,
      body: { unlocked: true, reason: 'Corregir la fecha' },
    })
    await colleague.heard('change', 7)
    expect(colleague.changes).toEqual(Array.from({ length: 7 }, () => told(patient.id)))
  })
  it('hears of a file when it came, when it is ready, when its document says what it is, and when it goes', async () => {
    const before = colleague.changes.length
    const patient = await createPatient(app, owner)
    const document = await writeDocument(app, owner, patient.id)
    const file = await addFile(app, owner, { recordId: document.id })
    const { token } = owner
    await callEndpoint(app, fileEndpoints.changeSubtype, {
      params: { id: document.id, subtype: 'photo' },
      token,
    })
    await callEndpoint(app, fileEndpoints.remove, { params: { id: file.id }, token })
    await colleague.heard('change', before + 5)
    expect(colleague.changes.slice(before)).toEqual(Array.from({ length: 5 }, () => told(patient.id)))
  })
})

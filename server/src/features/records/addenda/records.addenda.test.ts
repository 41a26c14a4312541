import { type PatientFileMetadata, patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { type Addendum, recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../../test/factories/clinical.ts'
import { addMember } from '../../../../test/factories/people.ts'
import { testPractice } from '../../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
const assistant = await addMember(app, owner.practiceId, 'assistant', false)

const add = (id: number, text: string, by = owner) =>
  callEndpoint(app, addendumEndpoints.create, { params: { id }, token: by.token, body: { text } })
const list = async (id: number): Promise<Addendum[]> =>
  (await callEndpoint(app, addendumEndpoints.list, { params: { id }, token: owner.token })).payload
const fileOf = (id: number, by = owner) =>
  callEndpoint(app, patientFileEndpoints.open, { params: { id }, token: by.token })

const changeRow = (id: number, columns: { signed?: boolean; created_at?: Date }) =>
  app.owner.queries.updateTable('records').set(columns).where('id', '=', id).execute()

const writeCase = async () => {
  const patient = await createPatient(app, owner)
  return { patient, record: await writeRecord(app, owner, caseInput(patient.id)) }
}

describe('an addendum', () => {
  it('is added by the author to a signed record of a locked file, long after it was written', async () => {
    const { record } = await writeCase()
    await changeRow(record.id, { signed: true, created_at: new Date(Date.now() - 90 * 86_400_000) })
    const answer = await add(record.id, '  La resonancia del 3 de marzo confirma la rotura.\n')
    expect(answer).toMatchObject({
      status: 201,
      payload: {
        recordId: record.id,
        text: 'La resonancia del 3 de marzo confirma la rotura.',
        author: { id: owner.doctorId },
      },
    })
    const read = await callEndpoint(app, recordEndpoints.read, {
      params: { id: record.id },
      token: owner.token,
    })
    expect(read.payload).toMatchObject({ version: 1, signed: true })
  })

  it('D9 fifty of them keep their order and leave the record as it was, byte for byte', async () => {
    const { patient, record } = await writeCase()
    await changeRow(record.id, { signed: true })
    const stored = () =>
      app.owner.queries
        .selectFrom('records')
        .selectAll()
        .where('id', '=', record.id)
        .executeTakeFirstOrThrow()
    const before = await stored()
    const texts = Array.from({ length: 50 }, (_, number) => `Nota ${number + 1}`)
    for (const text of texts) expect((await add(record.id, text)).status).toBe(201)
    expect((await list(record.id)).map(({ text }) => text)).toEqual(texts)
    expect(await stored()).toEqual(before)
    const { metadata } = await fileOf(patient.id)
    expect((metadata as PatientFileMetadata).addenda.map(({ text }) => text)).toEqual(texts)
  })

  it('D9 is refused to everybody but the author, and on a void record', async () => {
    const { record } = await writeCase()
    expect(await add(record.id, 'Opino otra cosa', colleague)).toMatchObject({
      status: 403,
      errors: [{ message: 'author_required' }],
    })
    expect(await add(record.id, 'Sin acceso', assistant)).toMatchObject({
      status: 403,
      errors: [{ message: 'clinical_access_required' }],
    })
    await callEndpoint(app, recordEndpoints.remove, {
      params: { id: record.id },
      query: { reason: 'Escrito en otro paciente' },
      token: owner.token,
    })
    expect(await add(record.id, 'Demasiado tarde')).toMatchObject({
      status: 409,
      errors: [{ message: 'record_voided' }],
    })
    expect(await list(record.id)).toEqual([])
  })

  it('is refused when it says nothing or too much, and says which field', async () => {
    const { record } = await writeCase()
    for (const text of ['', '   \n ', 'x'.repeat(20_001)])
      expect(await add(record.id, text)).toMatchObject({ status: 400, errors: [{ field: 'text' }] })
  })

  it('stays behind for members without clinical access', async () => {
    const { patient, record } = await writeCase()
    await add(record.id, 'canary-addendum')
    const answer = await fileOf(patient.id, assistant)
    expect(answer.metadata).toMatchObject({ addenda: [] })
    expect(answer.text).not.toContain('canary')
  })
})

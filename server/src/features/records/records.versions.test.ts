import { type RecordRow, type RecordVersion, recordEndpoints } from '@ulna/contract/records/records'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, historyInput, writeRecord } from '../../../test/factories/clinical.ts'
import { addMember, type TestPerson } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)

const put = (id: number, body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, recordEndpoints.update, { params: { id }, token: by.token, body })
const versionsOf = async (id: number): Promise<RecordVersion[]> =>
  (await callEndpoint(app, recordEndpoints.versions, { params: { id }, token: owner.token })).payload
const read = async (id: number): Promise<RecordRow> =>
  (await callEndpoint(app, recordEndpoints.read, { params: { id }, token: owner.token })).payload
const sign = (id: number) =>
  app.owner.queries.updateTable('records').set({ signed: true }).where('id', '=', id).execute()

const closing = { caseStatus: 'closed', caseOutcome: 'improved', caseClosedOn: '2025-11-20' }
const writeCase = async (): Promise<RecordRow> =>
  writeRecord(app, owner, { ...caseInput((await createPatient(app, owner)).id), date: '2025-11-02' })

describe('the versions of a record', () => {
  it('say what made each: content, the state of a case, the void', async () => {
    const { id } = await writeCase()
    await put(id, { data: { name: 'Hombro' } })
    await put(id, closing, colleague)
    await put(id, { caseStatus: 'active', reason: 'Recaída' })
    await callEndpoint(app, recordEndpoints.remove, {
      params: { id },
      query: { reason: 'Escrito en otro paciente' },
      token: owner.token,
    })
    expect(await versionsOf(id)).toMatchObject([
      { version: 1, change: 'content', caseStatus: 'active', recordClassId: 'case_default' },
      { version: 2, change: 'content', caseStatus: 'active', data: { name: 'Hombro' } },
      {
        version: 3,
        change: 'case_closed',
        author: { id: colleague.doctorId },
        caseStatus: 'closed',
        caseOutcome: 'improved',
        caseClosedOn: '2025-11-20',
      },
      { version: 4, change: 'case_reopened', caseStatus: 'active', caseOutcome: null, reason: 'Recaída' },
      { version: 5, change: 'voided', reason: 'Escrito en otro paciente' },
    ])
  })

  it('a correction that closes the case too is two versions, each of one kind', async () => {
    const { id } = await writeCase()
    expect((await put(id, { data: { name: 'Hombro' }, ...closing, version: 1 })).payload).toMatchObject({
      version: 3,
      name: 'Hombro',
      caseStatus: 'closed',
    })
    expect((await versionsOf(id)).map(({ change }) => change)).toEqual(['content', 'content', 'case_closed'])
  })

  it('a signed case closes and opens again, its content untouched', async () => {
    const { id, data } = await writeCase()
    await sign(id)
    expect(await put(id, { ...closing, data: { name: 'Otro' } })).toMatchObject({
      status: 409,
      errors: [{ message: 'record_signed' }],
    })
    expect(await put(id, closing, colleague)).toMatchObject({
      status: 200,
      payload: { version: 2, signed: true, caseStatus: 'closed', caseOutcome: 'improved', data },
    })
    expect((await put(id, { caseStatus: 'active', reason: 'Recaída' })).payload).toMatchObject({
      version: 3,
      signed: true,
      caseStatus: 'active',
      caseOutcome: null,
      caseClosedOn: null,
      data,
    })
    expect((await versionsOf(id)).map(({ change }) => change)).toEqual([
      'content',
      'case_closed',
      'case_reopened',
    ])
  })

  it('D10 a void record is read as it was, and nothing makes it count again', async () => {
    const { id, data } = await writeCase()
    await callEndpoint(app, recordEndpoints.remove, {
      params: { id },
      query: { reason: 'Escrito en otro paciente' },
      token: owner.token,
    })
    for (const body of [{ data: { name: 'Vuelve' } }, closing, { voidedAt: null, data: { name: 'Vuelve' } }])
      expect(await put(id, body)).toMatchObject({ status: 409, errors: [{ message: 'record_voided' }] })
    expect(await read(id)).toMatchObject({ data, voidReason: 'Escrito en otro paciente' })
  })
})

describe('a medical history that two clinicians update', () => {
  it('tells the second that it was written meanwhile, with what it says now, and keeps both texts', async () => {
    const patient = await createPatient(app, owner)
    const first = await writeRecord(app, owner, historyInput(patient.id))
    const post = (profession: string, version: number, by: TestPerson) =>
      callEndpoint(app, recordEndpoints.create, {
        token: by.token,
        body: { ...historyInput(patient.id), data: { profession }, version },
      })
    expect((await post('Pensionada', 1, colleague)).payload).toMatchObject({ id: first.id, version: 2 })
    expect(await post('Docente de música', 1, owner)).toMatchObject({
      status: 409,
      errors: [{ message: 'version_conflict' }],
      metadata: { current: { version: 2, data: { profession: 'Pensionada' } } },
    })
    expect((await versionsOf(first.id)).map(({ data }) => data.profession)).toEqual(['Docente', 'Pensionada'])
  })
})

describe('the subtype of a document', () => {
  const write = async (subtype: string | null) => {
    const { id } = await createPatient(app, owner)
    return callEndpoint(app, recordEndpoints.create, {
      token: owner.token,
      body: { ownerId: id, type: 'document', subtype, recordClassId: 'document', data: { name: 'Informe' } },
    })
  }

  it('is one that documents have', async () => {
    for (const subtype of ['temporal', 'exam', 'pdf', 'xray', 'photo', null])
      expect((await write(subtype)).status).toBe(201)
    for (const subtype of ['foo', 'case', 'Exam', ''])
      expect(await write(subtype)).toMatchObject({ status: 400, errors: [{ field: 'subtype' }] })
  })
})

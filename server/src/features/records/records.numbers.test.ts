import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../../../test/factories/clinical.ts'
import { addMember } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()

const put = (id: number, body: Record<string, unknown>, by = owner) =>
  callEndpoint(app, recordEndpoints.update, { params: { id }, token: by.token, body })
const moveTo = (id: number, caseId: number, by = owner) =>
  put(id, { data: followUpInput(0, caseId).data }, by)
const voidRecord = (id: number) =>
  callEndpoint(app, recordEndpoints.remove, {
    params: { id },
    query: { reason: 'Escrito en otro paciente' },
    token: owner.token,
  })
const read = async (id: number): Promise<RecordRow> =>
  (await callEndpoint(app, recordEndpoints.read, { params: { id }, token: owner.token })).payload

/** A patient with two cases. */
const stage = async () => {
  const { id: patientId } = await createPatient(app, owner)
  const opened = { date: '2025-11-02' }
  const shoulder = await writeRecord(app, owner, { ...caseInput(patientId), ...opened })
  const knee = await writeRecord(app, owner, { ...caseInput(patientId, { name: 'Rodilla' }), ...opened })
  const followUp = (caseId: number) => writeRecord(app, owner, followUpInput(patientId, caseId))
  return { patientId, shoulder, knee, followUp }
}

describe('the number of a follow-up', () => {
  it('stays when an earlier one is voided, and is not given again', async () => {
    const { shoulder, followUp } = await stage()
    const written = [await followUp(shoulder.id), await followUp(shoulder.id), await followUp(shoulder.id)]
    await voidRecord(written[0]?.id ?? 0)
    expect(await Promise.all(written.map(async ({ id }) => (await read(id)).sessionNumber))).toEqual([
      1, 2, 3,
    ])
    expect((await followUp(shoulder.id)).sessionNumber).toBe(4)
  })

  it('of the only one is not given again after that was voided', async () => {
    const { shoulder, followUp } = await stage()
    await voidRecord((await followUp(shoulder.id)).id)
    expect((await followUp(shoulder.id)).sessionNumber).toBe(2)
  })
})

describe('a follow-up of the wrong case', () => {
  it('moves to another active case of its patient, takes the next number there, and says so in version and trail', async () => {
    const { shoulder, knee, followUp } = await stage()
    await followUp(knee.id)
    const wrong = await followUp(shoulder.id)
    expect(await moveTo(wrong.id, knee.id)).toMatchObject({
      status: 200,
      payload: { caseId: knee.id, sessionNumber: 2, version: 2, data: { case: knee.id } },
    })
    const versions = await callEndpoint(app, recordEndpoints.versions, {
      params: { id: wrong.id },
      token: owner.token,
    })
    expect(versions.payload).toMatchObject([{ data: { case: shoulder.id } }, { data: { case: knee.id } }])
    const trail = await app.owner.queries
      .selectFrom('audit_events')
      .select(['action', 'detail'])
      .where('subject_id', '=', wrong.id)
      .where('action', '=', 'record.update')
      .execute()
    expect(JSON.parse(String(trail[0]?.detail))).toMatchObject({
      movedFromCase: shoulder.id,
      movedToCase: knee.id,
    })
    expect((await followUp(shoulder.id)).sessionNumber, 'its number is not given again').toBe(2)
  })

  it('has its number again when it comes back', async () => {
    const { shoulder, knee, followUp } = await stage()
    const moved = await followUp(shoulder.id)
    await followUp(shoulder.id)
    await moveTo(moved.id, knee.id)
    expect((await moveTo(moved.id, shoulder.id)).payload).toMatchObject({ sessionNumber: 1 })
    expect((await moveTo(moved.id, knee.id)).payload).toMatchObject({ sessionNumber: 1 })
  })

  it('leaves its number with the case, which the file tells, so that a page can say the next', async () => {
    const { patientId, shoulder, knee, followUp } = await stage()
    await followUp(shoulder.id)
    const wrong = await followUp(shoulder.id)
    const file = () =>
      callEndpoint(app, patientFileEndpoints.open, { params: { id: patientId }, token: owner.token })
    expect((await file()).metadata).toMatchObject({ movedNumbers: [] })
    await moveTo(wrong.id, knee.id)
    expect((await file()).metadata).toMatchObject({
      movedNumbers: [{ caseId: shoulder.id, sessionNumber: 2 }],
    })
  })

  it('stays where it is when the other is closed, of another patient, no case, void or not there', async () => {
    const { patientId, shoulder, knee, followUp } = await stage()
    const { shoulder: foreign } = await stage()
    const wrong = await followUp(shoulder.id)
    const gone = await writeRecord(app, owner, caseInput(patientId))
    await voidRecord(gone.id)
    for (const id of [foreign.id, wrong.id, gone.id, 999_999_999])
      expect(await moveTo(wrong.id, id)).toMatchObject({
        status: 400,
        errors: [{ code: '0600', message: 'patient_record_not_match' }],
      })
    await put(knee.id, { caseStatus: 'closed', caseOutcome: 'recovered', caseClosedOn: '2025-11-20' })
    expect(await moveTo(wrong.id, knee.id)).toMatchObject({
      status: 409,
      errors: [{ message: 'case_closed' }],
    })
    expect(await read(wrong.id)).toMatchObject({ caseId: shoulder.id, sessionNumber: 1, version: 1 })
  })

  it('is moved by its author alone, and not once it is signed', async () => {
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    const { shoulder, knee, followUp } = await stage()
    const wrong = await followUp(shoulder.id)
    expect(await moveTo(wrong.id, knee.id, colleague)).toMatchObject({
      status: 403,
      errors: [{ message: 'author_required' }],
    })
    await app.owner.queries.updateTable('records').set({ signed: true }).where('id', '=', wrong.id).execute()
    expect(await moveTo(wrong.id, knee.id)).toMatchObject({
      status: 409,
      errors: [{ message: 'record_signed' }],
    })
  })
})

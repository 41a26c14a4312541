import { type Printing, printEndpoints } from '@ulna/contract/records/records.print'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../../test/factories/clinical.ts'
import { testPractice } from '../../../../test/test-practice.ts'

const { app, owner } = await testPractice()

type PrintedBody = { scope: 'file' | 'case' | 'record'; recordId?: number }
const print = (patientId: number, body: PrintedBody) =>
  callEndpoint(app, printEndpoints.print, { params: { patientId }, token: owner.token, body })

const rowsOf = (patientId: number) =>
  app.owner.queries
    .selectFrom('audit_events')
    .select(['subject_id', 'detail'])
    .where('action', '=', 'record.print')
    .where('patient_id', '=', patientId)
    .execute()

describe('printing', () => {
  it('leaves who printed what in the trail, and answers when', async () => {
    const patient = await createPatient(app, owner)
    const record = await writeRecord(app, owner, caseInput(patient.id))
    const answer = await print(patient.id, { scope: 'case', recordId: record.id })
    expect(answer.status).toBe(201)
    expect(Math.abs(Date.parse((answer.payload as Printing).at) - Date.now())).toBeLessThan(60_000)
    await print(patient.id, { scope: 'file' })
    const rows = await rowsOf(patient.id)
    expect(rows).toHaveLength(2)
    expect(rows.map((row) => Number(row.subject_id ?? 0)).sort()).toEqual([0, record.id].sort())
  })

  it('of a record needs the record, and the record must be of the patient', async () => {
    const patient = await createPatient(app, owner)
    const other = await createPatient(app, owner)
    const record = await writeRecord(app, owner, caseInput(other.id))
    expect(await print(patient.id, { scope: 'record' })).toMatchObject({
      status: 400,
      errors: [{ field: 'recordId' }],
    })
    expect(await print(patient.id, { scope: 'record', recordId: record.id })).toMatchObject({
      status: 400,
      errors: [{ message: 'patient_record_not_match' }],
    })
    expect(await rowsOf(patient.id)).toEqual([])
  })
})

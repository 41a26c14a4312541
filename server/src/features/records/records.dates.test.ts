import { fileEndpoints } from '@ulna/contract/files/files'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, followUpInput, writeRecord } from '../../../test/factories/clinical.ts'
import { writeDocument } from '../../../test/factories/files.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()

const dayMs = 24 * 60 * 60_000
/** A day of the practice, counted from today. */
const dayFromToday = (days: number): string =>
  dayOfInstant(new Date(Date.now() + days * dayMs).toISOString(), 'America/Bogota')

const post = (body: Record<string, unknown>) =>
  callEndpoint(app, recordEndpoints.create, { token: owner.token, body })
const put = (id: number, body: Record<string, unknown>) =>
  callEndpoint(app, recordEndpoints.update, { params: { id }, token: owner.token, body })
const refused = (field: string, reason: string) => ({
  status: 400,
  errors: [{ message: 'invalid_request', field, params: { reason } }],
})
const closing = (caseClosedOn: string) => ({
  caseStatus: 'closed',
  caseOutcome: 'improved',
  caseClosedOn,
})
const openCase = async (date: string) => {
  const patient = await createPatient(app, owner)
  const { id } = await writeRecord(app, owner, { ...caseInput(patient.id), date })
  return { id, patientId: patient.id }
}

describe('the day of a record', () => {
  it('is not later than today in the zone of the practice, written as a day or as an instant', async () => {
    const { id: patientId } = await createPatient(app, owner)
    const tomorrow = dayFromToday(1)
    for (const date of [tomorrow, `${tomorrow}T15:00:00Z`])
      expect(await post({ ...caseInput(patientId), date })).toMatchObject(refused('date', 'field_future'))
    for (const date of ['2999-01-01', '0206-01-01', '2025-02-29'])
      expect(await post({ ...caseInput(patientId), date })).toMatchObject(refused('date', 'field_date'))
    expect(await post({ ...caseInput(patientId), date: dayFromToday(0) })).toMatchObject({ status: 201 })
  })

  it('of a session is not before its case, on the same day at any hour', async () => {
    const { id, patientId } = await openCase('2026-03-02T20:00:00Z')
    const session = followUpInput(patientId, id)
    expect(await post({ ...session, date: '2026-03-01' })).toMatchObject(refused('date', 'field_before_case'))
    const written = await post({ ...session, date: '2026-03-02T13:00:00Z' })
    expect(written).toMatchObject({ status: 201 })
    const { id: sessionId } = written.payload as { id: number }
    expect(await put(sessionId, { date: '2026-03-01' })).toMatchObject(refused('date', 'field_before_case'))
    expect(await put(sessionId, { date: dayFromToday(1) })).toMatchObject(refused('date', 'field_future'))
  })

  it('of a case is neither after its first session nor after it was closed', async () => {
    const { id, patientId } = await openCase('2026-03-02')
    await writeRecord(app, owner, { ...followUpInput(patientId, id), date: '2026-03-10' })
    expect(await put(id, { date: '2026-03-11' })).toMatchObject(refused('date', 'field_after_follow_up'))
    expect(await put(id, { date: '2026-03-10' })).toMatchObject({ status: 200 })
    expect(await put(id, closing('2026-03-10'))).toMatchObject({ status: 200 })
    expect(await put(id, { date: '2026-03-09' })).toMatchObject({
      status: 409,
      errors: [{ message: 'case_closed' }],
    })
  })

  it('of a document that is completed is not ahead of today either', async () => {
    const { id: patientId } = await createPatient(app, owner)
    const { id } = await writeDocument(app, owner, patientId, { subtype: 'temporal' })
    const complete = (date: string) =>
      callEndpoint(app, fileEndpoints.changeSubtype, {
        params: { id, subtype: 'xray' },
        token: owner.token,
        body: { date, data: { name: 'Hombro AP' } },
      })
    expect(await complete(dayFromToday(1))).toMatchObject(refused('date', 'field_future'))
    expect(await complete(dayFromToday(0))).toMatchObject({ status: 200 })
  })
})

describe('the closing of a case', () => {
  it('is neither ahead of today nor before the case began', async () => {
    const { id } = await openCase('2026-03-02')
    expect(await put(id, closing(dayFromToday(1)))).toMatchObject(refused('caseClosedOn', 'field_future'))
    expect(await put(id, closing('1990-01-01'))).toMatchObject(refused('caseClosedOn', 'field_before_case'))
    expect(await put(id, closing('2026-03-01'))).toMatchObject(refused('caseClosedOn', 'field_before_case'))
    expect(await put(id, closing('2026-03-02'))).toMatchObject({
      status: 200,
      payload: { caseClosedOn: '2026-03-02' },
    })
  })

  it('may be today, and an instant counts as the day it falls on in the practice', async () => {
    const { id } = await openCase('2026-03-02')
    expect(await put(id, closing('2026-03-10T01:30:00Z'))).toMatchObject({
      payload: { caseClosedOn: '2026-03-09' },
    })
    const other = await openCase('2026-03-02')
    expect(await put(other.id, closing(dayFromToday(0)))).toMatchObject({ status: 200 })
  })
})

it('nobody is born later than today in the zone of the practice', async () => {
  const create = (birthDate: string) =>
    callEndpoint(app, patientEndpoints.create, {
      token: owner.token,
      body: { firstName: 'Mariana', lastName: 'Gómez', birthDate },
    })
  expect(await create(dayFromToday(1))).toMatchObject(refused('birthDate', 'field_future'))
  expect(await create('2999-01-01')).toMatchObject(refused('birthDate', 'field_date'))
  const born = await create(dayFromToday(0))
  expect(born).toMatchObject({ status: 201, payload: { birthDate: dayFromToday(0) } })
  const change = await callEndpoint(app, patientEndpoints.update, {
    params: { id: (born.payload as { id: number }).id },
    token: owner.token,
    body: { birthDate: dayFromToday(1) },
  })
  expect(change).toMatchObject(refused('birthDate', 'field_future'))
})

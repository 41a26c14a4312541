import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { type RecordRow, recordEndpoints } from '@ulna/contract/records/records'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { ownModuleDocument } from '../../../test/factories/own-module.ts'
import { testPractice } from '../../../test/test-practice.ts'

const form = 'own_links'

/** A form of the practice that asks for a case, and for another one within a group. */
const document = () => {
  const { classes, ...rest } = ownModuleDocument(form, 'de enlaces')
  const ask = (id: string) => ({ id, label: 'answer', type: 'case_select', displayOrder: 10 })
  const group = {
    id: 'group',
    label: 'answer',
    type: 'fieldgroup',
    displayOrder: 20,
    subfields: [ask('second')],
  }
  const sections = [{ id: 'main', label: 'name', displayOrder: 10, fields: [ask('first'), group] }]
  return { ...rest, classes: classes.map((one) => ({ ...one, sections })) }
}

const { app, owner } = await testPractice()

beforeAll(async () => {
  const { status, text } = await callEndpoint(app, moduleEndpoints.import, {
    token: owner.token,
    body: document(),
  })
  expect(status, text).toBe(201)
})

const write = (ownerId: number, data: Record<string, unknown>) =>
  callEndpoint(app, recordEndpoints.create, {
    token: owner.token,
    body: { ownerId, type: 'test', recordClassId: form, data },
  })
const put = (id: number, body: object) =>
  callEndpoint(app, recordEndpoints.update, { token: owner.token, params: { id }, body })
const voidCase = (id: number) =>
  callEndpoint(app, recordEndpoints.remove, {
    token: owner.token,
    params: { id },
    query: { reason: 'Escrito en otro paciente' },
  })

const stage = async () => {
  const { id: patientId } = await createPatient(app, owner)
  return { patientId, own: await writeRecord(app, owner, { ...caseInput(patientId), date: '2025-11-02' }) }
}

const noSuchCase = { status: 400, errors: [{ code: '0600', message: 'patient_record_not_match' }] }

describe('a case that a form of a module names', () => {
  it('is one of the same patient', async () => {
    const [{ patientId, own }, { own: foreign }] = [await stage(), await stage()]
    for (const data of [
      { first: foreign.id },
      { first: own.id, second: foreign.id },
      { second: 999_999_999 },
    ])
      expect(await write(patientId, data), JSON.stringify(data)).toMatchObject(noSuchCase)
    const written = await write(patientId, { first: own.id, second: own.id })
    expect(written.status, written.text).toBe(201)
    const { id } = written.payload as RecordRow
    expect(await put(id, { data: { first: foreign.id } })).toMatchObject(noSuchCase)
    expect(await put(id, { data: { first: id } }), 'and a case').toMatchObject(noSuchCase)
    expect((await put(id, { data: { second: own.id } })).status).toBe(200)
  })

  it('may be closed, and stays named when it is voided; nobody names a void one anew', async () => {
    const { patientId, own } = await stage()
    const closing = { caseStatus: 'closed', caseOutcome: 'recovered', caseClosedOn: '2025-11-20' }
    expect((await put(own.id, closing)).status).toBe(200)
    const { id } = (await write(patientId, { first: own.id })).payload as RecordRow
    await voidCase(own.id)
    expect(await put(id, { data: { first: own.id, second: own.id } })).toMatchObject(noSuchCase)
    const { id: other } = await writeRecord(app, owner, caseInput(patientId))
    expect((await put(id, { data: { first: own.id, second: other } })).status).toBe(200)
  })
})

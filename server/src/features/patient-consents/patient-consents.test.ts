import {
  type PatientConsent,
  patientConsentEndpoints,
} from '@ulna/contract/patient-consents/patient-consents'
import { recordEndpoints } from '@ulna/contract/records/records'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient, installModule, writeRecord } from '../../../test/factories/clinical.ts'
import { consentInput, giveConsent } from '../../../test/factories/consents.ts'
import { addMember, type TestPerson } from '../../../test/factories/people.ts'
import { askToSign, readToSign, signByTyping } from '../../../test/factories/signatures.ts'
import { testPractice } from '../../../test/test-practice.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
const assistant = await addMember(app, owner.practiceId, 'assistant', false)

beforeAll(async () => {
  await installModule(app, owner, 'consents')
  await installModule(app, owner, 'techniques')
})

const newPatient = async (): Promise<number> => (await createPatient(app, owner)).id

const consentsOf = async (patientId: number, by = owner): Promise<PatientConsent[]> =>
  (await callEndpoint(app, patientConsentEndpoints.find, { token: by.token, params: { patientId } })).payload

const withdraw = (recordId: number, by = owner, body: Record<string, unknown> = {}) =>
  callEndpoint(app, patientConsentEndpoints.withdraw, { token: by.token, params: { recordId }, body })

describe('the consents of a patient', () => {
  it('are those records whose form is one, whatever else the file holds', async () => {
    const patientId = await newPatient()
    expect(await consentsOf(patientId)).toEqual([])
    const record = await writeRecord(app, owner, consentInput(patientId))
    await writeRecord(app, owner, {
      ...consentInput(patientId),
      subtype: 'dry_needling_session',
      recordClassId: 'dry_needling_session',
      data: { muscles: 'Trapecio superior derecho' },
    })
    expect(await consentsOf(patientId)).toEqual([
      {
        recordId: record.id,
        recordClassId: 'consent_dry_needling',
        recordClassVersion: 2,
        newestVersion: 2,
        state: 'open',
        signatures: [],
        withdrawnAt: null,
        withdrawnBy: null,
        withdrawReason: null,
      },
    ])
  })

  it('count once the patient or a guardian has signed, in the language they read; a practitioner’s hand is none', async () => {
    const patientId = await newPatient()
    const record = await writeRecord(app, owner, consentInput(patientId))
    await signByTyping(app, owner, record, { signer: 'practitioner' })
    expect(await consentsOf(patientId)).toMatchObject([{ state: 'open', signatures: [] }])
    const guardian = { signer: 'guardian', signerName: 'Rosa Lara', relation: 'Madre', language: 'it' }
    await signByTyping(app, owner, record, guardian)
    expect(await consentsOf(patientId, colleague)).toMatchObject([
      {
        state: 'given',
        signatures: [{ signer: 'guardian', name: 'Rosa Lara', relation: 'Madre', language: 'it' }],
      },
    ])
  })

  it('are no more when the signature is taken back, or the record is void', async () => {
    const patientId = await newPatient()
    const record = await giveConsent(app, owner, patientId)
    await askToSign(app, owner, record, { signed: false, reason: 'Firmó otra persona' })
    expect(await consentsOf(patientId)).toMatchObject([{ state: 'open', signatures: [] }])
    expect(await withdraw(record.id)).toMatchObject({
      status: 409,
      errors: [{ message: 'consent_not_given' }],
    })
    await callEndpoint(app, recordEndpoints.remove, {
      token: owner.token,
      params: { id: record.id },
      query: { reason: 'Escrito en otra ficha' },
    })
    expect(await consentsOf(patientId)).toEqual([])
    expect(await withdraw(record.id)).toMatchObject({ status: 409, errors: [{ message: 'record_voided' }] })
  })

  it('keep the version they were signed in and say that a newer one exists', async () => {
    const patientId = await newPatient()
    await giveConsent(app, owner, patientId)
    const body = { class_id: 'consent_dry_needling', module_id: 'consents', active: true }
    const stored = await app.owner.queries
      .selectFrom('record_classes')
      .select('body')
      .where('class_id', '=', body.class_id)
      .executeTakeFirstOrThrow()
    const next = { ...JSON.parse(stored.body), version: 3 }
    await app.owner.queries
      .insertInto('record_classes')
      .values({ ...body, version: 3, body: JSON.stringify(next) })
      .execute()
    expect(await consentsOf(patientId)).toMatchObject([
      { state: 'given', recordClassVersion: 2, newestVersion: 3 },
    ])
    const again = await giveConsent(app, owner, patientId)
    expect(again.recordClassVersion).toBe(3)
    expect((await consentsOf(patientId))[0]).toMatchObject({ recordClassVersion: 3, newestVersion: 3 })
    await app.owner.queries
      .updateTable('record_classes')
      .set({ active: false })
      .where('class_id', '=', body.class_id)
      .where('version', '=', 3)
      .execute()
  })

  it('are for who reads records, and of a patient who is here', async () => {
    const patientId = await newPatient()
    const find = (id: number, by: TestPerson) =>
      callEndpoint(app, patientConsentEndpoints.find, { token: by.token, params: { patientId: id } })
    expect(await find(patientId, assistant)).toMatchObject({
      status: 403,
      errors: [{ message: 'clinical_access_required' }],
    })
    expect((await find(patientId + 1_000_000, owner)).status).toBe(404)
  })
})

describe('a patient takes a consent back', () => {
  it('and it counts as none from then on, while the signed document stays as it was signed', async () => {
    const patientId = await newPatient()
    const record = await giveConsent(app, owner, patientId)
    const before = await readToSign(app, owner, record)
    const answer = await withdraw(record.id, owner, { reason: '  Prefiere ejercicio ' })
    expect(answer).toMatchObject({
      status: 201,
      payload: { state: 'withdrawn', withdrawReason: 'Prefiere ejercicio', withdrawnAt: expect.any(String) },
    })
    expect(await consentsOf(patientId)).toEqual([answer.payload])
    expect((await readToSign(app, owner, record)).contentHash).toBe(before.contentHash)
    const read = await callEndpoint(app, recordEndpoints.read, {
      token: owner.token,
      params: { id: record.id },
    })
    expect(read.payload).toMatchObject({ signed: true, version: 1 })
  })

  it('whoever treats them writes it down, a colleague too, in a locked file, long after, and without a reason', async () => {
    const patientId = await newPatient()
    const record = await giveConsent(app, owner, patientId)
    await app.owner.queries
      .updateTable('records')
      .set({ created_at: new Date(Date.now() - 400 * 86_400_000) })
      .where('id', '=', record.id)
      .execute()
    expect(await withdraw(record.id, colleague)).toMatchObject({
      status: 201,
      payload: { state: 'withdrawn', withdrawReason: null, withdrawnBy: expect.stringMatching(/\w/) },
    })
    expect(await withdraw(record.id)).toMatchObject({
      status: 409,
      errors: [{ message: 'consent_withdrawn' }],
    })
  })

  it('is refused on a record that is no consent, one that is not here, and to who does not treat', async () => {
    const patientId = await newPatient()
    const record = await writeRecord(app, owner, {
      ...consentInput(patientId),
      subtype: 'dry_needling_session',
      recordClassId: 'dry_needling_session',
      data: { muscles: 'Trapecio superior derecho' },
    })
    expect((await withdraw(record.id)).errors).toMatchObject([{ message: 'consent_not_given' }])
    expect((await withdraw(record.id + 1_000_000)).status).toBe(404)
    const given = await giveConsent(app, owner, patientId)
    expect((await withdraw(given.id, assistant)).errors).toMatchObject([
      { message: 'clinical_access_required' },
    ])
  })

  it('and two who write it down at once leave one withdrawal', async () => {
    const record = await giveConsent(app, owner, await newPatient())
    const answers = await Promise.all([withdraw(record.id), withdraw(record.id, colleague)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('what is signed', () => {
  it('is every word of the consent in the language it is read in, and cannot be written into', async () => {
    const record = await writeRecord(app, owner, consentInput(await newPatient()))
    for (const [language, words] of [
      ['es', 'neumotórax'],
      ['en', 'pneumothorax'],
      ['it', 'pneumotorace'],
    ] as const) {
      const { document } = await readToSign(app, owner, record, language)
      const risks = document.sections.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')
      expect(risks).toContain(words)
      expect(document.sections).toHaveLength(9)
      expect(document.template).toMatchObject({ classId: 'consent_dry_needling', version: 2 })
    }
  })
})

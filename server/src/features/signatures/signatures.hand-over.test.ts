import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import type { RecordRow } from '@ulna/contract/records/records'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { caseInput, createPatient, writeRecord } from '../../../test/factories/clinical.ts'
import { type TestPerson, testPassword } from '../../../test/factories/people.ts'
import { askToSign, readToSign, signByTyping } from '../../../test/factories/signatures.ts'
import { nameOf, sampleOf } from '../../../test/sweeps/scene/endpoint-samples.ts'
import { mintToken } from '../../../test/sweeps/scene/minted-session.ts'
import { stageScene } from '../../../test/sweeps/scene/practice-scene.ts'
import { testPractice } from '../../../test/test-practice.ts'

let record: RecordRow
let other: RecordRow

const { app, owner } = await testPractice()

/** A tablet whose session was handed over for a record of a patient. */
const handOver = async (): Promise<TestPerson> => {
  const patient = await createPatient(app, owner)
  record = await writeRecord(app, owner, caseInput(patient.id))
  other = await writeRecord(app, owner, caseInput(patient.id, { name: 'Otro' }))
  const tablet = { ...owner, token: await mintToken(app, owner) }
  const answer = await callEndpoint(app, signatureEndpoints.handOver, {
    token: tablet.token,
    params: { patientId: patient.id, recordId: record.id },
  })
  expect(answer).toMatchObject({ status: 201, payload: { recordId: record.id } })
  return tablet
}
const handBack = ({ token }: TestPerson) => callEndpoint(app, signatureEndpoints.handBack, { token })
const prove = ({ token }: TestPerson) =>
  callEndpoint(app, recoveryEndpoints.reauthenticate, { token, body: { password: testPassword } })
const refusal = { status: 403, errors: [{ message: 'session_handed_over' }] }

describe('a device that was handed over', () => {
  it('reads and signs that one document, without another proof, as patient or guardian', async () => {
    const tablet = await handOver()
    const { contentHash } = await readToSign(app, tablet, record)
    expect((await signByTyping(app, tablet, record, { contentHash, language: 'es' })).signed).toBe(true)
    const body = { signed: true, typedName: 'Laura', signer: 'practitioner' }
    expect(await askToSign(app, tablet, record, body)).toMatchObject(refusal)
    expect(await askToSign(app, tablet, other, { signed: true, typedName: 'M' })).toMatchObject(refusal)
    const taking = { signed: false, reason: 'No quiero haber firmado' }
    expect(await askToSign(app, tablet, record, taking)).toMatchObject(refusal)
    const reading = { patientId: other.ownerId, recordId: other.id }
    expect(
      await callEndpoint(app, signatureEndpoints.handOver, { token: tablet.token, params: reading }),
    ).toMatchObject(refusal)
    expect(
      await callEndpoint(app, signatureEndpoints.document, { token: tablet.token, params: reading }),
    ).toMatchObject(refusal)
  })

  it('does nothing else: every other route is refused, and says for which document it is held', async () => {
    const scene = await stageScene(app, owner)
    const tablet = await handOver()
    const closed = app.endpoints.filter(({ access, handedOver }) => access !== 'public' && !handedOver)
    expect(closed.length).toBeGreaterThan(100)
    for (const endpoint of closed) {
      const answer = await callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), token: tablet.token })
      expect(answer, nameOf(endpoint)).toMatchObject(refusal)
      expect(answer.errors[0]?.params).toEqual({ patientId: record.ownerId, recordId: record.id })
    }
  })

  it('comes back by a proof that was given after it was handed over, and only so', async () => {
    const tablet = await handOver()
    expect(await handBack(tablet)).toMatchObject({ status: 401, errors: [{ message: 'reauth_required' }] })
    expect((await prove(tablet)).status).toBe(200)
    const reading = { token: tablet.token, params: { id: record.ownerId } }
    expect(await callEndpoint(app, { method: 'GET', path: '/patient/:id' }, reading)).toMatchObject(refusal)
    expect(await handBack(tablet)).toMatchObject({ status: 201, payload: { handedOver: false } })
    expect((await callEndpoint(app, { method: 'GET', path: '/patient/:id' }, reading)).status).toBe(200)
    expect((await callEndpoint(app, accountEndpoints.me, { token: tablet.token })).status).toBe(200)
  })

  it('takes no signature without a proof an hour later', async () => {
    const tablet = await handOver()
    await app.owner.queries
      .updateTable('sessions')
      .set({ handed_over_at: new Date(Date.now() - 61 * 60_000) })
      .where('handed_over_record', '=', record.id)
      .execute()
    const body = { signed: true, typedName: 'Mariana' }
    expect(await askToSign(app, tablet, record, body)).toMatchObject({
      status: 401,
      errors: [{ message: 'reauth_required' }],
    })
  })

  it('leaves other sessions of the practitioner as they were', async () => {
    await handOver()
    const read = await callEndpoint(app, accountEndpoints.me, { token: owner.token })
    expect(read.status).toBe(200)
    expect(
      (await callEndpoint(app, { method: 'GET', path: '/calendar/today' }, { token: owner.token })).status,
    ).toBe(200)
  })
})

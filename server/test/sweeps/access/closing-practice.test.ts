import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { practiceDeletionEndpoints } from '@ulna/contract/practice-deletions/practice-deletions'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'
import { beyondToken, inCallOrder, nameOf, samplesOf } from '../scene/endpoint-samples.ts'
import { mintKey } from '../scene/keys.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfPractice } from '../scene/row-fingerprint.ts'

const { app, owner } = await testPractice({ alone: true })
const scene = await stageScene(app, owner)

/** What is no GET and goes on in a practice that is about to be deleted, each with why (decision 0060). */
const goesOn: Readonly<Record<string, string>> = {
  'POST /practice/export': 'an archive',
  'POST /practice/export/:id/link': 'an archive',
  'DELETE /practice/export/:id': 'an archive',
  'POST /practice/deletion/take-back': 'the way back',
  'POST /practice/deletion/arrival': 'proves that an archive arrived',
  'POST /patient/:id/copies': 'a copy for the patient',
  'POST /copy/:id/make': 'a copy for the patient',
  'POST /copy/:id/link': 'a copy for the patient',
  'POST /copy/:id/share': 'a copy for the patient',
  'POST /copy/:id/handOver': 'a copy for the patient',
  'POST /copy/:id/withdraw': 'a copy for the patient',
  'POST /record/print/:patientId': 'a copy of what stands there',
  'POST /paper/patient/:patientId': 'a copy of what stands there',
  'POST /paper/receipt/:receiptId': 'a copy of what stands there',
  'POST /paper/attendance/:patientId': 'a copy of what stands there',
  'POST /erasure/:id/disclosure': 'a copy of what stands there, for a court',
  'POST /signature/handBack': 'the device of a practitioner, which somebody else holds',
}

/** Of a person and no practice, or of anybody: what is decided there has nothing to do with the practice. */
const isOfMembers = ({ access }: EndpointShape): boolean => typeof access === 'object'

const callAll = async (endpoint: EndpointShape): Promise<readonly TestAnswer[]> => {
  const answers: TestAnswer[] = []
  for (const input of samplesOf(endpoint, scene))
    answers.push(await callEndpoint(app, endpoint, { ...input, token: await mintToken(app, owner) }))
  return answers
}

const writes = app.endpoints.filter((one) => one.method !== 'GET' && isOfMembers(one))

const close = async (): Promise<TestAnswer> => {
  const ask = async (name: 'stand' | 'ask', body?: object) =>
    callEndpoint(app, practiceDeletionEndpoints[name] as EndpointShape, {
      token: await mintToken(app, owner),
      ...(body && { body }),
    })
  const { practiceName: name } = (await ask('stand')).payload as { practiceName: string }
  const keeper = {
    keeperName: 'Ana Ruiz',
    keeperAddress: 'Calle Mayor 1',
    keeperContact: 'ana@custodia.test',
  }
  return ask('ask', { name, ...keeper })
}

describe('a practice that is about to be deleted', () => {
  it('refuses every route that would change it, and stays as it was', async () => {
    expect(await close()).toMatchObject({ status: 201, payload: { state: 'closing' } })
    const before = await fingerprintOfPractice(app, owner.practiceId)
    const refused = writes.filter((endpoint) => !(nameOf(endpoint) in goesOn))
    expect(refused.length).toBeGreaterThan(70)
    for (const endpoint of refused)
      for (const answer of await callAll(endpoint))
        expect(answer, `${nameOf(endpoint)} ${answer.text}`).toMatchObject({
          status: 409,
          errors: [{ message: 'practice_closing' }],
        })
    expect(await fingerprintOfPractice(app, owner.practiceId)).toEqual(before)
  })

  it('takes what is listed with its reason, and nothing that is listed is gone', async () => {
    const names = writes.map(nameOf)
    expect(Object.keys(goesOn).filter((name) => !names.includes(name))).toEqual([])
    const called = inCallOrder(writes).filter((one) => nameOf(one) in goesOn && !(nameOf(one) in beyondToken))
    for (const endpoint of called)
      for (const answer of await callAll(endpoint))
        expect(answer.errors[0]?.message, `${nameOf(endpoint)} ${answer.text}`).not.toBe('practice_closing')
  })

  it('is read as before, by members and by programs', async () => {
    for (const endpoint of app.endpoints.filter(
      (one) => one.method === 'GET' && isOfMembers(one) && !one.events,
    ))
      for (const answer of await callAll(endpoint))
        expect(answer.status, `${nameOf(endpoint)} ${answer.text}`).toBe(200)
    const { secret } = await mintKey(app, { ...owner, scopes: ['agenda'] })
    const headers = { authorization: `Bearer ${secret}` }
    expect((await app.server.inject({ url: '/api/waitlist', headers })).statusCode).toBe(200)
  })
})

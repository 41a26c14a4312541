import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { testPractice } from '../../test-practice.ts'
import { type ForeignCall, foreignCalls, placeOf } from '../scene/foreign-calls.ts'
import { mintToken } from '../scene/minted-session.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfPractice } from '../scene/row-fingerprint.ts'

const { app, owner } = await testPractice({ alone: true })
const one = await stageScene(app, owner)
const another = await stageScene(app, owner)

/** Places that may name a thing of any patient: the two things do not hang together. */
const independent: Readonly<Record<string, string>> = {
  'PUT /appointment/:id params.id': 'an appointment may go to another patient',
  'PUT /appointment/:id body.patientId': 'an appointment may go to another patient',
  'PUT /appointment/:id/repeat params.id': 'so may a series',
  'PUT /appointment/:id/repeat body.patientId': 'so may a series',
  'POST /appointment/preview body.id': 'so may a series that is only looked at',
  'POST /appointment/preview body.patientId': 'so may a series that is only looked at',
  'POST /sessionpackage body.ownerId': 'a package serves whom its owner wants',
  'POST /sessionpackage body.patientIds.0': 'a package serves whom its owner wants',
  'PUT /sessionpackage/:id params.id': 'a package serves whom its owner wants',
  'PUT /sessionpackage/:id body.patientIds.0': 'a package serves whom its owner wants',
  'POST /handOvers/received/:id/take params.id': 'a person chooses whose file it is',
  'POST /handOvers/received/:id/take body.patientId': 'a person chooses whose file it is',
  'GET /patient/:id/merge/with/:otherId params.id': 'two patients are what it is about',
  'GET /patient/:id/merge/with/:otherId params.otherId': 'two patients are what it is about',
  'POST /patient/:id/merge params.id': 'two patients are what it is about',
  'POST /patient/:id/merge body.otherId': 'two patients are what it is about',
  'GET /settings/audit query.userId': 'filters of the trail may find nothing together',
  'GET /settings/audit query.patientId': 'filters of the trail may find nothing together',
  'GET /settings/audit/export query.userId': 'filters of the trail may find nothing together',
  'GET /settings/audit/export query.patientId': 'filters of the trail may find nothing together',
}

/** Calls that name two things of one practice that do not belong together: half of one patient, half of another. */
const mixedCalls = (): ForeignCall[] =>
  app.endpoints.flatMap((endpoint) => {
    const calls = foreignCalls(endpoint, one, another)
    const whole = new Set(calls.filter(({ place }) => place === 'everywhere').map(({ sample }) => sample))
    return calls.filter(({ place, sample }) => whole.has(sample) && place !== 'everywhere')
  })

describe('C4: a call that mixes things of two patients', () => {
  it('is refused as bad input or as not there, and changes nothing', async () => {
    const calls = mixedCalls().filter((call) => !(placeOf(call) in independent))
    expect(calls.length).toBeGreaterThan(6)
    const before = await fingerprintOfPractice(app, owner.practiceId)
    for (const call of calls) {
      const { status, text } = await callEndpoint(app, call.endpoint, {
        ...call.input,
        token: await mintToken(app, owner),
      })
      expect([400, 404], `${placeOf(call)} answered ${status} ${text}`).toContain(status)
    }
    expect(await fingerprintOfPractice(app, owner.practiceId)).toEqual(before)
  })
})

import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../../client.ts'
import { registerOwner, type TestPerson } from '../../factories/people.ts'
import { dealt, sizes } from '../../faults/sizes.ts'
import { testServer } from '../../test-practice.ts'
import { beyondToken, inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { type ForeignCall, foreignCalls, meantForAnybody, placeOf } from '../scene/foreign-calls.ts'
import { mintToken } from '../scene/minted-session.ts'
import { inviteOutsiders, inviteOwnerOfBoth, type Outsider } from '../scene/outsiders.ts'
import { type PracticeScene, stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfPractice } from '../scene/row-fingerprint.ts'

let otherOwner: TestPerson
let own: PracticeScene
let other: PracticeScene
let outsiders: Outsider[]
let ownerOfBoth: Outsider

const app = await testServer({ alone: true })

beforeAll(async () => {
  const owner = await registerOwner(app)
  otherOwner = await registerOwner(app, { firstName: 'Otra' })
  own = await stageScene(app, owner)
  other = await stageScene(app, otherOwner)
  outsiders = await inviteOutsiders(app, owner.practiceId, otherOwner.practiceId)
  ownerOfBoth = await inviteOwnerOfBoth(app, owner.practiceId, otherOwner.practiceId)
})

const refusals = [401, 403, 404]

/** Foreign places that answer 400 because the specification says so, the same for a foreign and for no such thing. */
const refusedAsInput: Readonly<Record<string, string>> = {
  'POST /record body.data.case': 'specification §8: 0600 patient_record_not_match',
  'PUT /record/:id body.data.case': 'specification §8: 0600 patient_record_not_match',
  'GET /signature/document/:patientId/:recordId params.patientId': 'specification §8: 0700',
  'GET /signature/getByPatientIdAndRecordId/:patientId/:recordId params.patientId': 'specification §8: 0700',
  'POST /signature/saveOrUpdateByPatientIdAndRecordId/:patientId/:recordId params.patientId':
    'specification §8: 0700',
  'POST /signature/handOver/:patientId/:recordId params.patientId': 'specification §8: 0700',
}

/** Foreign places that are no way to the other practice: the call works on the own one and nothing else. */
const harmless: Readonly<Record<string, string>> = {
  'GET /patient/findDuplicates query.exceptId':
    'leaves a row out of the own list; a foreign id is in no own list',
  'GET /calendar/appointments/:practiceId/:start/:end query.ids':
    'a filter of the own agenda, in which nothing else is',
  'GET /settings/audit query.userId': 'a filter of the own trail, in which nobody else is',
  'GET /settings/audit query.patientId': 'a filter of the own trail, in which nobody else is',
  'GET /settings/audit everywhere': 'a filter of the own trail, in which nobody else is',
  'GET /settings/audit/export query.userId': 'a filter of the own trail, in which nobody else is',
  'GET /settings/audit/export query.patientId': 'a filter of the own trail, in which nobody else is',
  'GET /settings/audit/export everywhere': 'a filter of the own trail, in which nobody else is',
}

/** Endpoints that say the same to whoever sends the same: nothing of a practice is in it. */
const sameForAnybody: Readonly<Record<string, string>> = {
  'POST /record_module/check': 'says what is wrong with the document that was sent',
  'POST /paper/key': 'says of the certificate what the file that was sent says',
  'POST /signature/handBack': 'says that the own device is no longer handed over',
}

const allForeignCalls = (): ForeignCall[] =>
  app.endpoints.flatMap((endpoint) => foreignCalls(endpoint, own, other))

/** Endpoints whose calls name nothing of a practice. Whoever left would be refused everything after it. */
const namingNothing = (): EndpointShape[] =>
  inCallOrder(app.endpoints).filter(
    (endpoint) =>
      foreignCalls(endpoint, own, other).length === 0 && nameOf(endpoint) !== 'POST /practice/leave',
  )

/** What one outsider tries: each thing is tried by some of them, and by all in the long tier. */
const triedBy = <T>(outsider: Outsider, all: readonly T[]): T[] =>
  dealt(all, sizes.share.routes, outsiders.indexOf(outsider))

const call = async (
  outsider: Outsider,
  endpoint: EndpointShape,
  input: object,
  headers = {},
): Promise<TestAnswer> => callEndpoint(app, endpoint, { ...input, token: await outsider.token(), headers })

const isRefused = (one: ForeignCall, { status }: TestAnswer): boolean => {
  if (refusals.includes(status)) return true
  if (placeOf(one) in refusedAsInput) return status === 400
  if (placeOf(one) in meantForAnybody) return status < 300 || status === 400
  return placeOf(one) in harmless && status === 200
}

/** Calls that were let in, told something, or left a trace. */
const breachesOf = async (outsider: Outsider, calls: readonly ForeignCall[]): Promise<string[]> => {
  const before = await fingerprintOfPractice(app, other.practiceId)
  const breaches: string[] = []
  const token = await outsider.token()
  for (const one of calls) {
    const answer = await callEndpoint(app, one.endpoint, { ...one.input, token })
    if (!isRefused(one, answer)) breaches.push(`${placeOf(one)} answered ${answer.status} ${answer.text}`)
    if (answer.text.includes(other.canary)) breaches.push(`${placeOf(one)} told ${answer.text}`)
  }
  expect(await fingerprintOfPractice(app, other.practiceId), outsider.name).toEqual(before)
  return breaches
}

describe('C1: nothing of another practice', () => {
  it('is reached by anybody through any place of any route', async () => {
    expect(allForeignCalls().length).toBeGreaterThan(30)
    for (const outsider of outsiders)
      expect(await breachesOf(outsider, triedBy(outsider, allForeignCalls())), outsider.name).toEqual([])
  })

  it('is reached by a member of both who works in the own one, except by choosing the other', async () => {
    const calls = allForeignCalls().filter(
      ({ endpoint }) => nameOf(endpoint) !== 'POST /auth/setCurrentPractice/:id',
    )
    expect(await breachesOf(ownerOfBoth, calls)).toEqual([])
  })

  it('stands in what calls that name nothing answer', async () => {
    const before = await fingerprintOfPractice(app, other.practiceId)
    for (const outsider of outsiders) {
      for (const endpoint of triedBy(outsider, namingNothing())) {
        if (endpoint.access === 'public' && outsider.name !== 'anonymous') continue
        const answer = await call(outsider, endpoint, sampleOf(endpoint, own))
        expect(answer.text, `${outsider.name}: ${nameOf(endpoint)}`).not.toContain(other.canary)
      }
    }
    expect(await fingerprintOfPractice(app, other.practiceId)).toEqual(before)
  })

  it('is told again to somebody who knows the Idempotency-Key of a call', async () => {
    const key = { 'idempotency-key': 'the-same-key' }
    const told: string[] = []
    // Nobody of either practice runs the installation but the first, of whom no answer is asked here.
    const closed = app.endpoints.filter(
      (one) => one.method === 'POST' && one.access !== 'public' && one.access !== 'operator',
    )
    // Outsiders have used up what can be used once in the first scene.
    const untouched = await stageScene(app, otherOwner)
    for (const [at, endpoint] of closed.filter((one) => !(nameOf(one) in beyondToken)).entries()) {
      const input = sampleOf(endpoint, untouched)
      const first = await callEndpoint(app, endpoint, {
        ...input,
        token: await mintToken(app, otherOwner),
        headers: key,
      })
      expect(first.status, `${nameOf(endpoint)} ${first.text}`).toBe(endpoint.status ?? 200)
      for (const outsider of dealt(outsiders, sizes.share.routes, at)) {
        const answer = await call(outsider, endpoint, input, key)
        if (answer.text === first.text && !(nameOf(endpoint) in sameForAnybody))
          told.push(`${outsider.name}: ${nameOf(endpoint)} ${answer.text}`)
        expect(answer.text).not.toContain(untouched.canary)
      }
      await app.owner.queries.deleteFrom('idempotency_keys').execute()
    }
    expect(told).toEqual([])
  })
})

describe('C3: a thing of another practice', () => {
  /** Outsiders who are refused for different reasons. */
  const telling = new Set([
    'anonymous',
    'owner, clinical',
    'practitioner, not clinical',
    'ex-member, session still in the other practice',
  ])

  const withoutDate = ({ status, text, headers }: TestAnswer): unknown => {
    const { date: _date, 'x-request-id': _number, ...rest } = headers
    return { status, text, headers: rest }
  }

  it('is answered byte for byte like a thing that does not exist', async () => {
    const absent = app.endpoints.flatMap((endpoint) => foreignCalls(endpoint, own, nowhere(other)))
    const calls = [...allForeignCalls().entries()]
    for (const [at, outsider] of outsiders.filter(({ name }) => telling.has(name)).entries()) {
      const { name } = outsider
      const token = await outsider.token()
      for (const [index, foreign] of dealt(calls, sizes.share.routes, at)) {
        const { endpoint } = foreign
        if (placeOf(foreign) in meantForAnybody) continue
        const here = await callEndpoint(app, endpoint, { ...foreign.input, token })
        const there = await callEndpoint(app, endpoint, { ...absent[index]?.input, token })
        expect(withoutDate(here), `${name}: ${nameOf(endpoint)} ${foreign.place}`).toEqual(withoutDate(there))
      }
    }
  })
})

/** The scene with ids that nothing in the database has. */
const nowhere = (scene: PracticeScene): PracticeScene => ({
  ...scene,
  practiceId: 900_000_000_001,
  doctorId: 900_000_000_002,
  patientId: 900_000_000_003,
  emptyPatientId: 900_000_000_004,
  historyId: 900_000_000_005,
  caseId: 900_000_000_006,
  followUpId: 900_000_000_007,
  appointmentId: 900_000_000_008,
  occurrenceId: 900_000_000_017,
  undoId: 900_000_000_018,
  absenceId: 900_000_000_016,
  waitingId: 900_000_000_015,
  memberId: 900_000_000_009,
  memberUserId: 900_000_000_010,
  invitationId: 900_000_000_011,
  invitationToken: 'no.link',
  acceptableId: 900_000_000_012,
  declinableId: 900_000_000_013,
  joinToken: 'no.link',
  ownModuleId: 'own_nowhere',
  ownClassId: 'own_nowhere',
  logoKey: 'A'.repeat(43),
  sessionId: 900_000_000_013,
  passkeyId: 900_000_000_014,
  practiceKeyId: 900_000_000_019,
})

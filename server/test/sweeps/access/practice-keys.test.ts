import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { type KeyScope, keyScopes } from '@ulna/contract/practice-keys/practice-keys.scopes'
import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../client.ts'
import { addMember, registerOwner, type TestPerson } from '../../factories/people.ts'
import { testServer } from '../../test-practice.ts'
import { inCallOrder, nameOf, sampleOf } from '../scene/endpoint-samples.ts'
import { foreignCalls } from '../scene/foreign-calls.ts'
import { mintKey } from '../scene/keys.ts'
import { stageScene } from '../scene/practice-scene.ts'
import { fingerprintOfPractice } from '../scene/row-fingerprint.ts'

/**
 * What keys of a practice open, and the scopes each takes, written out a second time by hand (product-decisions.md §4,
 * decision 0052). C: for clinical members only. No key opens a route that is not here.
 */
const decided: Readonly<Record<string, string>> = {
  'GET /patient': 'patients',
  'GET /patient/findLatestByUser': 'patients',
  'GET /patient/findByName/:name': 'patients',
  'GET /patient/findDuplicates': 'patients',
  'GET /patient/:id': 'patients',
  'GET /patient/:id/profileImage/:size': 'patients',
  'GET /patient/glance/:id': 'patients agenda records files packages',
  'GET /patient/getWithRecord/:id': 'patients agenda records files packages',
  'GET /consent/patient/:patientId': 'records C',
  'GET /record/findCases/:patientId': 'records C',
  'GET /record/findCaseFollowUps/:caseId': 'records C',
  'GET /record/:id/versions': 'records C',
  'GET /record/:id': 'records C',
  'GET /record_class': 'records',
  'GET /record_class/:classId/:version': 'records',
  'GET /record/:id/addenda': 'records C',
  'GET /signature/document/:patientId/:recordId': 'records C',
  'GET /signature/getByPatientIdAndRecordId/:patientId/:recordId': 'records C',
  'GET /record/:id/files': 'files C',
  'GET /upload/:id': 'files C',
  'GET /file/link/:token': 'files C',
  'GET /file/:id': 'files C',
  'GET /file/:id/:variant': 'files C',
  'GET /storage': 'files',
  'GET /calendar/appointments/:practiceId/:start/:end': 'agenda',
  'GET /calendar/appointments/doctor/:doctorId/:start/:end': 'agenda',
  'GET /appointment/:id': 'agenda',
  'GET /appointment/planned/:patientId': 'agenda',
  'GET /appointment/planned/:patientId/calendar': 'agenda',
  'GET /patient/:id/vcard': 'patients',
  'GET /calendar/marks/:start/:end': 'agenda',
  'GET /calendar/absences/:start/:end': 'agenda',
  'GET /calendar/schedules': 'agenda',
  'GET /calendar/free/:start/:end': 'agenda',
  'GET /waitlist': 'agenda',
  'GET /waitlist/fitting/:start/:end': 'agenda',
  'GET /appointment/:id/messages': 'agenda',
  'GET /calendar/today': 'patients agenda records packages receipts',
  'GET /calendar/day-sheet': 'day-sheet',
  'GET /calendar/visit/:id': 'patients agenda records packages receipts',
  'GET /record/findSessionPackageSelectableRecordsByPatientId/:patientId': 'packages',
  'GET /record/findSessionPackageFollowUps/:packageId': 'packages',
  'GET /sessionpackage': 'packages',
  'GET /sessionpackage/board': 'packages',
  'GET /sessionpackage/:id': 'packages',
  'GET /sessionpackage/:id/movements': 'packages',
  'GET /sessionpackage/visit/:appointmentId': 'packages',
  'GET /receipt': 'receipts',
  'GET /receipt/:id': 'receipts',
  'GET /price': 'receipts',
  'GET /settings/audit': 'audit',
  'GET /patient/:id/openings': 'audit',
  'GET /fhir/R4/Patient/:id/$everything': 'fhir C',
  'GET /fhir/R4/Patient/:id/$summary': 'fhir C',
  'GET /fhir/R4/QuestionnaireResponse/:id/_history': 'fhir C',
  'GET /fhir/R4/QuestionnaireResponse/:id/_history/:version': 'fhir C',
  'GET /fhir/R4/Organization': 'fhir',
  'GET /fhir/R4/Organization/:id': 'fhir',
  'GET /fhir/R4/Practitioner': 'fhir',
  'GET /fhir/R4/Practitioner/:id': 'fhir',
  'GET /fhir/R4/PractitionerRole': 'fhir',
  'GET /fhir/R4/PractitionerRole/:id': 'fhir',
  'GET /fhir/R4/Questionnaire': 'fhir',
  'GET /fhir/R4/Questionnaire/:id': 'fhir',
  'GET /fhir/R4/Patient': 'fhir',
  'GET /fhir/R4/Patient/:id': 'fhir',
  'GET /fhir/R4/Appointment': 'fhir',
  'GET /fhir/R4/Appointment/:id': 'fhir',
  'GET /fhir/R4/EpisodeOfCare': 'fhir C',
  'GET /fhir/R4/EpisodeOfCare/:id': 'fhir C',
  'GET /fhir/R4/Encounter': 'fhir C',
  'GET /fhir/R4/Encounter/:id': 'fhir C',
  'GET /fhir/R4/Condition': 'fhir C',
  'GET /fhir/R4/Condition/:id': 'fhir C',
  'GET /fhir/R4/AllergyIntolerance': 'fhir C',
  'GET /fhir/R4/AllergyIntolerance/:id': 'fhir C',
  'GET /fhir/R4/MedicationStatement': 'fhir C',
  'GET /fhir/R4/MedicationStatement/:id': 'fhir C',
  'GET /fhir/R4/Procedure': 'fhir C',
  'GET /fhir/R4/Procedure/:id': 'fhir C',
  'GET /fhir/R4/Observation': 'fhir C',
  'GET /fhir/R4/Observation/:id': 'fhir C',
  'GET /fhir/R4/Flag': 'fhir C',
  'GET /fhir/R4/Flag/:id': 'fhir C',
  'GET /fhir/R4/QuestionnaireResponse': 'fhir C',
  'GET /fhir/R4/QuestionnaireResponse/:id': 'fhir C',
  'GET /fhir/R4/DocumentReference': 'fhir C',
  'GET /fhir/R4/DocumentReference/:id': 'fhir C',
  'GET /fhir/R4/Binary/:id': 'fhir C',
  'GET /fhir/R4/Consent': 'fhir C',
  'GET /fhir/R4/Consent/:id': 'fhir C',
  'GET /fhir/R4/Provenance': 'fhir C',
  'GET /fhir/R4/Provenance/:id': 'fhir C',
  'GET /fhir/R4/Composition': 'fhir C',
  'GET /fhir/R4/Composition/:id': 'fhir C',
}

const app = await testServer({ alone: true })
const owner = await registerOwner(app)
const scene = await stageScene(app, owner)

const closed = (): EndpointShape[] => inCallOrder(app.endpoints).filter(({ access }) => access !== 'public')

/** What a key is answered, of somebody who may read records or not. */
const expectedFor = (endpoint: EndpointShape, given: readonly KeyScope[], clinical: boolean): string => {
  const words = decided[nameOf(endpoint)]?.split(' ')
  if (!words) return 'key_scope'
  if (!words.every((word) => word === 'C' || given.some((scope) => scope === word))) return 'key_scope'
  return words.includes('C') && !clinical ? 'clinical_access_required' : '200'
}

const walk = async (maker: TestPerson, scopes: readonly KeyScope[], clinical: boolean): Promise<void> => {
  const { secret } = await mintKey(app, { ...maker, practiceId: owner.practiceId, scopes })
  const found: string[] = []
  for (const endpoint of closed()) {
    const answer = await callEndpoint(app, endpoint, { ...sampleOf(endpoint, scene), token: secret })
    found.push(`${nameOf(endpoint)}: ${answer.errors[0]?.message ?? answer.status}`)
  }
  expect(found).toEqual(
    closed().map((endpoint) => `${nameOf(endpoint)}: ${expectedFor(endpoint, scopes, clinical)}`),
  )
}

/** What every call of a key moves: its row in the trail, and when it was last used. */
const moving = ['audit_events', 'audit_heads', 'practice_keys']

const stillOf = async (practiceId: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await fingerprintOfPractice(app, practiceId)).filter(([table]) => !moving.includes(table)),
  )

describe('C16: a key of the practice', () => {
  it('has a line here for nothing that is no read of a practice', () => {
    const reads = app.endpoints.filter(
      ({ method, access, events }) => method === 'GET' && typeof access === 'object' && !events,
    )
    expect(Object.keys(decided).filter((name) => !reads.some((one) => nameOf(one) === name))).toEqual([])
  })

  it.each(keyScopes)(
    'with the scope %s reads what takes that and no more, and is refused all else',
    (scope) => walk(owner, [scope], true),
  )

  it('with all scopes reads what has a line, and writes nothing anywhere', async () => {
    const before = await stillOf(owner.practiceId)
    await walk(owner, keyScopes, true)
    expect(await stillOf(owner.practiceId)).toEqual(before)
  })

  it('of an owner without clinical access reads nothing clinical', async () => {
    const maker = await addMember(app, owner.practiceId, 'owner', false)
    await walk(maker, keyScopes, false)
  })

  it('reads nothing of another practice through any place of any route', async () => {
    const neighbour = await registerOwner(app, { firstName: 'Vecina' })
    const theirs = await stageScene(app, neighbour)
    const { secret } = await mintKey(app, owner)
    const before = await fingerprintOfPractice(app, neighbour.practiceId)
    const calls = closed().flatMap((endpoint) => foreignCalls(endpoint, scene, theirs))
    expect(calls.length).toBeGreaterThan(30)
    for (const { endpoint, place, input } of calls) {
      const answer = await callEndpoint(app, endpoint, { ...input, token: secret })
      expect(answer.text, `${nameOf(endpoint)} ${place}`).not.toContain(theirs.canary)
    }
    expect(await fingerprintOfPractice(app, neighbour.practiceId)).toEqual(before)
  })
})

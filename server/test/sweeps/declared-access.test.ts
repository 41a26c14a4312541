import { type EndpointShape, needsFreshProof } from '@ulna/contract/http/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { nameOf } from './endpoint-samples.ts'

/**
 * Who may call what, written out a second time by hand (decisions.md §3, §4): `public`, `signed-in`, or the least rank;
 * C for clinical members only, F for a fresh proof of identity. A route that is not here fails the build, and so does
 * one that declares something else.
 */
const decided: Readonly<Record<string, string>> = {
  'POST /auth/firebase/login': 'public',
  'POST /auth/firebase/register': 'public',
  'DELETE /auth/firebase': 'signed-in F',
  'POST /auth/forgotPassword': 'public',
  'POST /auth/resetPassword': 'public',
  'POST /auth/activate': 'public',
  'POST /auth/resendActivation': 'public',
  'POST /auth/confirmMail': 'public',
  'POST /auth/changePassword': 'signed-in',
  'POST /auth/reauthenticate': 'signed-in',
  'GET /auth/security': 'signed-in',
  'GET /auth/sessions': 'signed-in',
  'DELETE /auth/sessions/:id': 'signed-in',
  'DELETE /auth/sessions': 'signed-in',
  'POST /auth/passkey/options': 'public',
  'POST /auth/passkey/login': 'public',
  'POST /auth/passkeys/options': 'signed-in F',
  'POST /auth/passkeys': 'signed-in F',
  'PUT /auth/passkeys/:id': 'signed-in',
  'DELETE /auth/passkeys/:id': 'signed-in F',
  'POST /auth/totp': 'signed-in F',
  'POST /auth/totp/confirm': 'signed-in F',
  'DELETE /auth/totp': 'signed-in F',
  'POST /auth/totp/recoveryCodes': 'signed-in F',
  'POST /auth/register': 'public',
  'GET /auth/captcha': 'public',
  'POST /auth/login': 'public',
  'GET /auth/refresh': 'public',
  'GET /auth/me': 'signed-in',
  'POST /auth/logout': 'signed-in',
  'PUT /auth/preferences': 'signed-in',
  'GET /calendar/appointments/:practiceId/:start/:end': 'practitioner',
  'GET /calendar/appointments/doctor/:doctorId/:start/:end': 'practitioner',
  'GET /calendar/today': 'practitioner',
  'GET /appointment/:id': 'practitioner',
  'POST /appointment': 'practitioner',
  'PUT /appointment/:id': 'practitioner',
  'DELETE /appointment/:id': 'practitioner',
  'PUT /appointment/:id/repeat': 'practitioner',
  'DELETE /appointment/repeat/:id': 'practitioner',
  'POST /appointment/preview': 'practitioner',
  'POST /appointment/undo/:id': 'practitioner',
  'GET /calendar/marks/:start/:end': 'practitioner',
  'GET /events': 'practitioner',
  'GET /waitlist': 'practitioner',
  'GET /waitlist/fitting/:start/:end': 'practitioner',
  'POST /waitlist': 'practitioner',
  'PUT /waitlist/:id': 'practitioner',
  'DELETE /waitlist/:id': 'practitioner',
  'GET /appointment/:id/messages': 'practitioner',
  'POST /appointment/:id/confirmation': 'practitioner',
  'POST /reminder/optOut': 'public',
  'POST /reminder/optIn': 'public',
  'GET /calendar/feed': 'practitioner',
  'POST /calendar/feed': 'practitioner',
  'DELETE /calendar/feed': 'practitioner',
  'GET /calendar/feed/:token': 'public',
  'GET /calendar/schedules': 'practitioner',
  'PUT /calendar/schedule/:doctorId': 'practitioner',
  'GET /calendar/free/:start/:end': 'practitioner',
  'GET /calendar/absences/:start/:end': 'practitioner',
  'POST /absence': 'practitioner',
  'PUT /absence/:id': 'practitioner',
  'DELETE /absence/:id': 'practitioner',
  'GET /settings/audit': 'admin',
  'GET /settings/audit/export': 'admin F',
  'GET /patient/:id/openings': 'admin',
  'POST /auth/contact': 'public',
  'GET /draft/:patientId': 'practitioner C',
  'PUT /draft/:patientId/:key': 'practitioner C',
  'DELETE /draft/:patientId/:key': 'practitioner C',
  'GET /patient': 'practitioner',
  'GET /patient/findLatestByUser': 'practitioner',
  'GET /patient/findByName/:name': 'practitioner',
  'GET /patient/findDuplicates': 'practitioner',
  'GET /patient/getWithRecord/:id': 'practitioner',
  'GET /patient/:id': 'practitioner',
  'POST /patient': 'practitioner',
  'PUT /patient/:id': 'practitioner',
  'DELETE /patient/:id': 'admin',
  'GET /patient/:id/profileImage/:size': 'practitioner',
  'GET /invitation/link/:token': 'public',
  'POST /invitation/accept': 'signed-in',
  'GET /invitation': 'signed-in',
  'POST /invitation/:id/accept': 'signed-in',
  'DELETE /invitation/:id': 'signed-in',
  'GET /user/search': 'admin',
  'GET /settings/member': 'admin',
  'POST /settings/member': 'admin',
  'PUT /settings/member/:id': 'admin',
  'DELETE /settings/member/:id': 'admin',
  'POST /settings/invitation/:id/resend': 'admin',
  'DELETE /settings/invitation/:id': 'admin',
  'GET /practice/findAllByCurrentUser': 'signed-in',
  'POST /practice': 'signed-in',
  'GET /practice/doctors': 'practitioner',
  'POST /auth/setCurrentPractice/:id': 'signed-in',
  'GET /practice/:id/logo/:key': 'public',
  'POST /practice/leave': 'practitioner',
  'GET /record/findCases/:patientId': 'practitioner C',
  'GET /record/findCaseFollowUps/:caseId': 'practitioner C',
  'GET /record/:id/versions': 'practitioner C',
  'GET /record/:id': 'practitioner C',
  'GET /record/:id/addenda': 'practitioner C',
  'POST /record/:id/addenda': 'practitioner C',
  'POST /record/print/:patientId': 'practitioner C',
  'POST /record': 'practitioner C',
  'PUT /record/:id': 'practitioner C',
  'DELETE /record/:id': 'practitioner C',
  'GET /record_class': 'practitioner',
  'GET /record_class/:classId/:version': 'practitioner',
  'GET /record_module': 'practitioner',
  'GET /record_module/installed': 'practitioner',
  'POST /record_module/install/:id': 'admin',
  'POST /record_module/uninstall/:id': 'admin',
  'PUT /settings/user': 'practitioner',
  'PUT /settings/practice': 'admin',
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /installation': 'public',
  'POST /installation/demo': 'public',
}

const declared = (endpoint: EndpointShape): string => {
  const { access } = endpoint
  const who = typeof access === 'string' ? access : access.rank
  const clinical = typeof access === 'object' && access.clinical === true
  return [who, ...(clinical ? ['C'] : []), ...(needsFreshProof(endpoint) ? ['F'] : [])].join(' ')
}

let app: TestApp

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

describe('C11: every route', () => {
  it('declares the access that was decided for it, and none is without a decision', () => {
    const found = Object.fromEntries(app.endpoints.map((endpoint) => [nameOf(endpoint), declared(endpoint)]))
    expect(found).toEqual(decided)
  })
})

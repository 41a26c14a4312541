import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { accountSamples } from '../samples/accounts.ts'
import { appointmentSamples } from '../samples/appointments.ts'
import { erasureSamples } from '../samples/erasures.ts'
import { fhirSamples } from '../samples/fhir.ts'
import { fileSamples } from '../samples/files.ts'
import { handOverSamples } from '../samples/hand-overs.ts'
import { importSamples } from '../samples/imports.ts'
import { moduleSamples } from '../samples/modules.ts'
import { paperSamples } from '../samples/papers.ts'
import { copySamples } from '../samples/patient-copies.ts'
import { patientSamples } from '../samples/patients.ts'
import { practiceSamples } from '../samples/practices.ts'
import { entriesSamples } from '../samples/practitioner-copies.ts'
import { recordSamples } from '../samples/records.ts'
import type { Sample, SampleInput } from '../samples/sample.ts'
import { scheduleSamples } from '../samples/schedules.ts'
import { packageSamples } from '../samples/session-packages.ts'
import { signatureSamples } from '../samples/signatures.ts'
import { systemSamples } from '../samples/system.ts'
import type { PracticeScene } from './practice-scene.ts'

/**
 * For every endpoint one call that succeeds for an owner of the scene's practice. It names every id the endpoint
 * takes, so that a sweep can put a foreign one in each place.
 */
const samples: readonly Sample[] = [
  ...accountSamples,
  ...appointmentSamples,
  ...fhirSamples,
  ...fileSamples,
  ...erasureSamples,
  ...importSamples,
  ...moduleSamples,
  ...paperSamples,
  ...patientSamples,
  ...copySamples,
  ...entriesSamples,
  ...handOverSamples,
  ...practiceSamples,
  ...recordSamples,
  ...scheduleSamples,
  ...packageSamples,
  ...signatureSamples,
  ...systemSamples,
]

/** Endpoints whose sample cannot succeed with a Bearer token alone in an installation that is in use. */
export const beyondToken: Readonly<Record<string, string>> = {
  'POST /auth/firebase/login': 'needs a token of the hosted identity service: accounts.identity.test.ts',
  'POST /auth/firebase/register': 'needs a token of the hosted identity service: accounts.identity.test.ts',
  'POST /auth/resetPassword': 'needs the link of a mail: accounts.recovery.test.ts',
  'POST /auth/activate': 'needs the link of a mail: accounts.recovery.test.ts',
  'POST /auth/confirmMail': 'needs the link of a mail: accounts.settings.test.ts',
  'POST /auth/changePassword': 'ends every other session of the person: accounts.recovery.test.ts',
  'POST /auth/passkey/login': 'needs a device that signs: accounts.passkeys.test.ts',
  'POST /auth/passkeys': 'needs a device that signs: accounts.passkeys.test.ts',
  'POST /auth/totp/confirm': 'needs the code of the moment: accounts.totp.test.ts',
  'POST /auth/totp/recoveryCodes': 'needs a second factor that is on: accounts.totp.test.ts',
  'GET /auth/refresh': 'needs the cookie: cookies.test.ts',
  'GET /practice/export/file/:token': 'needs a link that leads there once: practice-moves.exports.test.ts',
  'POST /practice/deletion':
    'closes what every other call needs: closing-practice.test.ts, practice-deletions.test.ts',
  'POST /practice/deletion/take-back': 'needs a practice that is closed: practice-deletions.test.ts',
  'POST /practice/deletion/arrival': 'needs what a receiver was shown: practice-deletions.test.ts',
  'POST /copies/open': 'needs the link and the code that the patient got: patient-copies.links.test.ts',
  'GET /copies/file/:token': 'needs a link that leads there once: patient-copies.links.test.ts',
  'GET /entries/file/:token': 'needs a link that leads there once: practitioner-copies.test.ts',
  'GET /handOvers/file/:token': 'needs a link that leads there once: hand-overs.test.ts',
  'POST /practice/leave': 'ends what every other call needs: role-matrix.test.ts, practices.members.test.ts',
  'POST /installation/restore': 'needs a fresh installation: e2e/backups.e2e.ts, backups.keys.test.ts',
  'POST /installation/recovery-key/first': 'needs a fresh installation: backups.keys.test.ts',
  'POST /installation/demo': 'needs a fresh installation: tests of the demo practice',
}

/** `PUT /patient/:id`: how sweeps call an endpoint in their tables. */
export const nameOf = ({ method, path }: Pick<EndpointShape, 'method' | 'path'>): string =>
  `${method} ${path}`

/** The sample calls of an endpoint, the main one first. An endpoint without any fails the build. */
export const samplesOf = (endpoint: EndpointShape, scene: PracticeScene): readonly SampleInput[] => {
  const found = samples
    .filter((one) => nameOf(one.endpoint) === nameOf(endpoint))
    .map((one) => one.input(scene))
  if (found.length > 0) return found
  throw new Error(`${nameOf(endpoint)} has no sample input: add one to server/test/sweeps/samples`)
}

export const sampleOf = (endpoint: EndpointShape, scene: PracticeScene): SampleInput =>
  samplesOf(endpoint, scene)[0] ?? {}

/** Reads first, then changes, what destroys last: the order in which one scene serves every endpoint. */
export const inCallOrder = (endpoints: readonly EndpointShape[]): EndpointShape[] => {
  const order = ['GET', 'PUT', 'POST', 'DELETE']
  return [...endpoints].sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
}

import { type EndpointShape, needsFreshProof } from '../http/endpoint.ts'

/** What a key of the practice may be given. All of them read; none writes. */
export const keyScopes = [
  'patients',
  'agenda',
  'records',
  'files',
  'packages',
  'receipts',
  'audit',
  'fhir',
  'day-sheet',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** Scopes that open clinical content, for as long as whoever made the key may read it. */
export const clinicalScopes: readonly KeyScope[] = ['records', 'files', 'fhir', 'day-sheet']

/**
 * Which scopes the reads of a feature take, by the feature's name in `features`: all that are named, as what is composed
 * tells of each. `null`: no key opens it. A feature without a line does not pass `features.test.ts`.
 */
const featureScopes: Readonly<Record<string, readonly KeyScope[] | null>> = {
  patients: ['patients'],
  'patient-file': ['patients', 'agenda', 'records', 'files', 'packages'],
  'patient-consents': ['records'],
  records: ['records'],
  signatures: ['records'],
  files: ['files'],
  appointments: ['agenda'],
  schedules: ['agenda'],
  'wait-list': ['agenda'],
  reminders: ['agenda'],
  'day-sheets': ['day-sheet'],
  today: ['patients', 'agenda', 'records', 'packages', 'receipts'],
  'session-packages': ['packages'],
  receipts: ['receipts'],
  audit: ['audit'],
  fhir: ['fhir'],
  accounts: null,
  practices: null,
  'practice-keys': null,
  'practice-moves': null,
  'practice-deletions': null,
  'patient-copies': null,
  'practitioner-copies': null,
  'hand-overs': null,
  'first-steps': null,
  settings: null,
  drafts: null,
  imports: null,
  'patient-archive': null,
  'patient-merges': null,
  retention: null,
  erasures: null,
  papers: null,
  'calendar-feeds': null,
  modules: null,
  snippets: null,
  events: null,
  contact: null,
  installation: null,
  backups: null,
  monitoring: null,
}

/** Names of the features that have a line. */
export const scopedFeatures = Object.keys(featureScopes)

type Declared = Pick<EndpointShape, 'method' | 'access' | 'fresh' | 'events'>

const isRead = (endpoint: Declared): boolean =>
  endpoint.method === 'GET' &&
  typeof endpoint.access === 'object' &&
  !needsFreshProof(endpoint) &&
  endpoint.events === undefined

/**
 * The scopes that a key needs for an endpoint of a feature, all of them; null where no key will do: it writes, asks for
 * a fresh proof of identity, is not of a practice, goes on as a stream, or its feature has none.
 */
export const scopesFor = (feature: string, endpoint: Declared): readonly KeyScope[] | null =>
  isRead(endpoint) ? (featureScopes[feature] ?? null) : null

/** What is missing of the scopes that a key needs. */
export const missingScopes = (needed: readonly KeyScope[], given: readonly KeyScope[]): KeyScope[] =>
  needed.filter((scope) => !given.includes(scope))

/**
 * Whether a key reads clinical content at an endpoint, as far as its scopes go: with the records everywhere, with the
 * files where files are read, with FHIR where that is spoken.
 */
export const opensClinical = (needed: readonly KeyScope[], given: readonly KeyScope[]): boolean =>
  given.includes('records') ||
  (['files', 'fhir', 'day-sheet'] as const).some((scope) => needed.includes(scope) && given.includes(scope))

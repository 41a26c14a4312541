import type { AuditAction } from '../audit-actions.ts'
import type { Requirement } from '../http/endpoint.ts'
import { permissions } from '../permissions.ts'

/** How a parameter of a search is read (FHIR R4, search): what its values look like and how they are compared. */
export type SearchKind = 'id' | 'instant' | 'date' | 'text' | 'token' | 'reference'

/** Every kind of resource may be searched by these. */
const common = { _id: 'id', _lastUpdated: 'instant' } as const satisfies Record<string, SearchKind>

/** Both name whose it is. */
const ofPatient = { ...common, patient: 'reference', subject: 'reference' } as const

interface ResourceShape {
  readonly access: Requirement
  /** Rows that reading one, and a search, leave in the trail: those of the same reading in the app. */
  readonly audit: { readonly read: AuditAction | null; readonly search: AuditAction | null }
  /**
   * `practice`: of the practice itself, nobody's data. `patients`, `agenda`: searched over the whole practice. `file`: stands in
   * the file of a patient, so that a search says whose.
   */
  readonly source: 'practice' | 'patients' | 'agenda' | 'file'
  readonly search: Readonly<Record<string, SearchKind>>
}

const ofPractice = (search: Readonly<Record<string, SearchKind>>, access: Requirement) =>
  ({
    access,
    audit: { read: null, search: null },
    source: 'practice',
    search: { ...common, ...search },
  }) as const satisfies ResourceShape

const inFile = (search: Readonly<Record<string, SearchKind>>) =>
  ({
    access: permissions.readRecords,
    audit: { read: 'record.read', search: 'record.list' },
    source: 'file',
    search: { ...ofPatient, ...search },
  }) as const satisfies ResourceShape

/**
 * What the read API knows: routes, statement of capabilities, search and documentation follow from this table
 * (docs/fhir.md, decision 0054).
 */
export const fhirResources = {
  Organization: ofPractice({ name: 'text', identifier: 'token' }, permissions.readPractitioners),
  Practitioner: ofPractice(
    { name: 'text', family: 'text', given: 'text', identifier: 'token', active: 'token' },
    permissions.readPractitioners,
  ),
  PractitionerRole: ofPractice(
    { practitioner: 'reference', organization: 'reference', active: 'token' },
    permissions.readPractitioners,
  ),
  Questionnaire: ofPractice(
    { url: 'token', version: 'token', status: 'token', name: 'text' },
    permissions.readRecordClasses,
  ),
  Patient: {
    access: permissions.readPatients,
    audit: { read: 'patient.read', search: 'patient.list' },
    source: 'patients',
    search: {
      ...common,
      identifier: 'token',
      name: 'text',
      family: 'text',
      given: 'text',
      birthdate: 'date',
      gender: 'token',
      phone: 'token',
      email: 'token',
      telecom: 'token',
      active: 'token',
    },
  },
  Appointment: {
    access: permissions.readAgendas,
    audit: { read: 'appointment.read', search: 'appointment.list' },
    source: 'agenda',
    search: {
      ...common,
      patient: 'reference',
      practitioner: 'reference',
      actor: 'reference',
      identifier: 'token',
      date: 'date',
      status: 'token',
    },
  },
  EpisodeOfCare: inFile({ date: 'date', status: 'token', condition: 'reference' }),
  Encounter: inFile({
    date: 'date',
    status: 'token',
    'episode-of-care': 'reference',
    participant: 'reference',
    practitioner: 'reference',
    'reason-reference': 'reference',
  }),
  Condition: inFile({
    code: 'token',
    category: 'token',
    'clinical-status': 'token',
    'verification-status': 'token',
    'onset-date': 'date',
    'recorded-date': 'date',
    encounter: 'reference',
  }),
  AllergyIntolerance: inFile({ code: 'token', 'clinical-status': 'token', date: 'date' }),
  MedicationStatement: inFile({ code: 'token', status: 'token', effective: 'date', context: 'reference' }),
  Procedure: inFile({ code: 'token', status: 'token', date: 'date', encounter: 'reference' }),
  Observation: inFile({
    code: 'token',
    category: 'token',
    status: 'token',
    date: 'date',
    encounter: 'reference',
    'derived-from': 'reference',
  }),
  Flag: inFile({ status: 'token', date: 'date' }),
  QuestionnaireResponse: inFile({
    questionnaire: 'token',
    status: 'token',
    authored: 'date',
    encounter: 'reference',
  }),
  DocumentReference: inFile({
    status: 'token',
    date: 'date',
    type: 'token',
    category: 'token',
    encounter: 'reference',
    related: 'reference',
  }),
  Binary: {
    access: permissions.readRecords,
    audit: { read: 'file.read', search: null },
    source: 'file',
    search: {},
  },
  Consent: inFile({ status: 'token', date: 'date', category: 'token', 'source-reference': 'reference' }),
  Provenance: inFile({ recorded: 'date', target: 'reference' }),
  Composition: inFile({ date: 'date', status: 'token', type: 'token' }),
} as const satisfies Record<string, ResourceShape>

export type FhirType = keyof typeof fhirResources

export const fhirTypes = Object.keys(fhirResources) as FhirType[]

/** Bytes are read one by one; there is nothing to look for in them. */
export const isSearched = (type: FhirType): boolean => Object.keys(fhirResources[type].search).length > 0

/** What a search may be told besides what it looks for (FHIR R4, search results). */
export const resultParameters = [
  '_count',
  '_offset',
  '_format',
  '_sort',
  '_summary',
  '_total',
  '_elements',
  '_include',
  '_revinclude',
] as const

const namesOf = (type: FhirType, kinds: readonly SearchKind[]): string[] =>
  Object.entries<SearchKind>(fhirResources[type].search)
    .filter(([, kind]) => kinds.includes(kind))
    .map(([name]) => name)

/** Parameters that a page of a kind of resource may be sorted by: what is a date, a text or an id. */
export const sortableBy = (type: FhirType): string[] => namesOf(type, ['id', 'instant', 'date', 'text'])

/** What may be included in a page of a kind of resource: whatever its references lead to. */
export const includesOf = (type: FhirType): string[] =>
  namesOf(type, ['reference']).map((name) => `${type}:${name}`)

/** Kinds that the references of a parameter lead to, as far as ours do. */
const targets: Readonly<Record<string, readonly FhirType[]>> = {
  patient: ['Patient'],
  subject: ['Patient'],
  actor: ['Patient', 'Practitioner'],
  practitioner: ['Practitioner'],
  participant: ['Practitioner'],
  organization: ['Organization'],
  encounter: ['Encounter'],
  context: ['Encounter'],
  'episode-of-care': ['EpisodeOfCare'],
  condition: ['Condition'],
  'reason-reference': ['Condition'],
  target: ['QuestionnaireResponse'],
  related: ['QuestionnaireResponse'],
  'derived-from': ['QuestionnaireResponse'],
  'source-reference': ['QuestionnaireResponse'],
}

/**
 * What may be included because it leads to a page of a kind of resource: what stands where the page is from, in the same file or
 * among what the practice says of itself. What leads to patients is their whole file.
 */
export const revIncludesOf = (type: FhirType): string[] =>
  fhirTypes
    .filter((one) => fhirResources[one].source === fhirResources[type].source)
    .flatMap((one) =>
      namesOf(one, ['reference'])
        .filter((name) => targets[name]?.includes(type))
        .map((name) => `${one}:${name}`),
    )

/** Parameters that lead to a patient, whose identifier may be asked for in their place. */
export const chainedOf = (type: FhirType): string[] =>
  fhirResources[type].source === 'practice'
    ? []
    : namesOf(type, ['reference']).filter((name) => name === 'patient' || name === 'subject')

/** The same with the identifier of a patient, written in both ways: `patient.identifier`, `subject:Patient.identifier`. */
export const chainsOf = (type: FhirType): string[] =>
  chainedOf(type).flatMap((name) => [`${name}.identifier`, `${name}:Patient.identifier`])

/** Resources of a page, unless asked otherwise, and at most. */
export const fhirPage = { usual: 50, most: 200 } as const

/** The version of the standard that is spoken. */
export const fhirVersion = '4.0.1'

import { fhirEndpoints, fhirResourceEndpoints } from '@ulna/contract/fhir/fhir'
import { type FhirType, fhirResources, fhirTypes, isSearched } from '@ulna/contract/fhir/fhir.resources'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { PracticeScene } from '../scene/practice-scene.ts'
import { type Sample, sample } from './sample.ts'

/** A resource of each kind that the scene has. */
const idOf: Readonly<Record<FhirType, (scene: PracticeScene) => string>> = {
  Organization: ({ practiceId }) => `practice-${practiceId}`,
  Practitioner: ({ doctorId }) => `doctor-${doctorId}`,
  PractitionerRole: ({ doctorId }) => `doctor-${doctorId}`,
  Questionnaire: () => 'form-document-v1',
  Patient: ({ patientId }) => `patient-${patientId}`,
  Appointment: ({ appointmentId }) => `appointment-${appointmentId}`,
  EpisodeOfCare: ({ caseId }) => `record-${caseId}`,
  Encounter: ({ caseId }) => `record-${caseId}`,
  Condition: ({ caseId }) => `record-${caseId}`,
  AllergyIntolerance: ({ historyId }) => `record-${historyId}-allergies-1`,
  MedicationStatement: ({ historyId }) => `record-${historyId}-currentMedication-1`,
  Procedure: ({ historyId }) => `record-${historyId}-qx-1`,
  Observation: ({ caseId }) => `record-${caseId}-painIntensity`,
  Flag: ({ historyId }) => `record-${historyId}-warning-1`,
  QuestionnaireResponse: ({ followUpId }) => `record-${followUpId}`,
  DocumentReference: ({ fileId }) => `file-${fileId}`,
  Binary: ({ fileId }) => `file-${fileId}`,
  Consent: ({ consentId }) => `record-${consentId}`,
  Provenance: ({ caseId }) => `record-${caseId}`,
  Composition: ({ patientId }) => `patient-${patientId}`,
}

const endpointOf = (prefix: 'read' | 'search', type: FhirType): EndpointShape => {
  const table: Readonly<Record<string, EndpointShape>> = fhirResourceEndpoints
  const endpoint = table[`${prefix}${type}`]
  if (!endpoint) throw new Error(`nobody can ${prefix} a ${type}`)
  return endpoint
}

/** What stands in a file is looked for in that of a patient. */
const queryOf = (type: FhirType, { patientId }: PracticeScene): Record<string, string> =>
  fhirResources[type].source === 'file' ? { patient: `patient-${patientId}` } : {}

export const fhirSamples: readonly Sample[] = [
  sample(fhirEndpoints.metadata),
  sample(fhirEndpoints.everything, ({ patientId }) => ({ params: { id: `patient-${patientId}` } })),
  sample(fhirEndpoints.summary, ({ patientId }) => ({ params: { id: `patient-${patientId}` } })),
  sample(fhirEndpoints.history, ({ followUpId }) => ({ params: { id: `record-${followUpId}` } })),
  sample(fhirEndpoints.version, ({ followUpId }) => ({
    params: { id: `record-${followUpId}`, version: '1' },
  })),
  ...fhirTypes.map((type) => ({
    endpoint: endpointOf('read', type),
    input: (scene: PracticeScene) => ({ params: { id: idOf[type](scene) } }),
  })),
  ...fhirTypes.filter(isSearched).map((type) => ({
    endpoint: endpointOf('search', type),
    input: (scene: PracticeScene) => ({ query: queryOf(type, scene) }),
  })),
]

import type { Bundle, BundleEntry, Composition, FhirResource } from 'fhir/r4'
import { textsOf } from '../../../../platform/locale-texts.ts'
import { concept, loincCoding, metaOf, reference } from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import type { MappingContext, PatientFile } from '../base/fhir.patient-file.ts'
import { asFhirText, said } from '../base/fhir.said.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import { organizationOf, organizationReference, practitionerOf } from '../practice/fhir.practice.ts'
import { type SummarySection, sectionsOf } from './fhir.sections.ts'

const lastUpdated = (resources: readonly FhirResource[]): string[] =>
  resources.flatMap(({ meta }) => meta?.lastUpdated ?? [])

const compositionWith = (
  file: PatientFile,
  context: MappingContext,
  sections: readonly SummarySection[],
): Composition => {
  const { patient, practice } = file
  const times = lastUpdated(sections.flatMap(({ resources }) => resources))
  const meta = metaOf([], [patient.updatedAt, patient.createdAt, ...times])
  return said<Composition>({
    resourceType: 'Composition',
    id: resourceId('patient', patient.id),
    meta,
    language: context.language,
    status: 'final',
    type: concept(loincCoding('summary')),
    subject: patientReference(patient),
    date: meta.lastUpdated ?? patient.createdAt,
    author: [organizationReference(practice)],
    title: textsOf(context.language, 'fhir')('title'),
    confidentiality: 'N',
    custodian: organizationReference(practice),
    section: sections.map(({ section }) => section),
  })
}

/** The summary as one resource: what its sections name stands in the file. */
export const compositionOf = (file: PatientFile, context: MappingContext): Composition =>
  compositionWith(file, context, sectionsOf(file, context))

/** When a document was put together, and what it is called from then on. */
export interface Made {
  readonly at: string
  readonly uuid: string
}

const entryOf = (resource: FhirResource, { appUrl }: MappingContext): BundleEntry => ({
  fullUrl: `${appUrl}/api/fhir/R4/${resource.resourceType}/${resource.id}`,
  resource,
})

/** Who is named by what a document holds. */
const practitionersIn = (file: PatientFile, resources: readonly FhirResource[]): FhirResource[] => {
  const text = JSON.stringify(resources)
  return [...file.practitioners, ...file.ofElsewhere]
    .map(practitionerOf)
    .filter(({ id }) => text.includes(JSON.stringify(reference('Practitioner', id ?? '').reference)))
}

/** The International Patient Summary: a document that stands by itself, the patient and all that it names within. */
export const summaryBundle = (
  file: PatientFile,
  patient: FhirResource,
  context: MappingContext,
  made: Made,
): Bundle => {
  const sections = sectionsOf(file, context)
  const named = sections.flatMap(({ resources }) => resources)
  const resources: FhirResource[] = [
    compositionWith(file, context, sections),
    patient,
    organizationOf(file.practice),
    ...practitionersIn(file, named),
    ...named,
  ]
  return {
    resourceType: 'Bundle',
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${made.uuid}` },
    type: 'document',
    timestamp: made.at,
    entry: resources.map((resource) => entryOf(asFhirText(resource), context)),
  }
}

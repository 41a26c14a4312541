import {
  type FhirType,
  fhirResources,
  fhirTypes,
  fhirVersion,
  isSearched,
  type SearchKind,
} from '@ulna/contract/fhir/fhir.resources'
import type { CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4'
import { baseOf } from './fhir.answers.ts'

type SearchType = NonNullable<CapabilityStatementRestResource['searchParam']>[number]['type']

const kinds: Readonly<Record<SearchKind, SearchType>> = {
  id: 'token',
  instant: 'date',
  date: 'date',
  text: 'string',
  token: 'token',
  reference: 'reference',
}

const parametersOf = (type: FhirType): CapabilityStatementRestResource['searchParam'] =>
  Object.entries<SearchKind>(fhirResources[type].search).map(([name, kind]) => ({
    name,
    type: kinds[kind],
  }))

const operations = [
  { name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' },
  { name: 'summary', definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary' },
]

const resourceOf = (type: FhirType): CapabilityStatementRestResource => ({
  type,
  interaction: [{ code: 'read' }, ...(isSearched(type) ? [{ code: 'search-type' as const }] : [])],
  versioning: 'no-version',
  ...(isSearched(type) ? { searchParam: parametersOf(type) ?? [] } : {}),
  ...(type === 'Patient' ? { operation: operations } : {}),
})

/** What this server knows of FHIR, from the table that its routes follow. */
export const capabilityStatement = (
  appUrl: string,
  { version, date }: { readonly version: string; readonly date: string },
): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date,
  kind: 'instance',
  software: { name: 'Ulna', version },
  implementation: { description: 'Ulna', url: baseOf(appUrl) },
  fhirVersion,
  format: ['application/fhir+json'],
  rest: [
    {
      mode: 'server',
      security: {
        description:
          'A bearer token: of a session, or a key of the practice with the scope fhir. Searches of what stands in a file say whose it is (patient, subject or _id).',
      },
      resource: fhirTypes.map(resourceOf),
    },
  ],
})

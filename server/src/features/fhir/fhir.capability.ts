import {
  chainedOf,
  type FhirType,
  fhirResources,
  fhirTypes,
  fhirVersion,
  includesOf,
  isSearched,
  revIncludesOf,
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

/** Those of results that are parameters of a search by themselves (FHIR R4, search, table of parameters). */
const resultParams: NonNullable<CapabilityStatementRestResource['searchParam']> = [
  { name: '_count', type: 'number' },
  { name: '_sort', type: 'string' },
  { name: '_summary', type: 'token', documentation: 'count, false' },
  { name: '_total', type: 'token' },
  { name: '_elements', type: 'string' },
]

const parametersOf = (type: FhirType): CapabilityStatementRestResource['searchParam'] =>
  Object.entries<SearchKind>(fhirResources[type].search).map(([name, kind]) => ({
    name,
    type: kinds[kind],
    ...(chainedOf(type).includes(name)
      ? { documentation: `Also ${name}.identifier, the identifier of the patient; no other chain.` }
      : {}),
  }))

const search = {
  code: 'search-type' as const,
  documentation: 'GET, or POST to _search with a form, so that what is looked for stands in no address.',
}

/** What a search of a kind takes: what it looks for, and how what is found is told. */
const searchOf = (type: FhirType): Partial<CapabilityStatementRestResource> => {
  const [includes, revIncludes] = [includesOf(type), revIncludesOf(type)]
  return {
    searchParam: [...(parametersOf(type) ?? []), ...resultParams],
    ...(includes.length > 0 ? { searchInclude: includes } : {}),
    ...(revIncludes.length > 0 ? { searchRevInclude: revIncludes } : {}),
  }
}

const operations = [
  { name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' },
  { name: 'summary', definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary' },
]

/** The answers of a record: whatever else is made of it is told as it is now. */
const versioned: FhirType = 'QuestionnaireResponse'

const resourceOf = (type: FhirType): CapabilityStatementRestResource => ({
  type,
  interaction: [
    { code: 'read' },
    ...(type === versioned ? [{ code: 'vread' as const }, { code: 'history-instance' as const }] : []),
    ...(isSearched(type) ? [search] : []),
  ],
  versioning: type === versioned ? 'versioned' : 'no-version',
  readHistory: type === versioned,
  ...(isSearched(type) ? searchOf(type) : {}),
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

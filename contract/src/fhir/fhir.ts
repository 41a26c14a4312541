import * as z from 'zod/mini'
import type { AuditAction } from '../audit-actions.ts'
import { type EndpointShape, endpoint, type Requirement } from '../http/endpoint.ts'
import { isWellFormedText } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import {
  chainsOf,
  type FhirType,
  fhirResources,
  fhirTypes,
  isSearched,
  resultParameters,
} from './fhir.resources.ts'

const wellFormed = z.refine<string>(isWellFormedText, { params: { key: 'field_text' } })

/** An id as FHIR writes it. */
const fhirId = z.string().check(z.regex(/^[A-Za-z0-9.-]{1,64}$/))
const idPath = z.object({ id: fhirId })

const value = z.string().check(z.maxLength(300), wellFormed)

/** A parameter may be given several times; what it says has to hold each time. */
const searchValue = z.optional(z.union([value, z.array(value).check(z.maxLength(10))]))
export type SearchValue = z.output<typeof searchValue>

const parameters = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, searchValue])))

/** The same parameters of a search as the table of resources names them. */
export const searchParametersOf = (type: FhirType): string[] => [
  ...Object.keys(fhirResources[type].search),
  ...chainsOf(type),
  ...resultParameters,
]

const fhirJson = ['application/fhir+json'] as const

const readOf = (type: FhirType) =>
  endpoint({
    method: 'GET',
    path: `/fhir/R4/${type}/:id`,
    summary: `One ${type} as FHIR R4`,
    access: fhirResources[type].access as Requirement,
    audit: fhirResources[type].audit.read as AuditAction | null,
    params: idPath,
    answers: type === 'Binary' ? ([...fhirJson, ...fileTypes] as const) : fhirJson,
    ...(type === 'Binary' ? { errors: ['file_not_found', 'payload_too_large'] as const } : {}),
  })

const searchOf = (type: FhirType) =>
  endpoint({
    method: 'GET',
    path: `/fhir/R4/${type}`,
    summary: `A page of ${type} as a FHIR R4 Bundle`,
    access: fhirResources[type].access as Requirement,
    audit: fhirResources[type].audit.search as AuditAction | null,
    query: parameters(searchParametersOf(type)),
    asForm: '/_search',
    answers: fhirJson,
  })

/** What is in files of records. */
const fileTypes = [
  'application/dicom',
  'application/pdf',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/webp',
] as const

type Reads = { readonly [T in FhirType as `read${T}`]: ReturnType<typeof readOf> }
type Searched = Exclude<FhirType, 'Binary'>
type Searches = { readonly [T in Searched as `search${T}`]: ReturnType<typeof searchOf> }

const tableOf = (
  prefix: 'read' | 'search',
  types: readonly FhirType[],
  make: (type: FhirType) => EndpointShape,
) => Object.fromEntries(types.map((type) => [`${prefix}${type}`, make(type)]))

/** Reading and searching, two calls a kind of resource. */
export const fhirResourceEndpoints = {
  ...tableOf('read', fhirTypes, readOf),
  ...tableOf('search', fhirTypes.filter(isSearched), searchOf),
} as unknown as Reads & Searches

/** Parameters of the operation that hands out a whole file. */
const everythingQuery = parameters(['_type', '_since', '_count', '_offset', '_format'])

const historyQuery = parameters(['_since', '_count', '_offset', '_format'])

/** The read API in the standard of health records, FHIR R4 (decision 0054). */
export const fhirEndpoints = {
  metadata: endpoint({
    method: 'GET',
    path: '/fhir/R4/metadata',
    summary: 'What this server knows of FHIR: its CapabilityStatement',
    access: 'public',
    audit: null,
    answers: fhirJson,
  }),
  everything: endpoint({
    method: 'GET',
    path: '/fhir/R4/Patient/:id/$everything',
    summary: 'Everything the file of a patient holds, a page of it, as a FHIR R4 Bundle',
    access: permissions.readRecords,
    audit: 'patient.file_opened',
    params: idPath,
    query: everythingQuery,
    answers: fhirJson,
  }),
  summary: endpoint({
    method: 'GET',
    path: '/fhir/R4/Patient/:id/$summary',
    summary: 'The International Patient Summary of a patient, a FHIR R4 document, in the language asked for',
    access: permissions.readRecords,
    audit: 'patient.file_opened',
    params: idPath,
    answers: fhirJson,
  }),
  history: endpoint({
    method: 'GET',
    path: '/fhir/R4/QuestionnaireResponse/:id/_history',
    summary: 'Every version of the answers of a record, newest first, a page of it, as a FHIR R4 Bundle',
    access: permissions.readRecords,
    audit: 'record.read',
    params: idPath,
    query: historyQuery,
    answers: fhirJson,
  }),
  version: endpoint({
    method: 'GET',
    path: '/fhir/R4/QuestionnaireResponse/:id/_history/:version',
    summary: 'One version of the answers of a record as FHIR R4',
    access: permissions.readRecords,
    audit: 'record.read',
    params: z.object({ id: fhirId, version: fhirId }),
    answers: fhirJson,
  }),
}

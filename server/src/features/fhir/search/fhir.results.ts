import { type FhirType, includesOf, revIncludesOf, sortableBy } from '@ulna/contract/fhir/fhir.resources'
import type { FhirResource } from 'fhir/r4'
import { invalidField } from '../../../platform/app-error.ts'

export interface SortKey {
  readonly name: string
  readonly descending: boolean
}

/** What is included: the resources that a parameter's references lead to, of one kind where that is said. */
export interface Include {
  readonly name: string
  readonly target?: string | undefined
}

/** What is included because a parameter of it leads to what was found. */
export interface RevInclude {
  readonly source: FhirType
  readonly name: string
}

/** How what is found is told. */
export interface ResultWish {
  readonly sort: readonly SortKey[]
  /** Only how many there are. */
  readonly counted: boolean
  /** Elements that are told; all of them where none is named. */
  readonly elements: readonly string[]
  readonly includes: readonly Include[]
  readonly revIncludes: readonly RevInclude[]
}

type Values = (name: string) => readonly string[]

const partsOf = (values: readonly string[]): string[] =>
  values
    .flatMap((value) => value.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')

const sortOf = (type: FhirType, values: readonly string[]): SortKey[] =>
  partsOf(values).map((part) => {
    const descending = part.startsWith('-')
    const name = descending ? part.slice(1) : part
    if (!sortableBy(type).includes(name)) throw invalidField('_sort', 'field_option')
    return { name, descending }
  })

const includeOf = (type: FhirType, value: string): Include => {
  const [source = '', name = '', target] = value.split(':')
  if (!includesOf(type).includes(`${source}:${name}`)) throw invalidField('_include', 'field_option')
  return { name, target }
}

const revIncludeOf = (type: FhirType, value: string): RevInclude => {
  const [source = '', name = '', target = type] = value.split(':')
  if (!revIncludesOf(type).includes(`${source}:${name}`) || target !== type)
    throw invalidField('_revinclude', 'field_option')
  return { source: source as FhirType, name }
}

const refuseOthers = (name: string, values: readonly string[], known: readonly string[]): void => {
  if (values.some((value) => !known.includes(value))) throw invalidField(name, 'field_option')
}

/** What a search is told of its results. Totals are always told, and exact. */
export const readResults = (type: FhirType, valuesOf: Values): ResultWish => {
  const summary = valuesOf('_summary')
  refuseOthers('_summary', summary, ['count', 'false'])
  refuseOthers('_total', valuesOf('_total'), ['none', 'estimate', 'accurate'])
  return {
    sort: sortOf(type, valuesOf('_sort')),
    counted: summary.includes('count'),
    elements: partsOf(valuesOf('_elements')),
    includes: partsOf(valuesOf('_include')).map((value) => includeOf(type, value)),
    revIncludes: partsOf(valuesOf('_revinclude')).map((value) => revIncludeOf(type, value)),
  }
}

/** Elements that stay whatever is asked for: who it is, and what changes the meaning of the rest. */
const lasting: ReadonlySet<string> = new Set([
  ...['resourceType', 'id', 'meta', 'status', 'clinicalStatus', 'verificationStatus', 'active', 'link'],
  ...['class', 'code', 'subject', 'patient', 'participant', 'medication', 'content', 'scope', 'category'],
  ...['target', 'recorded', 'agent', 'type', 'date', 'author', 'title'],
])

const choices = ['value', 'effective', 'performed', 'onset', 'abatement', 'occurred', 'medication']

/** The element that a key tells of: `_performedDateTime` and `performedDateTime` are both `performed`. */
const elementOf = (key: string): string => {
  const name = key.replace(/^_/, '')
  return choices.find((choice) => name.startsWith(choice) && /^[A-Z]/.test(name.slice(choice.length))) ?? name
}

const subsetted = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
  code: 'SUBSETTED',
}

/** A resource with some of its elements, which says so; whole where none is named. */
export const withElements = (resource: FhirResource, elements: readonly string[]): FhirResource => {
  if (elements.length === 0) return resource
  const wanted = new Set([...lasting, ...elements.flatMap((one) => [one, elementOf(one)])])
  const kept = Object.entries(resource).filter(([key]) => wanted.has(key) || wanted.has(elementOf(key)))
  return {
    ...Object.fromEntries(kept),
    meta: { ...resource.meta, tag: [subsetted] },
  } as FhirResource
}

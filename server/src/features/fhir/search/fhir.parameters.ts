import {
  chainsOf,
  type FhirType,
  fhirPage,
  fhirResources,
  resultParameters,
  type SearchKind,
} from '@ulna/contract/fhir/fhir.resources'
import { AppError, invalidField } from '../../../platform/app-error.ts'
import { readResourceId, resourceId, type SourceKind } from '../mapping/base/fhir.names.ts'
import { type ResultWish, readResults } from './fhir.results.ts'

/** Values of a parameter: each has to hold, any part of one suffices. */
export type Alternatives = readonly string[]

export interface Search extends ResultWish {
  readonly type: FhirType
  readonly wishes: ReadonlyMap<string, readonly Alternatives[]>
  /** Identifiers of the patient that it is about, where they are named by one. */
  readonly identifiers: readonly Alternatives[]
  readonly limit: number
  readonly offset: number
  /** What was understood, as it is told again in the address of the page. */
  readonly understood: readonly (readonly [string, string])[]
}

type Query = Readonly<Record<string, unknown>>

/** Whether a program wants to be told of what is not understood instead of being answered without it. */
export const isStrict = (prefer: string | readonly string[] | undefined): boolean =>
  /(^|[\s,;])handling\s*=\s*strict/i.test(String(prefer ?? ''))

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')

/** Commas part alternatives, but those behind a backslash (FHIR R4, search, escaping). */
const alternatives = (value: string): string[] =>
  (value.match(/(?:\\.|[^,\\])+/g) ?? [])
    .map((one) => one.replaceAll(/\\(.)/g, '$1').trim())
    .filter((one) => one !== '')

const pageNumber = (query: Query, name: string, usual: number, most: number): number => {
  const [text] = listOf(query[name])
  if (text === undefined) return usual
  if (!/^\d{1,9}$/.test(text)) throw invalidField(name, 'field_type', { type: 'integer' })
  return Math.min(Number(text), most)
}

/** Only JSON is spoken. A plus that was not written as in addresses arrives as a space. */
export const refuseOtherFormats = (query: Query): void => {
  const asked = listOf(query._format)
  if (asked.some((one) => !/^(json|(application|text)\/(fhir[+ ])?json)(;.*)?$/.test(one)))
    throw invalidField('_format', 'field_option')
}

export const pageOf = (query: Query): { readonly limit: number; readonly offset: number } => ({
  limit: pageNumber(query, '_count', fhirPage.usual, fhirPage.most),
  offset: pageNumber(query, '_offset', 0, 1_000_000),
})

/** Whether a name is that of a known parameter with a modifier or a chain, or looks from what leads to a resource (`_has`). */
const isNarrower = (name: string, known: readonly string[]): boolean => {
  const [first = ''] = name.split(/[.:]/)
  return first !== name && (first === '_has' || known.includes(first))
}

/** Names that are not understood. One that narrows what another means is refused, whatever was preferred: without it more would be found. */
const unknownNames = (query: Query, known: readonly string[]): string[] => {
  const names = Object.keys(query).filter((name) => !known.includes(name))
  const narrower = names.find((name) => isNarrower(name, known))
  if (narrower !== undefined) throw invalidField(narrower, 'field_unknown')
  return names
}

export const refuseUnknown = (query: Query, known: readonly string[], strict: boolean): void => {
  const unknown = unknownNames(query, known)
  if (!strict || unknown.length === 0) return
  throw new AppError('invalid_request', {
    fields: unknown.slice(0, 10).map((field) => ({ field, message: 'field_unknown' })),
  })
}

/** Of what is said of results, all but the page and the format, which links tell by themselves. */
const told = ['_sort', '_summary', '_total', '_elements', '_include', '_revinclude']

/** What a search of a kind of resource asks for. */
export const readSearch = (type: FhirType, query: Query, strict: boolean): Search => {
  const names: readonly string[] = Object.keys(fhirResources[type].search)
  const chains = chainsOf(type)
  refuseUnknown(query, [...names, ...chains, ...resultParameters], strict)
  refuseOtherFormats(query)
  const valuesOf = (name: string): string[] => listOf(query[name]).filter((value) => value.trim() !== '')
  const given = names.filter((name) => valuesOf(name).length > 0)
  const results = readResults(type, valuesOf)
  const { limit, offset } = pageOf(query)
  return {
    type,
    wishes: new Map(given.map((name) => [name, valuesOf(name).map(alternatives)])),
    identifiers: chains.flatMap((name) => valuesOf(name).map(alternatives)),
    ...{ ...results, offset, limit: results.counted ? 0 : limit },
    understood: [...given, ...chains, ...told].flatMap((name) =>
      valuesOf(name).map((value) => [name, value] as const),
    ),
  }
}

/** How a parameter of a kind of resource is read. */
export const kindOf = (type: FhirType, name: string): SearchKind | undefined => {
  const kinds: Readonly<Record<string, SearchKind>> = fhirResources[type].search
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined
}

/** A code with its system: `code`, `system|code`, `system|` or `|code`. */
export const tokenOf = (text: string): { readonly system?: string; readonly value: string } => {
  const at = text.indexOf('|')
  return at < 0 ? { value: text } : { system: text.slice(0, at), value: text.slice(at + 1) }
}

/** The id that a reference names: `patient-7`, `Patient/patient-7` or its whole address. */
export const idOfReference = (text: string): string => text.split('/').at(-1) ?? ''

/** The numbers of things of a kind that references or ids name; what names none is left out, as nothing is found by it. */
export const numbersOf = (kind: SourceKind, texts: Alternatives): number[] =>
  texts.flatMap((text) => {
    const id = readResourceId(idOfReference(text))
    return id?.kind === kind && resourceId(kind, id.number) === idOfReference(text) ? [id.number] : []
  })

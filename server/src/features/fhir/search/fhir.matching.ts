import { foldText } from '@ulna/contract/fold-text'
import type { CodeableConcept, Coding, FhirResource, Identifier, Period, Reference } from 'fhir/r4'
import { invalidField } from '../../../platform/app-error.ts'
import { dateWish, meets, type Stretch, stretchOf } from './fhir.dates.ts'
import { valuesAt } from './fhir.elements-of.ts'
import { type Alternatives, idOfReference, kindOf, type Search, tokenOf } from './fhir.parameters.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The codes of a value, each with its system where it has one. */
const tokensIn = (value: unknown): { readonly system?: string | undefined; readonly code: string }[] => {
  if (typeof value === 'string') return [{ code: value }, { code: value.split('|')[0] ?? '' }]
  if (typeof value === 'boolean') return [{ code: String(value) }]
  if (!isObject(value)) return []
  const { coding = [], value: identified, code, system } = value as CodeableConcept & Identifier & Coding
  return [
    ...coding.map((one) => ({ system: one.system, code: one.code ?? '' })),
    ...(typeof identified === 'string' ? [{ system, code: identified }] : []),
    ...(typeof code === 'string' ? [{ system, code }] : []),
  ]
}

/** `code`, `system|code`, `|code` and `system|`. An address with its version is one code. */
const meetsToken = (value: unknown, wish: string): boolean => {
  const tokens = tokensIn(value)
  if (tokens.some(({ code }) => code === wish)) return true
  const { system, value: wanted } = tokenOf(wish)
  if (system === undefined) return false
  return tokens.some(
    (one) => (one.system ?? '') === system && (wanted === '' || one.code === wanted) && wish !== '|',
  )
}

const referenceIn = (value: unknown): string | undefined =>
  isObject(value) ? (value as Reference).reference : undefined

const meetsReference = (value: unknown, wish: string): boolean => {
  const found = referenceIn(value)
  if (found === undefined) return false
  return wish.includes('/') ? found === wish.split('/').slice(-2).join('/') : idOfReference(found) === wish
}

/** The time that a value covers. */
export const stretchIn = (value: unknown, timezone: string): Stretch | null => {
  if (typeof value === 'string') return stretchOf(value, timezone)
  if (!isObject(value)) return null
  const { start, end } = value as Period
  const [first, last] = [start, end].map((text) => (text === undefined ? null : stretchOf(text, timezone)))
  return {
    from: first?.from ?? Number.NEGATIVE_INFINITY,
    before: last?.before ?? Number.POSITIVE_INFINITY,
  }
}

const meetsDate = (value: unknown, wish: string, name: string, timezone: string): boolean => {
  const wanted = dateWish(wish, timezone)
  if (!wanted) throw invalidField(name, 'field_date')
  const stretch = stretchIn(value, timezone)
  return stretch !== null && meets(stretch, wanted)
}

/** The texts of a value that a parameter looks at. */
export const textsIn = (value: unknown, name: string): string[] => {
  if (typeof value === 'string') return [value]
  if (!isObject(value)) return []
  const { text, family, given } = value as { text?: string; family?: string; given?: string[] }
  if (name === 'family') return family === undefined ? [] : [family]
  if (name === 'given') return given ?? []
  return [text, family, ...(given ?? [])].filter((one) => one !== undefined)
}

/** Some word begins with it, without regard to case and accents. */
const meetsText = (value: unknown, wish: string, name: string): boolean =>
  textsIn(value, name).some((text) => ` ${foldText(text)}`.includes(` ${foldText(wish)}`))

/** An address, and behind a stroke the version that is meant. */
const meetsCanonical = (resource: FhirResource, value: unknown, wish: string): boolean => {
  const [url, version] = wish.split('|')
  const { version: own } = resource as { readonly version?: string }
  return value === url && (version === undefined || version === own)
}

/** What names the file that is searched, and is no question to each resource. */
const ofTheFile: ReadonlySet<string> = new Set(['patient', 'subject'])

const meetsWish = (
  resource: FhirResource,
  search: Search,
  name: string,
  wish: string,
  timezone: string,
): boolean => {
  const kind = kindOf(search.type, name)
  return valuesAt(resource, name).some((value) => {
    if (kind === 'date' || kind === 'instant') return meetsDate(value, wish, name, timezone)
    if (kind === 'reference') return meetsReference(value, wish)
    if (kind === 'id') return value === wish
    if (name === 'url') return meetsCanonical(resource, value, wish)
    return kind === 'text' ? meetsText(value, wish, name) : meetsToken(value, wish)
  })
}

/** Refuses dates that are none, whether or not there is anything to compare them with. */
export const refuseNoDates = ({ type, wishes }: Search, timezone: string): void => {
  for (const [name, lists] of wishes) {
    const kind = kindOf(type, name)
    if (kind !== 'date' && kind !== 'instant') continue
    for (const wish of lists.flat()) if (!dateWish(wish, timezone)) throw invalidField(name, 'field_date')
  }
}

/** Whether a resource meets everything that a search asks for. */
export const matches = (resource: FhirResource, search: Search, timezone: string): boolean =>
  [...search.wishes]
    .filter(([name]) => !ofTheFile.has(name))
    .every(([name, lists]) =>
      lists.every((any: Alternatives) =>
        any.some((wish) => meetsWish(resource, search, name, wish, timezone)),
      ),
    )

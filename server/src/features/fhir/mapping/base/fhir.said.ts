import type { Resource } from 'fhir/r4'

/** The same with what is not said: a key that is required still does not compile when it is missing. */
type Loose<T> = { readonly [K in keyof T]: T[K] | undefined }

const isSaid = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0) && value !== ''

/** FHIR knows nothing empty: what is undefined, an empty text or an empty list is left out. */
export const said = <T extends object>(parts: Loose<T>): T =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => isSaid(value))) as T

/** A text, unless there is nothing to read in it. */
export const textOf = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === '' ? undefined : text

/** What is there of some. */
export const there = <T>(...parts: readonly (T | null | undefined)[]): T[] =>
  parts.filter((part): part is T => part !== null && part !== undefined)

/**
 * A control that FHIR does not take (R4, primitive type string: below the space it takes the tab and ends of lines) becomes
 * the picture of itself (U+2400 …), so that nothing is lost unseen.
 */
const drawn = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (one) => {
    const code = one.charCodeAt(0)
    return code < 0x20 && !'\t\r\n'.includes(one) ? String.fromCharCode(0x2400 + code) : one
  })

const walked = (value: unknown): unknown => {
  if (typeof value === 'string') return drawn(value)
  if (Array.isArray(value)) return value.map(walked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walked(one)]))
}

/** A resource whose texts are such as FHIR takes. */
export const asFhirText = <R extends Resource>(resource: R): R => walked(resource) as R

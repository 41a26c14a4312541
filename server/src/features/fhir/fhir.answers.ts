import { createHash } from 'node:crypto'
import type { Bundle, BundleEntry, BundleLink, FhirResource } from 'fhir/r4'
import { fhirJson } from '../../platform/http/operation-outcome.ts'
import { FileAnswer } from '../../platform/http/route.ts'

/** The same content has the same tag, for every caller: what they may not read is not in it. */
const tagOf = (text: string): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/** A resource as an answer. It stands without an envelope, as the standard has it (decision 0054). */
export const fhirAnswer = (resource: FhirResource): FileAnswer => {
  const text = JSON.stringify(resource)
  return new FileAnswer(Buffer.from(text), fhirJson, { etag: tagOf(text) })
}

/** A document names its moment, so no two of it are the same. */
export const fhirDocument = (bundle: Bundle): FileAnswer =>
  new FileAnswer(Buffer.from(JSON.stringify(bundle)), fhirJson, {})

export const baseOf = (appUrl: string): string => `${appUrl}/api/fhir/R4`

/** A page of something that was found, and where its other pages are. */
export interface Found {
  /** Below the base: `Observation` or `Patient/patient-7/$everything`. */
  readonly path: string
  readonly understood: readonly (readonly [string, string])[]
  readonly resources: readonly FhirResource[]
  /** What they lead to, as it was asked for. */
  readonly included?: readonly FhirResource[] | undefined
  readonly total: number
  /** Whether only their number is told. */
  readonly counted?: boolean | undefined
  readonly limit: number
  readonly offset: number
}

const linkOf = (
  base: string,
  { path, understood, limit, counted }: Found,
  relation: string,
  offset: number,
): BundleLink => {
  const query = new URLSearchParams([
    ...understood.map(([name, value]): [string, string] => [name, value]),
    ...(counted ? [] : [['_count', String(limit)] as [string, string]]),
    ...(offset > 0 ? [['_offset', String(offset)] as [string, string]] : []),
  ])
  return { relation, url: `${base}/${path}?${query}` }
}

const linksOf = (base: string, found: Found): BundleLink[] => {
  const { offset, limit, total } = found
  const link = (relation: string, at: number) => linkOf(base, found, relation, at)
  if (limit === 0) return [link('self', 0)]
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit)
  return [
    link('self', offset),
    link('first', 0),
    ...(offset > 0 ? [link('previous', Math.max(0, offset - limit))] : []),
    ...(offset + limit < total ? [link('next', offset + limit)] : []),
    link('last', last),
  ]
}

const entryOf = (base: string, resource: FhirResource, mode: 'match' | 'include'): BundleEntry => ({
  fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
  resource,
  search: { mode },
})

/** How a version came to be, as FHIR tells it: whatever is not the first replaced another. */
const versionEntry = (base: string, resource: FhirResource, isFirst: boolean): BundleEntry => ({
  fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
  resource,
  request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
  response: {
    status: isFirst ? '201' : '200',
    etag: `W/"${resource.meta?.versionId}"`,
    ...(resource.meta?.lastUpdated === undefined ? {} : { lastModified: resource.meta.lastUpdated }),
  },
})

/** A page of the versions of something, newest first. */
export const historyBundle = (
  appUrl: string,
  found: Found & { readonly first: FhirResource | undefined },
): Bundle => {
  const base = baseOf(appUrl)
  const entry = found.resources.map((one) => versionEntry(base, one, one === found.first))
  return {
    resourceType: 'Bundle',
    type: 'history',
    total: found.total,
    link: linksOf(base, found),
    ...(entry.length > 0 ? { entry } : {}),
  }
}

export const searchBundle = (appUrl: string, found: Found): Bundle => {
  const base = baseOf(appUrl)
  const { resources, included = [] } = found
  const entry = [
    ...resources.map((resource) => entryOf(base, resource, 'match')),
    ...included.map((resource) => entryOf(base, resource, 'include')),
  ]
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: found.total,
    link: linksOf(base, found),
    ...(entry.length > 0 ? { entry } : {}),
  }
}

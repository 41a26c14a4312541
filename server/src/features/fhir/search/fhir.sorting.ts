import { foldText } from '@ulna/contract/fold-text'
import type { FhirResource } from 'fhir/r4'
import { valuesAt } from './fhir.elements-of.ts'
import { stretchIn, textsIn } from './fhir.matching.ts'
import { kindOf, type Search } from './fhir.parameters.ts'
import type { SortKey } from './fhir.results.ts'

type Key = string | number | undefined

/** What a resource is sorted by: when it began, or the text without regard to case and accents. */
const keyOf = (resource: FhirResource, { type }: Search, { name }: SortKey, timezone: string): Key => {
  const [value] = valuesAt(resource, name)
  if (value === undefined) return undefined
  const kind = kindOf(type, name)
  if (kind === 'date' || kind === 'instant') return stretchIn(value, timezone)?.from
  const [text] = textsIn(value, name)
  return text === undefined ? undefined : foldText(text)
}

const compared = (one: Key, other: Key, descending: boolean): number => {
  if (one === other) return 0
  // Whatever says nothing comes last, whichever way it is sorted.
  if (one === undefined) return 1
  if (other === undefined) return -1
  return one < other === descending ? 1 : -1
}

/** Resources in the order that a search asks for; as they were where it asks for none. */
export const sorted = (
  resources: readonly FhirResource[],
  search: Search,
  timezone: string,
): readonly FhirResource[] => {
  if (search.sort.length === 0) return resources
  const keyed = resources.map((resource) => ({
    resource,
    keys: search.sort.map((key) => keyOf(resource, search, key, timezone)),
  }))
  return keyed
    .toSorted((one, other) => {
      const differences = search.sort.map(({ descending }, at) =>
        compared(one.keys[at], other.keys[at], descending),
      )
      return differences.find((difference) => difference !== 0) ?? 0
    })
    .map(({ resource }) => resource)
}

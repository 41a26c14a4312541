import type { FhirResource } from 'fhir/r4'
import { valuesAt } from './fhir.elements-of.ts'
import type { Include, RevInclude } from './fhir.results.ts'

/** Parameters whose references are of one kind, where their elements hold others too. */
const kinds: Readonly<Record<string, string>> = {
  patient: 'Patient',
  practitioner: 'Practitioner',
}

const referencesOf = (resource: FhirResource, { name, target }: Include): string[] =>
  valuesAt(resource, name)
    .map((value) => (value as { readonly reference?: string }).reference ?? '')
    .filter((reference) => reference !== '')
    .filter((reference) => [kinds[name], target].every((kind) => !kind || reference.startsWith(`${kind}/`)))

/** Finds resources of a kind, at least those with these ids. */
export type Load = (type: string, ids: ReadonlySet<string>) => Promise<readonly FhirResource[]>

const nameOf = ({ resourceType, id }: FhirResource): string => `${resourceType}/${id}`

/** What the resources of a page lead to, each once, and none that is on the page itself. */
export const includedBy = async (
  found: readonly FhirResource[],
  includes: readonly Include[],
  load: Load,
): Promise<FhirResource[]> => {
  const present = new Set(found.map(nameOf))
  const named = new Set(found.flatMap((one) => includes.flatMap((include) => referencesOf(one, include))))
  const wanted = [...named].filter((one) => !present.has(one))
  const included: FhirResource[] = []
  for (const [type, names] of Map.groupBy(wanted, (one) => one.slice(0, one.indexOf('/')))) {
    const ids = new Set(names.map((one) => one.slice(type.length + 1)))
    const loaded = await load(type, ids)
    included.push(...loaded.filter(({ id }) => id !== undefined && ids.has(id)))
  }
  return included
}

/** What leads to the resources of a page, each once, and none that is there already. */
export const leadingTo = async (
  found: readonly FhirResource[],
  present: readonly FhirResource[],
  revIncludes: readonly RevInclude[],
  load: (type: string) => Promise<readonly FhirResource[]>,
): Promise<FhirResource[]> => {
  const [targets, told] = [new Set(found.map(nameOf)), new Set(present.map(nameOf))]
  const leading: FhirResource[] = []
  for (const { source, name } of revIncludes)
    for (const one of await load(source)) {
      const isLeading = referencesOf(one, { name }).some((reference) => targets.has(reference))
      if (!isLeading || told.has(nameOf(one))) continue
      told.add(nameOf(one))
      leading.push(one)
    }
  return leading
}

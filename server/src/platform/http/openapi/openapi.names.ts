import { type Feature, features, sharedModules } from '@ulna/contract/features'
import type { EndpointShape, EndpointTable, Schema } from '@ulna/contract/http/endpoint'
import * as z from 'zod/mini'

/** What an endpoint is called in the document: under which feature, and by which name of its own. */
export interface EndpointName {
  readonly feature: string
  readonly operationId: string
}

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const tablesOf = ({ modules }: Feature): [name: string, table: EndpointTable][] =>
  modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Endpoints')) as [
    string,
    EndpointTable,
  ][]

/** `patientEndpoints.findByName` is `patientFindByName`, unless the endpoint says what it is called. */
const namesOf = (feature: string, [table, endpoints]: [string, EndpointTable]) =>
  Object.entries(endpoints).map(([name, endpoint]): [EndpointShape, EndpointName] => [
    endpoint,
    {
      feature,
      operationId: endpoint.operationId ?? `${table.replace(/Endpoints$/, '')}${capitalised(name)}`,
    },
  ])

/** Every endpoint of the contract with its name, in the order of the features. */
export const endpointNames: ReadonlyMap<EndpointShape, EndpointName> = new Map(
  Object.entries(features).flatMap(([feature, told]) =>
    tablesOf(told).flatMap((table) => namesOf(feature, table)),
  ),
)

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** What is worth a name: a plain text or number says what it is where it stands. */
const namedKinds: readonly string[] = ['object', 'record', 'array', 'union', 'enum', 'lazy']

/** Calls every schema that the contract exports by its name: what is exported as `patientRow` is the component PatientRow. */
export const nameSchemas = (): void => {
  const modules = [...sharedModules, ...Object.values(features).flatMap((feature) => feature.modules)]
  const named = new Map<string, Schema>()
  for (const [name, schema] of modules.flatMap((module) => Object.entries(module))) {
    if (!isSchema(schema) || !namedKinds.includes(schema._zod.def.type)) continue
    const id = capitalised(name)
    if (named.has(id)) throw new Error(`Two schemas of the contract are called ${id}`)
    named.set(id, schema)
    z.globalRegistry.add(schema, { id })
  }
}

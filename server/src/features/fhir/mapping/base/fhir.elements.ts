import type {
  CodeableConcept,
  Coding,
  Element,
  Extension,
  FhirResource,
  Identifier,
  Meta,
  Reference,
} from 'fhir/r4'
import { type LoincName, loinc, systems } from './fhir.codes.ts'
import { extensionUrl, namingSystem } from './fhir.names.ts'
import { said, textOf, there } from './fhir.said.ts'

type Value = Omit<Extension, 'url' | 'extension' | 'id'>

/** An extension of the product's own. */
export const extension = (name: string, value: Value): Extension => ({ url: extensionUrl(name), ...value })

/** The same of a text; undefined where there is none. */
export const textExtension = (name: string, text: string | null | undefined): Extension | undefined => {
  const valueString = textOf(text)
  return valueString === undefined ? undefined : extension(name, { valueString })
}

export const instantExtension = (name: string, at: string | null | undefined): Extension | undefined =>
  at ? extension(name, { valueInstant: at }) : undefined

export const dayExtension = (name: string, day: string | null | undefined): Extension | undefined =>
  day ? extension(name, { valueDate: day }) : undefined

export const flagExtension = (name: string, value: boolean | null | undefined): Extension | undefined =>
  typeof value === 'boolean' ? extension(name, { valueBoolean: value }) : undefined

export const numberExtension = (name: string, value: number | null | undefined): Extension | undefined =>
  typeof value === 'number' ? extension(name, { valueInteger: value }) : undefined

export const codeExtension = (name: string, code: string | null | undefined): Extension | undefined =>
  code ? extension(name, { valueCode: code }) : undefined

/** One extension made of several; its parts are named within it. Undefined where nothing of it is said. */
export const groupExtension = (
  name: string,
  parts: readonly (Extension | undefined)[],
): Extension | undefined => {
  const nested = there(...parts).map((part) => ({ ...part, url: part.url.slice(extensionUrl('').length) }))
  return nested.length === 0 ? undefined : { url: extensionUrl(name), extension: nested }
}

/** Why a value is not there (HL7, data-absent-reason). */
export type AbsentReason = 'unknown' | 'masked' | 'error' | 'temp-unknown'

export const absentExtension = (reason: AbsentReason): Extension => ({
  url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  valueCode: reason,
})

/** An element whose value is not there, and why. */
export const absent = (reason: AbsentReason): Element => ({ extension: [absentExtension(reason)] })

/** That something is kept back, in the place of a value; undefined where it is not. */
export const maskedElement = (isKept: boolean): Element | undefined => (isKept ? absent('masked') : undefined)

/** An extension of the product's own whose text is kept back. */
export const maskedExtension = (name: string): Extension => ({
  url: extensionUrl(name),
  _valueString: absent('masked'),
})

export const coding = (system: string, code: string, display?: string): Coding =>
  said<Coding>({ system, code, display })

export const concept = (...codings: readonly Coding[]): CodeableConcept => ({ coding: [...codings] })

/** A concept of somebody's own words. */
export const wordsOf = (text: string): CodeableConcept => ({ text })

export const reference = (
  type: FhirResource['resourceType'],
  id: string,
  display?: string | null,
): Reference => said<Reference>({ reference: `${type}/${id}`, display: textOf(display) })

export const identifier = (system: string, value: string, type?: CodeableConcept): Identifier =>
  said<Identifier>({ system: namingSystem(system), value, type })

/** The kinds of identifiers that HL7 names. */
export const identifierType = (code: 'MR' | 'NI' | 'LN'): CodeableConcept =>
  concept(coding('http://terminology.hl7.org/CodeSystem/v2-0203', code))

/** Version and time of what a resource is made of: the versions of its sources, where they have any, and the latest of their times. */
export const metaOf = (
  versions: readonly (number | string)[],
  times: readonly (string | null | undefined)[],
): Meta =>
  said<Meta>({
    versionId: versions.join('.'),
    lastUpdated: there(...times)
      .toSorted()
      .at(-1),
  })

/** What LOINC calls it. */
export const loincCoding = (name: LoincName): Coding => {
  const [code, display] = loinc[name]
  return coding(systems.loinc, code, display)
}

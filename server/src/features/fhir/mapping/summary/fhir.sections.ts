import type { Language } from '@ulna/contract/record-class/record-class'
import { dayOfInstant, formatDay } from '@ulna/contract/records/records.rules'
import type {
  CodeableConcept,
  CompositionSection,
  FhirResource,
  MedicationStatement,
  Observation,
  Quantity,
} from 'fhir/r4'
import { textsOf } from '../../../../platform/locale-texts.ts'
import { type LoincName, systems } from '../base/fhir.codes.ts'
import { absentExtension, coding, concept, loincCoding, reference } from '../base/fhir.elements.ts'
import type { MappingContext, PatientFile } from '../base/fhir.patient-file.ts'
import { said } from '../base/fhir.said.ts'
import {
  allergiesOf,
  flagsOf,
  illnessesOf,
  medicationsOf,
  proceduresOf,
} from '../lists/fhir.list-resources.ts'
import { type Absence, type ListKind, standingOf } from '../lists/fhir.lists.ts'
import { caseConditions } from '../records/fhir.care.ts'
import { isMaskedObservation, observationsOf } from '../records/fhir.observations.ts'
import { narrativeOf } from './fhir.narrative.ts'

type SectionName = Extract<
  LoincName,
  | 'problems'
  | 'allergies'
  | 'medications'
  | 'procedures'
  | 'pastProblems'
  | 'alerts'
  | 'results'
  | 'vitalSigns'
>

/** What a section shows: its resources, and why there are none. */
interface Contents {
  readonly name: SectionName
  readonly resources: readonly FhirResource[]
  /** Why it is empty; of a section that not every summary has, only that it is kept back. */
  readonly absence: Exclude<Absence, 'denied'> | null
  /** Whether any of it is kept back: what is there is not all there is. */
  readonly isKeptBack: boolean
}

export interface SummarySection {
  readonly section: CompositionSection
  readonly resources: readonly FhirResource[]
}

const emptyReasons: Readonly<Record<Exclude<Absence, 'denied'>, readonly [string, string]>> = {
  notAsked: ['notasked', 'Not Asked'],
  blank: ['unavailable', 'Unavailable'],
  withheld: ['withheld', 'Information Withheld'],
}

const wasEntered = (resource: FhirResource): boolean => {
  const { status, verificationStatus } = resource as {
    status?: unknown
    verificationStatus?: { coding?: { code?: string }[] }
  }
  return status !== 'entered-in-error' && verificationStatus?.coding?.[0]?.code !== 'entered-in-error'
}

/** Latest measure of each kind: a summary tells how somebody is, the file how they came to it. */
const latestOf = (observations: readonly Observation[]): Observation[] => {
  const keyOf = (one: Observation) => one.code.coding?.map(({ code }) => code).join() ?? ''
  const newestFirst = observations.toSorted((one, other) =>
    (other.effectiveDateTime ?? '').localeCompare(one.effectiveDateTime ?? ''),
  )
  return newestFirst.filter(
    (one, index) => newestFirst.findIndex((first) => keyOf(first) === keyOf(one)) === index,
  )
}

/** The newest of those that say the same: what is taken for months is written down at every visit. */
const eachOnce = (medications: readonly MedicationStatement[]): MedicationStatement[] => {
  const said = medications.map(({ medicationCodeableConcept }) => JSON.stringify(medicationCodeableConcept))
  return medications.filter((_, index) => said.indexOf(said[index] ?? '') === index)
}

const isVital = ({ category }: Observation): boolean =>
  category?.some(({ coding: codes }) => codes?.some(({ code }) => code === 'vital-signs')) === true

/** Denied is said by a resource of its own, so that only the other reasons leave a list empty. */
const standing = (
  file: PatientFile,
  context: MappingContext,
  kind: ListKind,
): Pick<Contents, 'absence' | 'isKeptBack'> => {
  const { absence, isKeptBack } = standingOf(file, context, kind)
  return { absence: absence === 'denied' ? null : absence, isKeptBack }
}

/** A section that is there where it has something, or where something of it is kept back. */
const optional = (name: SectionName, resources: readonly FhirResource[], isKeptBack: boolean): Contents => ({
  ...{ name, resources: resources.filter(wasEntered), isKeptBack },
  absence: isKeptBack ? 'withheld' : null,
})

/** Measures: of those that are kept back a summary tells that they are, not one by one. */
const measures = (name: SectionName, observations: readonly Observation[]): Contents =>
  optional(
    name,
    latestOf(observations.filter((one) => !isMaskedObservation(one))),
    observations.some(isMaskedObservation),
  )

const isResolved = (condition: ReturnType<typeof caseConditions>[number]): boolean =>
  condition.clinicalStatus?.coding?.[0]?.code === 'resolved'

const contentsOf = (file: PatientFile, context: MappingContext): Contents[] => {
  const cases = caseConditions(file, context).filter(wasEntered)
  const observations = observationsOf(file, context).filter(wasEntered)
  const required = (name: SectionName, resources: readonly FhirResource[], kind: ListKind): Contents => ({
    ...{ name, resources: resources.filter(wasEntered) },
    ...standing(file, context, kind),
  })
  const listed = (name: SectionName, resources: readonly FhirResource[], kind: ListKind): Contents =>
    optional(name, resources, standing(file, context, kind).isKeptBack)
  return [
    required(
      'problems',
      [...cases.filter((one) => !isResolved(one)), ...illnessesOf(file, context)],
      'illnesses',
    ),
    required('allergies', allergiesOf(file, context), 'allergies'),
    required('medications', eachOnce(medicationsOf(file, context)), 'medications'),
    listed('alerts', flagsOf(file, context), 'warnings'),
    listed(
      'procedures',
      proceduresOf(file, context).filter(({ category }) => category?.coding?.[0]?.code === 'operation'),
      'operations',
    ),
    optional('pastProblems', cases.filter(isResolved), false),
    measures('vitalSigns', observations.filter(isVital)),
    measures(
      'results',
      observations.filter((one) => !isVital(one)),
    ),
  ]
}

const requiredSections: ReadonlySet<SectionName> = new Set(['problems', 'allergies', 'medications'])

const wordsOfQuantity = (quantity: Quantity | undefined, language: Language): string | undefined => {
  if (quantity?.value === undefined) return undefined
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(quantity.value)
  return [number, quantity.unit].filter((part) => part !== undefined).join(' ')
}

const valueWords = (
  one: Pick<Observation, 'valueQuantity' | 'valueInteger'>,
  language: Language,
): string | undefined => wordsOfQuantity(one.valueQuantity, language) ?? one.valueInteger?.toString()

const observationWords = (one: Observation, language: Language): string => {
  const t = textsOf(language, 'record')
  const parts = (one.component ?? []).map((part) => {
    const side = part.code.coding?.[0]?.code
    const named = side === 'left' || side === 'right' ? t(`side.${side}`) : part.code.text
    return [named, valueWords(part, language)].filter(Boolean).join(' ')
  })
  return [valueWords(one, language), ...parts].filter(Boolean).join(' · ')
}

/** The day of what was measured or taken, on the practice's clock. */
const dayOf = (
  resource: FhirResource,
  { language }: MappingContext,
  timezone: string,
): string | undefined => {
  const { effectiveDateTime: at } = resource as { effectiveDateTime?: string }
  return at === undefined ? undefined : formatDay(dayOfInstant(at, timezone), language)
}

/** Why a code has no words: kept back, or not written. */
const missingWords = (code: CodeableConcept | undefined, language: Language): string => {
  const isKept = code?.extension?.some(({ valueCode }) => valueCode === 'masked') === true
  return textsOf(language, 'fhir')(`absence.${isKept ? 'withheld' : 'blank'}`)
}

/** What a resource says in a line: its code in words, what was measured, and its day. */
const lineOf = (
  resource: FhirResource,
  name: SectionName,
  context: MappingContext,
  timezone: string,
): string => {
  const { language } = context
  const t = textsOf(language, 'fhir')
  const { code, medicationCodeableConcept: medicine } = resource as {
    code?: CodeableConcept
    medicationCodeableConcept?: CodeableConcept
  }
  const coded = code ?? medicine
  const words = coded?.text ?? coded?.coding?.[0]?.display ?? missingWords(coded, language)
  if (coded?.coding?.[0]?.system === systems.absentUnknown) return t(`noneKnown.${name}`, { words })
  const measured = resource.resourceType === 'Observation' ? observationWords(resource, language) : undefined
  const day = dayOf(resource, context, timezone)
  const said = [words, measured].filter(Boolean).join(': ')
  return day === undefined ? said : t('onDay', { words: said, day })
}

const sectionOf = (
  { name, resources, absence, isKeptBack }: Contents,
  context: MappingContext,
  timezone: string,
): SummarySection => {
  const { language } = context
  const t = textsOf(language, 'fhir')
  const isEmpty = resources.length === 0
  const reason = absence ?? 'blank'
  const isCut = isKeptBack && !isEmpty
  const lines = isEmpty
    ? [t(`absence.${reason}`)]
    : resources.map((resource) => lineOf(resource, name, context, timezone))
  return {
    resources,
    section: said<CompositionSection>({
      title: t(`section.${name}`),
      code: concept(loincCoding(name)),
      text: narrativeOf(isCut ? [...lines, t('absence.partly')] : lines, language),
      entry: resources.map(({ resourceType, id = '' }) => reference(resourceType, id)),
      // A section with entries has no reason to be empty: that some are missing is said of the section.
      extension: isCut ? [absentExtension('masked')] : undefined,
      emptyReason: isEmpty ? concept(coding(systems.emptyReason, ...emptyReasons[reason])) : undefined,
    }),
  }
}

const isShown = ({ name, resources, absence }: Contents): boolean =>
  requiredSections.has(name) || resources.length > 0 || absence !== null

/** The sections of a summary: three that every one has, and what else there is or is kept back. */
export const sectionsOf = (file: PatientFile, context: MappingContext): SummarySection[] =>
  contentsOf(file, context)
    .filter(isShown)
    .map((contents) => sectionOf(contents, context, file.practice.timezone))

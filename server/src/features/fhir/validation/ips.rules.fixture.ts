import type { Composition, CompositionSection, FhirResource, Bundle as RawBundle, Reference } from 'fhir/r4'

type Bundle = RawBundle<FhirResource>

/**
 * What the profiles of the International Patient Summary 2.0.0 ask of a document, as far as it was read: rule by rule. Whole
 * profiles are validated by HL7's own validator, which nobody has tried here (docs/fhir.md).
 */
interface Rule {
  readonly name: string
  readonly holds: (bundle: Bundle) => boolean
}

const resources = ({ entry = [] }: Bundle): FhirResource[] =>
  entry.flatMap(({ resource }) => (resource ? [resource] : []))

const compositionIn = (bundle: Bundle): Composition | undefined => {
  const [first] = resources(bundle)
  return first?.resourceType === 'Composition' ? first : undefined
}

const sections = (bundle: Bundle): CompositionSection[] => compositionIn(bundle)?.section ?? []

const codeIn = (section: CompositionSection): string | undefined =>
  section.code?.coding?.find(({ system }) => system === 'http://loinc.org')?.code

const sectionWith = (bundle: Bundle, code: string): CompositionSection | undefined =>
  sections(bundle).find((section) => codeIn(section) === code)

/** Codes of the sections that every summary has, and the resources that may stand in each section. */
const entryTypes: Readonly<Record<string, readonly string[]>> = {
  '11450-4': ['Condition'],
  '48765-2': ['AllergyIntolerance'],
  '10160-0': ['MedicationStatement', 'MedicationRequest'],
  '47519-4': ['Procedure'],
  '11348-0': ['Condition'],
  '30954-2': ['Observation', 'DiagnosticReport'],
  '8716-3': ['Observation'],
  '104605-1': ['Flag'],
}
const requiredSections = ['11450-4', '48765-2', '10160-0'] as const

const isResolvable = (bundle: Bundle, { reference }: Reference): boolean =>
  reference !== undefined && (bundle.entry ?? []).some(({ fullUrl }) => fullUrl?.endsWith(`/${reference}`))

/** References to practitioners, wherever they stand. */
export const namedPractitioners = (resource: FhirResource): string[] => [
  ...new Set(JSON.stringify(resource).match(/(?<="reference":")Practitioner\/[^"]+/g)),
]

const all = <T extends FhirResource['resourceType']>(
  bundle: Bundle,
  type: T,
  holds: (resource: Extract<FhirResource, { resourceType: T }>) => boolean,
): boolean =>
  resources(bundle)
    .filter((one): one is Extract<FhirResource, { resourceType: T }> => one.resourceType === type)
    .every(holds)

export const rules: readonly Rule[] = [
  { name: 'the bundle is a document', holds: ({ type }) => type === 'document' },
  {
    name: 'the bundle has an identifier with system and value',
    holds: ({ identifier }) => identifier?.system !== undefined && identifier.value !== undefined,
  },
  { name: 'the bundle says when it was made', holds: ({ timestamp }) => timestamp !== undefined },
  {
    name: 'every entry has an address of its own',
    holds: ({ entry = [] }) =>
      entry.every(({ fullUrl }) => fullUrl !== undefined) &&
      new Set(entry.map(({ fullUrl }) => fullUrl)).size === entry.length,
  },
  { name: 'the first entry is the composition', holds: (bundle) => compositionIn(bundle) !== undefined },
  {
    name: 'the composition is a patient summary (LOINC 60591-5)',
    holds: (bundle) => compositionIn(bundle)?.type.coding?.some(({ code }) => code === '60591-5') === true,
  },
  {
    name: 'the composition has a subject that is in the bundle',
    holds: (bundle) => isResolvable(bundle, compositionIn(bundle)?.subject ?? {}),
  },
  {
    name: 'the bundle has exactly one patient',
    holds: (bundle) =>
      resources(bundle).filter(({ resourceType }) => resourceType === 'Patient').length === 1,
  },
  {
    name: 'the composition has authors that are in the bundle',
    holds: (bundle) => {
      const authors = compositionIn(bundle)?.author ?? []
      return authors.length > 0 && authors.every((one) => isResolvable(bundle, one))
    },
  },
  {
    name: 'the composition has a title and a date',
    holds: (bundle) => Boolean(compositionIn(bundle)?.title && compositionIn(bundle)?.date),
  },
  ...requiredSections.map((code) => ({
    name: `the section ${code} is there`,
    holds: (bundle: Bundle) => sectionWith(bundle, code) !== undefined,
  })),
  {
    name: 'every section has a title, a LOINC code and a text',
    holds: (bundle) =>
      sections(bundle).every(
        (section) => Boolean(section.title && codeIn(section)) && (section.text?.div ?? '').length > 0,
      ),
  },
  {
    name: 'a section without entries says why, one with entries does not',
    holds: (bundle) =>
      sections(bundle).every(
        ({ entry = [], emptyReason }) => (entry.length === 0) === (emptyReason !== undefined),
      ),
  },
  {
    name: 'every entry of a section is in the bundle',
    holds: (bundle) =>
      sections(bundle).every(({ entry = [] }) => entry.every((one) => isResolvable(bundle, one))),
  },
  {
    name: 'every practitioner who is named is in the bundle',
    holds: (bundle) => namedPractitioners(bundle).every((reference) => isResolvable(bundle, { reference })),
  },
  {
    name: 'every section holds the kinds of resources that it is for',
    holds: (bundle) =>
      sections(bundle).every((section) =>
        (section.entry ?? []).every(({ reference }) =>
          (entryTypes[codeIn(section) ?? ''] ?? []).includes(reference?.split('/')[0] ?? ''),
        ),
      ),
  },
  {
    name: 'the patient has a name in text or in parts',
    holds: (bundle) =>
      all(bundle, 'Patient', ({ name = [] }) =>
        name.some(({ text, family, given }) => Boolean(text ?? family ?? given?.[0])),
      ),
  },
  {
    name: 'every condition has a subject and a code',
    holds: (bundle) => all(bundle, 'Condition', ({ subject, code }) => Boolean(subject.reference && code)),
  },
  {
    name: 'every allergy has a patient and a code',
    holds: (bundle) =>
      all(bundle, 'AllergyIntolerance', ({ patient, code }) => Boolean(patient.reference && code)),
  },
  {
    name: 'every medication has a subject, a medicine and when it was taken',
    holds: (bundle) =>
      all(bundle, 'MedicationStatement', (one) =>
        Boolean(
          one.subject.reference &&
            (one.medicationCodeableConcept ?? one.medicationReference) &&
            (one.effectiveDateTime ?? one.effectivePeriod ?? one._effectiveDateTime),
        ),
      ),
  },
  {
    name: 'every procedure has a code and when it was done, or why that is not known',
    holds: (bundle) =>
      all(bundle, 'Procedure', (one) =>
        Boolean(one.code && (one.performedDateTime ?? one._performedDateTime ?? one.performedPeriod)),
      ),
  },
  {
    name: 'every observation says of whom, by whom and when',
    holds: (bundle) =>
      all(bundle, 'Observation', (one) =>
        Boolean(one.subject?.reference && one.performer?.[0] && one.effectiveDateTime),
      ),
  },
  {
    name: 'nothing that was entered in error is in a summary',
    holds: (bundle) => !JSON.stringify(bundle).includes('"entered-in-error"'),
  },
]

/** The names of the rules that a document breaks. */
export const summaryFaults = (bundle: Bundle): string[] =>
  rules.filter(({ holds }) => !holds(bundle)).map(({ name }) => name)

import type { Composition, FhirResource, Bundle as RawBundle } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import { rules, summaryFaults } from './ips.rules.fixture.ts'

type Bundle = RawBundle<FhirResource>

const base = 'https://ulna.test/api/fhir/R4'
const text = { status: 'generated' as const, div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' }
const loinc = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] })
const patient = { reference: 'Patient/patient-1' }

const section = (code: string, reference: string) => ({
  title: 'x',
  code: loinc(code),
  text,
  entry: [{ reference }],
})

/** A summary with everything that a rule asks of. */
const whole = (): Bundle => {
  const composition: Composition = {
    resourceType: 'Composition',
    id: 'patient-1',
    status: 'final',
    type: loinc('60591-5'),
    subject: patient,
    date: '2026-11-26T10:00:00Z',
    author: [{ reference: 'Organization/practice-1' }],
    title: 'x',
    section: [
      section('11450-4', 'Condition/record-1'),
      section('48765-2', 'AllergyIntolerance/record-2'),
      section('10160-0', 'MedicationStatement/record-3'),
      section('47519-4', 'Procedure/record-4'),
      section('30954-2', 'Observation/record-5'),
    ],
  }
  const resources: FhirResource[] = [
    composition,
    { resourceType: 'Patient', id: 'patient-1', name: [{ text: 'Mariana' }] },
    { resourceType: 'Organization', id: 'practice-1', name: 'x' },
    { resourceType: 'Condition', id: 'record-1', subject: patient, code: { text: 'x' } },
    { resourceType: 'AllergyIntolerance', id: 'record-2', patient, code: { text: 'x' } },
    {
      resourceType: 'MedicationStatement',
      id: 'record-3',
      status: 'active',
      subject: patient,
      medicationCodeableConcept: { text: 'x' },
      effectiveDateTime: '2026-11-26',
    },
    {
      resourceType: 'Procedure',
      id: 'record-4',
      status: 'completed',
      subject: patient,
      code: { text: 'x' },
      performedDateTime: '2026',
    },
    {
      resourceType: 'Observation',
      id: 'record-5',
      status: 'final',
      code: { text: 'x' },
      subject: patient,
      performer: [{ display: 'x' }],
      effectiveDateTime: '2026-11-26',
    },
  ]
  return {
    resourceType: 'Bundle',
    type: 'document',
    identifier: { system: 'urn:ietf:rfc:3986', value: 'urn:uuid:x' },
    timestamp: '2026-11-26T10:00:00Z',
    entry: resources.map((resource) => ({
      fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
      resource,
    })),
  }
}

type Loose = Record<string, unknown> & { [key: string]: never }

const at = (bundle: Bundle, index: number): Loose => bundle.entry?.[index]?.resource as unknown as Loose
const sectionsOf = (bundle: Bundle): unknown[] => {
  const composition = bundle.entry?.[0]?.resource as Composition | undefined
  return composition?.section ?? []
}
const sectionAt = (bundle: Bundle, index: number): Loose => sectionsOf(bundle)[index] as Loose

const without = (one: Loose, ...keys: readonly string[]): void => {
  for (const key of keys) delete one[key]
}

/** How each rule is broken, and what of the others breaks along with it. */
const broken: Readonly<Record<string, (bundle: Bundle) => void>> = {
  'the bundle is a document': (bundle) => {
    bundle.type = 'collection'
  },
  'the bundle has an identifier with system and value': (bundle) => {
    delete bundle.identifier
  },
  'the bundle says when it was made': (bundle) => {
    delete bundle.timestamp
  },
  'every entry has an address of its own': (bundle) => {
    bundle.entry?.push({ fullUrl: `${base}/Condition/record-1` })
  },
  'the composition is a patient summary (LOINC 60591-5)': (bundle) => {
    at(bundle, 0).type = loinc('11488-4') as never
  },
  'the composition has a subject that is in the bundle': (bundle) => {
    at(bundle, 0).subject = { reference: 'Patient/patient-2' } as never
  },
  'the bundle has exactly one patient': (bundle) => {
    bundle.entry?.push({
      fullUrl: `${base}/Patient/patient-2`,
      resource: { resourceType: 'Patient', id: 'patient-2', name: [{ text: 'x' }] },
    })
  },
  'the composition has authors that are in the bundle': (bundle) => {
    at(bundle, 0).author = [] as never
  },
  'the composition has a title and a date': (bundle) => without(at(bundle, 0), 'title'),
  'the section 11450-4 is there': (bundle) => void sectionsOf(bundle).splice(0, 1),
  'the section 48765-2 is there': (bundle) => void sectionsOf(bundle).splice(1, 1),
  'the section 10160-0 is there': (bundle) => void sectionsOf(bundle).splice(2, 1),
  'every section has a title, a LOINC code and a text': (bundle) => without(sectionAt(bundle, 3), 'text'),
  'a section without entries says why, one with entries does not': (bundle) =>
    without(sectionAt(bundle, 1), 'entry'),
  'every entry of a section is in the bundle': (bundle) => {
    sectionAt(bundle, 0).entry = [{ reference: 'Condition/record-9' }] as never
  },
  'every practitioner who is named is in the bundle': (bundle) => {
    at(bundle, 7).performer = [{ reference: 'Practitioner/doctor-1' }] as never
  },
  'every section holds the kinds of resources that it is for': (bundle) => {
    sectionAt(bundle, 0).entry = [{ reference: 'Procedure/record-4' }] as never
  },
  'the patient has a name in text or in parts': (bundle) => without(at(bundle, 1), 'name'),
  'every condition has a subject and a code': (bundle) => without(at(bundle, 3), 'code'),
  'every allergy has a patient and a code': (bundle) => without(at(bundle, 4), 'code'),
  'every medication has a subject, a medicine and when it was taken': (bundle) =>
    without(at(bundle, 5), 'effectiveDateTime'),
  'every procedure has a code and when it was done, or why that is not known': (bundle) =>
    without(at(bundle, 6), 'performedDateTime'),
  'every observation says of whom, by whom and when': (bundle) => without(at(bundle, 7), 'performer'),
  'nothing that was entered in error is in a summary': (bundle) => {
    at(bundle, 7).status = 'entered-in-error' as never
  },
}

describe('the rules of a patient summary', () => {
  it('find nothing in one that keeps them', () => {
    expect(summaryFaults(whole())).toEqual([])
  })

  it.each(Object.entries(broken))('find: %s', (name, spoil) => {
    const bundle = whole()
    spoil(bundle)
    expect(summaryFaults(bundle)).toEqual([name])
  })

  it('find that the first entry is no composition, and everything that follows from it', () => {
    const bundle = whole()
    bundle.entry?.reverse()
    expect(summaryFaults(bundle)).toContain('the first entry is the composition')
  })

  it('are each broken here', () => {
    const named = [...Object.keys(broken), 'the first entry is the composition']
    expect(named.toSorted()).toEqual(rules.map(({ name }) => name).toSorted())
  })
})

import { recordRow } from '@ulna/contract/records/records'
import { handedClassId } from '@ulna/contract/records/records.policy'
import fc from 'fast-check'
import type { Bundle, CompositionSection, FhirResource } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../../paths.ts'
import { loadModules } from '../../../modules/modules.files.ts'
import { anyFileOf, anyOf } from '../../validation/fhir.random.fixture.ts'
import { type MappingContext, type PatientFile, withholdsNothing } from '../base/fhir.patient-file.ts'
import { fileToHandOut, resourcesOf } from '../fhir.file-resources.ts'
import { summaryBundle } from '../summary/fhir.summary.ts'
import { readStatement } from './fhir.statements.ts'

const context: MappingContext = { appUrl: 'https://ulna.test', language: 'en', withholds: withholdsNothing }

const forms = loadModules(paths.modules).flatMap(({ classes }) => classes)
const history = forms.filter(({ classId }) => classId === 'med_hist_default')

const [bare] = fc.sample(anyFileOf([]), { numRuns: 1, seed: 1 })
if (!bare) throw new Error('no file was drawn')

const [someRecord] = fc.sample(anyOf(recordRow, { data: fc.constant({}) }), { numRuns: 1, seed: 2 })
if (!someRecord) throw new Error('no record was drawn')

type Data = Readonly<Record<string, unknown>>

/** A file whose medical history says this; without one where nothing is given. */
const fileWith = (data?: Data, voidedAt: string | null = null): PatientFile => ({
  ...bare,
  ...{ files: [], addenda: [], signatures: [], origins: [], consents: [], forms: history },
  records:
    data === undefined
      ? []
      : [
          {
            ...someRecord,
            ...{ id: 7, type: 'med_hist', subtype: null, caseId: null, caseStatus: null, caseOutcome: null },
            recordClassId: 'med_hist_default',
            recordClassVersion: history[0]?.version ?? 1,
            ...{ data: { ...data }, voidedAt },
          },
        ],
})

const handedHistory = handedClassId('0123456789abcdef0', 'med_hist_default')

/** The same as another practice wrote it and handed it over: kept here as no history of ours. */
const handed = (file: PatientFile): PatientFile => ({
  ...file,
  forms: history.map((form) => ({
    ...form,
    type: 'test' as const,
    subType: handedHistory,
    classId: handedHistory,
  })),
  records: file.records.map((record) => ({
    ...record,
    ...{ type: 'test' as const, subtype: handedHistory, recordClassId: handedHistory },
  })),
})

const summaryOf = (file: PatientFile, given = context): Bundle => {
  const out = fileToHandOut(file, given)
  const [patient] = resourcesOf(out, 'Patient', given)
  if (!patient) throw new Error('a file without a patient')
  return summaryBundle(out, patient, given, { at: '2026-11-26T10:00:00.000Z', uuid: crypto.randomUUID() })
}

const sectionIn = ({ entry = [] }: Bundle, loinc: string): CompositionSection | undefined => {
  const composition = entry[0]?.resource as { section?: CompositionSection[] } | undefined
  return composition?.section?.find(({ code }) => code?.coding?.[0]?.code === loinc)
}

const reasonOf = (file: PatientFile, loinc: string, given = context): string | undefined =>
  sectionIn(summaryOf(file, given), loinc)?.emptyReason?.coding?.[0]?.code

const codesOf = (resources: readonly FhirResource[]): string[] =>
  resources.flatMap((one) => {
    const { code, medicationCodeableConcept: medicine } = one as {
      code?: { coding?: { code?: string }[]; text?: string }
      medicationCodeableConcept?: { coding?: { code?: string }[]; text?: string }
    }
    const found = code ?? medicine
    return found?.coding?.[0]?.code ?? found?.text ?? []
  })

/** Lists that a history asks for, and how none of them is said. */
const lists = [
  { field: 'allergies', loinc: '48765-2', type: 'AllergyIntolerance', none: 'no-known-allergies' },
  { field: 'currentMedication', loinc: '10160-0', type: 'MedicationStatement', none: 'no-known-medications' },
] as const

describe.each(lists)('D19: the list $field', ({ field, loinc, type, none }) => {
  it('was never asked for without a history, or with a void one alone', () => {
    expect(reasonOf(fileWith(), loinc)).toBe('notasked')
    expect(reasonOf(fileWith({ [field]: 'Penicilina' }, '2026-11-01T10:00:00Z'), loinc)).toBe('notasked')
  })

  it('was asked for and left blank: unavailable, with nothing that says none', () => {
    for (const blank of [undefined, '', '  \n ', '-', '—', '?', 'N/A', ' n / a ']) {
      const file = fileWith(blank === undefined ? {} : { [field]: blank })
      expect([blank, reasonOf(file, loinc)]).toEqual([blank, 'unavailable'])
      expect(resourcesOf(file, type, context)).toEqual([])
    }
  })

  it('was asked for and denied: none known, in the words it was denied with', () => {
    for (const denied of ['Ninguna', 'no.', 'NIEGA', 'None known', 'Nessuna', ' no \n no ']) {
      const file = fileWith({ [field]: denied })
      const [one, ...others] = resourcesOf(file, type, context)
      expect([denied, codesOf(one ? [one] : []), others]).toEqual([denied, [none], []])
      expect(reasonOf(file, loinc)).toBeUndefined()
      expect(sectionIn(summaryOf(file), loinc)?.text?.div).toContain(denied.trim().split(' ')[0])
    }
  })

  it('is told line by line, and a denial between them is none', () => {
    const file = fileWith({ [field]: 'Látex\n\nninguna\n  Níquel ' })
    expect(codesOf(resourcesOf(file, type, context))).toEqual(['Látex', 'Níquel'])
    expect(sectionIn(summaryOf(file), loinc)?.entry).toHaveLength(2)
  })

  it('was asked for where the file was handed over from: what that history says is told, and its silence is none', () => {
    const told = handed(fileWith({ [field]: 'Sintrom' }))
    expect(codesOf(resourcesOf(told, type, context))).toEqual(['Sintrom'])
    expect(reasonOf(told, loinc)).toBeUndefined()
    expect(reasonOf(handed(fileWith({})), loinc)).toBe('unavailable')
    expect(codesOf(resourcesOf(handed(fileWith({ [field]: 'Ninguna' })), type, context))).toEqual([none])
  })

  it('is not known to be none where one history denies it and another is silent', () => {
    const [ours, theirs] = [fileWith({}), handed(fileWith({ [field]: 'Ninguna' }))]
    const both = {
      ...{ ...ours, forms: [...ours.forms, ...theirs.forms] },
      records: [...ours.records, ...theirs.records.map((record) => ({ ...record, id: 8 }))],
    }
    expect(reasonOf(both, loinc)).toBe('unavailable')
    expect(resourcesOf(both, type, context)).toEqual([])
  })

  it('is kept back: withheld, and nobody learns whether anything was there', () => {
    const withholding: MappingContext = { ...context, withholds: (_, { id }) => id === field }
    const reasons = ['Penicilina', 'ninguna', ''].map((text) =>
      reasonOf(fileWith({ [field]: text }), loinc, withholding),
    )
    expect(reasons).toEqual(['withheld', 'withheld', 'withheld'])
    expect(JSON.stringify(summaryOf(fileWith({ [field]: 'Penicilina' }), withholding))).not.toContain(
      'Penicilina',
    )
  })

  it('never says none of what was not denied, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('no sé', 'no, pero…', 'sí', 'quizá no')),
        (text) => {
          const isDenied = readStatement(text).kind === 'denied'
          const codes = codesOf(resourcesOf(fileWith({ [field]: text }), type, context))
          expect(codes.includes(none)).toBe(isDenied)
          if (isDenied) expect(text).toMatch(/\p{L}/u)
        },
      ),
    )
  })
})

describe('a section that not every summary has', () => {
  it.each([
    ['warning', '104605-1'],
    ['qx', '47519-4'],
  ])('says that %s is kept back, and stays away where nothing was said', (field, loinc) => {
    const withholding: MappingContext = { ...context, withholds: (_, { id }) => id === field }
    expect(sectionIn(summaryOf(fileWith({})), loinc)).toBeUndefined()
    for (const text of ['Marcapasos', ''])
      expect(reasonOf(fileWith({ [field]: text }), loinc, withholding)).toBe('withheld')
  })
})

const withholding = (...fields: readonly string[]): MappingContext => ({
  ...context,
  withholds: (_, { id }) => fields.includes(id),
})

/** A file with a case and a history, of which each says what is given. */
const fileOfCase = (data: Data, history: Data = {}): PatientFile => {
  const file = fileWith(history)
  const form = forms.find(({ classId }) => classId === 'case_default')
  if (!form) throw new Error('there is no form of a case')
  const opened = {
    ...someRecord,
    ...{ id: 8, type: 'control' as const, subtype: 'case', caseId: null, caseStatus: 'active' as const },
    ...{ recordClassId: form.classId, recordClassVersion: form.version, voidedAt: null, versions: 1 },
    ...{ data: { ...data }, name: typeof data.name === 'string' ? data.name : null },
  }
  return { ...file, forms: [...file.forms, form], records: [opened, ...file.records] }
}

const results = '30954-2'
const vitalSigns = '8716-3'

describe('a section of which something is kept back', () => {
  it('says so where it has nothing else: measures, scales, weight and height', () => {
    const file = fileOfCase({ painIntensity: 4 }, { imc: { weight: 70, height: 1.7 } })
    expect(reasonOf(file, results)).toBeUndefined()
    expect(reasonOf(file, results, withholding('painIntensity', 'bodyChart'))).toBe('withheld')
    expect(reasonOf(file, vitalSigns, withholding('imc'))).toBe('withheld')
    expect(sectionIn(summaryOf(file, withholding('imc')), vitalSigns)?.text?.div).toContain(
      'Left out of this document.',
    )
  })

  it('says so beside what it has, and has no reason to be empty then', () => {
    const measured = fileOfCase({
      painIntensity: 4,
      bodyChart: { marks: [{ view: 'front', region: 'knee' }] },
    })
    const ill = fileWith({ personalDiseases: ['asthma'], other: 'Migraña' })
    const allergic = { ...fileOfCase({ name: 'Esguince' }, { other: 'Migraña' }) }
    for (const [file, loinc, kept, entries] of [
      [measured, results, 'bodyChart', 1],
      [ill, '11450-4', 'other', 1],
      [allergic, '11450-4', 'other', 1],
    ] as const) {
      const section = sectionIn(summaryOf(file, withholding(kept)), loinc)
      expect([kept, section?.entry?.length, section?.emptyReason]).toEqual([kept, entries, undefined])
      expect(section?.extension).toMatchObject([{ valueCode: 'masked' }])
      expect(section?.text?.div).toContain('Some of it is left out of this document.')
      expect(sectionIn(summaryOf(file), loinc)?.extension).toBeUndefined()
    }
  })

  it('names a case whose name is kept back as one, and one that has none as that', () => {
    const problems = '11450-4'
    const masked = sectionIn(summaryOf(fileOfCase({ name: 'Esguince' }), withholding('name')), problems)
    expect(masked?.entry).toHaveLength(1)
    expect(masked?.text?.div).toContain('Left out of this document.')
    const [condition] = resourcesOf(fileOfCase({}), 'Condition', context)
    expect(condition).toMatchObject({ code: { extension: [{ valueCode: 'unknown' }] } })
  })
})

describe('what is kept back of a record', () => {
  const kept = (file: PatientFile, type: 'Observation' | 'Procedure' | 'Condition', ...fields: string[]) =>
    resourcesOf(fileToHandOut(file, withholding(...fields)), type, withholding(...fields))

  it('is a measure that says so, and nobody learns whether there was one', () => {
    const told = [{ painIntensity: 4 }, {}].map((data) =>
      kept(fileOfCase(data), 'Observation', 'painIntensity'),
    )
    expect(told[0]).toEqual(told[1])
    expect(told[0]).toMatchObject([
      {
        id: 'record-8-painIntensity',
        code: { coding: [{ code: '72514-3' }, {}] },
        dataAbsentReason: { coding: [{ code: 'masked' }] },
      },
    ])
    const body = kept(fileWith({ imc: { weight: 70, height: 1.7 } }), 'Observation', 'imc')
    expect(body.map(({ id }) => id)).toEqual(
      ['weight', 'height', 'bmi'].map((part) => `record-7-imc-${part}`),
    )
    expect(JSON.stringify(body)).not.toMatch(/value(Quantity|Integer)/)
  })

  it('is a score that says so where one of its answers is kept back', () => {
    const form = forms.find(({ classId }) => classId === 'pain_numeric')
    if (!form) throw new Error('there is no form of pain')
    const file = fileWith({})
    const records = file.records.map((record) => ({
      ...record,
      ...{ type: 'test' as const, subtype: form.classId, recordClassId: form.classId },
      ...{ recordClassVersion: form.version, data: {} },
    }))
    const [field] = form.sections.flatMap(({ fields }) => fields.filter(({ type }) => type === 'pain_scale'))
    const scores = kept({ ...file, forms: [form], records }, 'Observation', field?.id ?? '').filter(
      ({ id }) => id?.includes('-score-'),
    )
    expect(scores.length).toBeGreaterThan(0)
    for (const score of scores)
      expect(score).toMatchObject({ dataAbsentReason: { coding: [{ code: 'masked' }] } })
  })

  it('is a treatment that says so, and when complaints began', () => {
    const form = forms.find(({ classId }) => classId === 'followup_default')
    if (!form) throw new Error('there is no form of a follow-up')
    const file = fileWith({})
    const records = file.records.map((record) => ({
      ...record,
      ...{ type: 'control' as const, subtype: 'follow_up', recordClassId: form.classId },
      ...{ recordClassVersion: form.version, data: { treatmentApplied: 'Punción' } },
    }))
    expect(kept({ ...file, forms: [form], records }, 'Procedure', 'treatmentApplied')).toMatchObject([
      { id: 'record-7-treatmentApplied', status: 'unknown', code: { extension: [{ valueCode: 'masked' }] } },
    ])
    const began = fileOfCase({ name: 'Esguince', symptomAppearDate: '2026-10-01' })
    expect(kept(began, 'Condition', 'symptomAppearDate')[0]).toMatchObject({
      _onsetDateTime: { extension: [{ valueCode: 'masked' }] },
    })
  })
})

describe('a treatment that was handed over', () => {
  it('is a procedure as it was where it was given', () => {
    const needling = forms.filter(({ classId }) => classId === 'dry_needling_session')
    const classId = handedClassId('0123456789abcdef0', 'dry_needling_session')
    const file = {
      ...fileWith({}),
      forms: needling.map((form) => ({ ...form, type: 'test' as const, subType: classId, classId })),
    }
    const records = file.records.map((record) => ({
      ...record,
      ...{ type: 'test' as const, subtype: classId, recordClassId: classId, data: {} },
      recordClassVersion: needling[0]?.version ?? 1,
    }))
    expect(resourcesOf({ ...file, records }, 'Procedure', context)).toMatchObject([{ id: 'record-7' }])
  })
})

describe('the text of a summary', () => {
  it('shows what was typed as it was typed, and runs none of it', () => {
    const typed = '<script>alert(1)</script> & "látex"\n\u0007'
    const div = sectionIn(summaryOf(fileWith({ allergies: typed })), '48765-2')?.text?.div ?? ''
    expect(div).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;látex&quot;')
    expect(div).not.toMatch(/<(?!\/?(div|ul|li|br)\b)/)
    const [allergy] = resourcesOf(fileWith({ allergies: 'a\u0007b' }), 'AllergyIntolerance', context)
    expect(allergy).toMatchObject({ code: { text: 'a\u2407b' } })
  })

  it('tells a medicine once that is written down at every visit', () => {
    const file = fileWith({ currentMedication: 'Ibuprofeno\nIbuprofeno\nOmeprazol' })
    expect(sectionIn(summaryOf(file), '10160-0')?.entry).toHaveLength(2)
  })
})

describe('problems', () => {
  it('are never concluded to be none: a box that nobody ticked says nothing', () => {
    expect(reasonOf(fileWith({ other: 'ninguna', fx: 'no', personalDiseases: [] }), '11450-4')).toBe(
      'unavailable',
    )
    expect(reasonOf(fileWith(), '11450-4')).toBe('notasked')
  })

  it('are the illnesses of the history, by box and by line', () => {
    const file = fileWith({ personalDiseases: ['asthma', 'hta'], other: 'Migraña' })
    expect(codesOf(resourcesOf(file, 'Condition', context))).toEqual(['asthma', 'hta', 'Migraña'])
  })
})

describe('what somebody wrote into a list', () => {
  it.each([
    ['No', 'denied'],
    ['no toma medicación', 'denied'],
    ['nessun farmaco', 'denied'],
    ['No known allergies.', 'denied'],
    ['no known drug allergies', 'said'],
    ['no tolera la aspirina', 'said'],
    ['nada especial', 'said'],
    ['...', 'blank'],
  ])('%s: %s', (text, kind) => {
    expect(readStatement(text).kind).toBe(kind)
  })
})

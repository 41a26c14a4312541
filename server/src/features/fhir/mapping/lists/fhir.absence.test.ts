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

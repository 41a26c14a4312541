import { appointment } from '@ulna/contract/appointments/appointments'
import { patientConsent } from '@ulna/contract/patient-consents/patient-consents'
import { patient } from '@ulna/contract/patients/patients'
import { practice, practitioner } from '@ulna/contract/practices/practices'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import { dataOf } from '@ulna/contract/record-class/record-class.data.fixture'
import { addendum, recordFile, recordRow } from '@ulna/contract/records/records'
import { signature } from '@ulna/contract/signatures/signatures'
import fc from 'fast-check'
import type { FhirResource } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { paths } from '../../../paths.ts'
import { loadModules } from '../../modules/modules.files.ts'
import { type MappingContext, type PatientFile, withholdsNothing } from '../mapping/base/fhir.patient-file.ts'
import { mappedTypes, resourcesOf } from '../mapping/fhir.file-resources.ts'
import { anyFileOf, anyOf } from '../validation/fhir.random.fixture.ts'
import {
  addendumFields,
  appointmentFields,
  consentFields,
  consentSignatureFields,
  dicomFields,
  fileFields,
  type Place,
  patientFields,
  practiceFields,
  practitionerFields,
  recordFields,
  signatureFields,
} from './fhir.fields.ts'

const context: MappingContext = { appUrl: 'https://ulna.test', language: 'es', withholds: withholdsNothing }

const forms = loadModules(paths.modules).flatMap(({ classes }) => classes)
const formNamed = (classId: string) => {
  const form = forms.find((one) => one.classId === classId)
  if (!form) throw new Error(`there is no form ${classId}`)
  return form
}

const everything = (file: PatientFile): FhirResource[] =>
  mappedTypes.flatMap((type) => resourcesOf(file, type, context))

type Fields = Readonly<Record<string, Place>>
type Thing = Readonly<Record<string, unknown>>

interface Subject {
  readonly name: string
  readonly fields: Fields
  readonly schema: z.ZodMiniObject
  readonly any: fc.Arbitrary<Thing>
  /** A file with it in its place. */
  readonly into: (file: PatientFile, one: Thing) => PatientFile
}

const inner = (schema: unknown): z.ZodMiniObject => {
  let found = schema as { _zod: { def: { type: string; innerType?: unknown; element?: unknown } } }
  while (found._zod.def.type !== 'object')
    found = (found._zod.def.innerType ?? found._zod.def.element) as typeof found
  return found as unknown as z.ZodMiniObject
}

const dicom = inner(recordFile.shape.dicom)
const hand = inner(patientConsent.shape.signatures)

const as = (any: fc.Arbitrary<object>) => any as fc.Arbitrary<Thing>
const put = <T>(one: Thing): T => one as T

const rule = fc.record({ frequency: fc.constant('weekly'), interval: fc.integer({ min: 1, max: 4 }) })

const subjects: readonly Subject[] = [
  {
    name: 'patient',
    fields: patientFields,
    schema: patient,
    any: as(anyOf(patient)),
    into: (file, one) => ({ ...file, patient: put(one) }),
  },
  {
    name: 'practice',
    fields: practiceFields,
    schema: practice,
    any: as(
      anyOf(practice, {
        configurations: fc.integer({ min: 1, max: 5 }).map((hours) => ({
          ...defaultConfigurations,
          records: { ...defaultConfigurations.records, relockHours: hours },
        })),
      }),
    ),
    into: (file, one) => ({ ...file, practice: put(one) }),
  },
  {
    name: 'practitioner',
    fields: practitionerFields,
    schema: practitioner,
    any: as(anyOf(practitioner)),
    into: (file, one) => ({ ...file, practitioners: [put(one)] }),
  },
  {
    name: 'appointment',
    fields: appointmentFields,
    schema: appointment,
    any: as(anyOf(appointment, { every: fc.option(rule, { nil: null }) as never })),
    into: (file, one) => ({ ...file, appointments: [put(one)] }),
  },
  {
    name: 'record',
    fields: recordFields,
    schema: recordRow,
    any: as(
      anyOf(recordRow, {
        id: fc.constantFrom(7, 8),
        subtype: fc.constantFrom(null, 'case', 'follow_up'),
        recordClassId: fc.constantFrom('case_default', 'document'),
        recordClassVersion: fc.constantFrom(1, 2),
        former: fc.constantFrom(true, undefined) as never,
        data: dataOf(formNamed('case_default')),
      }),
    ),
    into: (file, one) => ({
      ...file,
      forms: [1, 2].flatMap((version) => file.forms.map((form) => ({ ...form, version }))),
      records: [put(one)],
    }),
  },
  {
    name: 'addendum',
    fields: addendumFields,
    schema: addendum,
    any: as(anyOf(addendum, { recordId: fc.constantFrom(7, 8) })),
    into: (file, one) => ({ ...file, addenda: [put(one)] }),
  },
  {
    name: 'file',
    fields: fileFields,
    schema: recordFile,
    any: as(anyOf(recordFile, { recordId: fc.constantFrom(7, 8) })),
    into: (file, one) => ({ ...file, files: [put(one)] }),
  },
  {
    name: 'header of a DICOM file',
    fields: dicomFields,
    schema: dicom,
    any: as(anyOf(dicom)),
    into: (file, one) => {
      const [first] = file.files
      return { ...file, files: first ? [{ ...first, dicom: put(one) }] : [] }
    },
  },
  {
    name: 'signature',
    fields: signatureFields,
    schema: signature,
    any: as(anyOf(signature)),
    into: (file, one) => ({ ...file, signatures: [put(one)] }),
  },
  {
    name: 'consent',
    fields: consentFields,
    schema: patientConsent,
    any: as(
      anyOf(patientConsent, {
        recordId: fc.constantFrom(7, 8),
        recordClassId: fc.constantFrom('consent_images', 'consent_treatment'),
      }),
    ),
    into: (file, one) => ({ ...file, consents: [put(one)] }),
  },
  {
    name: 'hand under a consent',
    fields: consentSignatureFields,
    schema: hand,
    any: as(anyOf(hand)),
    into: (file, one) => {
      const [first] = file.consents
      return { ...file, consents: first ? [{ ...first, signatures: [put(one)] }] : [] }
    },
  },
]

/** A file whose records are a history, a case and a document: 7, 8 and 9. */
const files = anyFileOf(['med_hist_default', 'case_default', 'document'].map(formNamed)).filter(
  (file) => file.files.length > 0 && file.consents.length > 0,
)

const drawsOf = ({ any }: Subject) => fc.sample(fc.tuple(files, any, any), { numRuns: 20, seed: 20_261_126 })

/** Whether another value of a field ever changes what goes out. */
const isTold = (draws: ReturnType<typeof drawsOf>, { into }: Subject, field: string): boolean =>
  draws.some(([file, one, other]) => {
    const before = JSON.stringify(everything(into(file, one)))
    return before !== JSON.stringify(everything(into(file, { ...one, [field]: other[field] })))
  })

describe.each(subjects)('D19: the fields of a $name', (subject) => {
  const draws = drawsOf(subject)

  it('have a line each in the table, whatever is added to them', () => {
    expect(Object.keys(subject.fields).toSorted()).toEqual(Object.keys(subject.schema.shape).toSorted())
  })

  it.each(Object.entries(subject.fields))('%s is told, or left out for a reason', (field, place) => {
    expect([field, isTold(draws, subject, field)]).toEqual([field, typeof place === 'string'])
  })
})

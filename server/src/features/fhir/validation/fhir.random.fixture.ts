import { appointment } from '@ulna/contract/appointments/appointments'
import { recordOrigin } from '@ulna/contract/hand-overs/hand-overs'
import { patientConsent } from '@ulna/contract/patient-consents/patient-consents'
import { patient } from '@ulna/contract/patients/patients'
import { practice, practitioner } from '@ulna/contract/practices/practices'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { dataOf } from '@ulna/contract/record-class/record-class.data.fixture'
import { addendum, recordFile, recordRow } from '@ulna/contract/records/records'
import { signature } from '@ulna/contract/signatures/signatures'
import fc from 'fast-check'
import type * as z from 'zod/mini'
import type { PatientFile } from '../mapping/base/fhir.patient-file.ts'

const anything = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => text.isWellFormed() && !text.includes('\u0000'))

/** Names are required where they are written. */
const named = anything.filter((text) => text.trim() !== '')

const moment = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = moment.map((text) => text.slice(0, 10))
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

const onePixel = 'data:image/png;base64,iVBORw0KGgo='

/** What the texts of the contract hold whose schema says no more than that they are texts, by their key. */
const keyed: readonly (readonly [RegExp, fc.Arbitrary<string>])[] = [
  [/^(birthDate|studyDate|localDay|caseClosedOn|until)$/, day],
  [/^(start|end|date|at|lastControl|unlockedUntil|last(Un)?[Ll]ockedDate|.+At)$/, moment],
  [/^(name|.+Name|fileId|sealId)$/, named],
  [/^uid$/, fc.uuid()],
  [/^sha256$/, hex(64)],
  [/^contentType$/, fc.constantFrom('image/jpeg', 'application/pdf', 'application/dicom')],
  [/^problem$/, fc.constant('file_damaged')],
  [/^image$/, fc.constant(onePixel)],
  [/^timezone$/, fc.constantFrom('Europe/Madrid', 'America/Bogota', 'UTC')],
  [/^locale$/, fc.constantFrom('es', 'en', 'it')],
  [/Url$/, fc.constant('/api/patient/1/profileImage/thumb?v=1')],
  [/^recordClassId$/, fc.constant('med_hist_default')],
]

const textFor = (key: string): fc.Arbitrary<string> =>
  keyed.find(([pattern]) => pattern.test(key))?.[1] ?? anything

type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
}

const id = fc.integer({ min: 1, max: 1_000_000 })

const builders: Readonly<Record<string, (key: string, definition: Definition) => fc.Arbitrary<unknown>>> = {
  object: (_, { shape = {} }) =>
    fc.record(Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, ofSchema(one, key)]))),
  string: (key) => textFor(key),
  number: () => id,
  boolean: () => fc.boolean(),
  enum: (_, { entries = {} }) => fc.constantFrom(...Object.values(entries)),
  literal: (_, { values = [] }) => fc.constantFrom(...values),
  nullable: (key, { innerType }) => fc.option(ofInner(innerType, key), { nil: null, freq: 3 }),
  optional: (key, { innerType }) => ofInner(innerType, key),
  array: (key, { element }) => fc.array(ofInner(element, key), { maxLength: 2 }),
  union: (key, { options = [] }) => fc.oneof(...options.map((one) => ofSchema(one, key))),
}

const ofInner = (schema: z.ZodMiniType | undefined, key: string): fc.Arbitrary<unknown> => {
  if (!schema) throw new Error(`the schema of ${key} says nothing`)
  return ofSchema(schema, key)
}

const ofSchema = (schema: z.ZodMiniType, key: string): fc.Arbitrary<unknown> => {
  const definition = schema._zod.def as unknown as Definition
  const build = builders[definition.type]
  if (!build) throw new Error(`no values are known for ${key} of type ${definition.type}`)
  return build(key, definition)
}

/** Anything that a schema of the contract may hold, with `given` in the place of what it names. */
export const anyOf = <S extends z.ZodMiniObject>(
  schema: S,
  given: { readonly [K in keyof z.output<S>]?: fc.Arbitrary<z.output<S>[K]> } = {},
): fc.Arbitrary<z.output<S>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(schema._zod.def.shape).map(([key, one]) => [
        key,
        (given as Record<string, fc.Arbitrary<unknown>>)[key] ?? ofSchema(one as z.ZodMiniType, key),
      ]),
    ),
  ) as fc.Arbitrary<z.output<S>>

const anyPractice = anyOf(practice, { configurations: fc.constant(defaultConfigurations) })
const anyPractitioner = fc
  .tuple(anyOf(practitioner, { color: fc.constant(1) }), fc.boolean())
  .map(([one, active]) => ({ ...one, active }))
const anyPatient = anyOf(patient)
const anyAppointment = anyOf(appointment, { every: fc.constant(null) })

/** A record that is written in a form. */
const anyRecordOf = (form: RecordClass, recordId = 7) =>
  anyOf(recordRow, {
    id: fc.constant(recordId),
    type: fc.constant(form.type),
    subtype: fc.constant(form.subType),
    recordClassId: fc.constant(form.classId),
    recordClassVersion: fc.constant(form.version),
    data: dataOf(form, { case: 7 }),
    caseStatus: fc.constantFrom(...(form.subType === 'case' ? (['active', 'closed'] as const) : [null])),
  })

const anyOrigin = fc
  .tuple(anyOf(recordOrigin, { recordId: fc.constant(7) }), moment, named)
  .map(([one, takenAt, found]) => ({
    ...{ ...one, takenAt },
    signatures: one.signatures.map((signed) => ({ ...signed, found })),
  }))

/** A file with a record in each of some forms, and a bit of everything else. */
export const anyFileOf = (forms: readonly RecordClass[]): fc.Arbitrary<PatientFile> =>
  fc
    .record({
      patient: anyPatient,
      practice: anyPractice,
      practitioners: fc.array(anyPractitioner, { minLength: 1, maxLength: 2 }),
      ofElsewhere: fc.array(anyPractitioner, { maxLength: 1 }),
      records: fc.tuple(...forms.map((form, index) => anyRecordOf(form, index + 7))),
      forms: fc.constant(forms),
      addenda: fc.array(anyOf(addendum, { recordId: fc.constant(7) }), { maxLength: 2 }),
      files: fc.array(anyOf(recordFile, { recordId: fc.constant(7) }), { maxLength: 2 }),
      signatures: fc.array(anyOf(signature, { recordId: fc.constant(7) }), { maxLength: 2 }),
      origins: fc.array(anyOrigin, { maxLength: 1 }),
      consents: fc.array(anyOf(patientConsent, { recordId: fc.constant(7) }), { maxLength: 1 }),
      appointments: fc.array(anyAppointment, { maxLength: 2 }),
    })
    .map((file) => file as PatientFile)

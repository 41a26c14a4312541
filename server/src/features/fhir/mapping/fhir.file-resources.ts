import { valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type { RecordRow } from '@ulna/contract/records/records'
import type { FhirResource } from 'fhir/r4'
import {
  type FoundSeal,
  formOf,
  isFieldWithheld,
  isWithheldFile,
  type MappingContext,
  type PatientFile,
  type Withholds,
  withholdsNoThing,
} from './base/fhir.patient-file.ts'
import { asFhirText } from './base/fhir.said.ts'
import { questionnaireOf } from './forms/fhir.questionnaire.ts'
import {
  allergiesOf,
  flagsOf,
  illnessesOf,
  medicationsOf,
  proceduresOf,
} from './lists/fhir.list-resources.ts'
import { appointmentResource } from './practice/fhir.appointment.ts'
import { type PatientMask, patientResource, type StatedGender } from './practice/fhir.patient.ts'
import { organizationOf, practitionerOf, roleOf } from './practice/fhir.practice.ts'
import { caseConditions, encountersOf, episodesOf } from './records/fhir.care.ts'
import { consentsOf } from './records/fhir.consents.ts'
import { documentsOf } from './records/fhir.documents.ts'
import { observationsOf } from './records/fhir.observations.ts'
import { provenancesOf } from './records/fhir.provenance.ts'
import { responsesOf } from './records/fhir.response.ts'
import { compositionOf } from './summary/fhir.summary.ts'

/** What a record says without what is kept back. The name of a case and the title of a document are answers too. */
const withoutWithheld = (file: PatientFile, record: RecordRow, withholds: Withholds): RecordRow => {
  if (record.data === null) return record
  const kept = valueFieldsOf(formOf(file, record)).flatMap(({ field }) =>
    withholds(record, field) ? [field.id] : [],
  )
  if (kept.length === 0) return record
  const data = Object.fromEntries(Object.entries(record.data).filter(([id]) => !kept.includes(id)))
  return { ...record, data, name: kept.includes('name') ? null : record.name }
}

/** A seal of a record whose addenda are kept back: what was signed is as it was, and nothing tells whether there are any. */
const withoutAddenda = (found: FoundSeal): FoundSeal => ({
  ...found,
  addenda: 0,
  state: found.state === 'superseded' && !found.withdrawn ? 'unchanged' : found.state,
})

const sealsToHandOut = ({ foundSeals }: PatientFile, withAddenda: boolean): Partial<PatientFile> => {
  if (!foundSeals || withAddenda) return {}
  return { foundSeals: new Map([...foundSeals].map(([id, found]) => [id, withoutAddenda(found)])) }
}

type Withheld = Pick<MappingContext, 'withholds' | 'withheldParts' | 'withheldThings'>

const withoutReason = (record: RecordRow): RecordRow => ({ ...record, voidReason: null })

/** Of a document that stays behind nothing is said but that it is there. */
const recordsToHandOut = (
  file: PatientFile,
  { withholds, withheldParts, withheldThings = withholdsNoThing }: Withheld,
): RecordRow[] =>
  file.records.map((record) => {
    const handed = withoutWithheld(file, record, withholds)
    if (withheldThings.records.has(record.id)) return { ...withoutReason(handed), name: null }
    return withheldParts?.has('voidReasons') ? withoutReason(handed) : handed
  })

const silent = { title: null, note: null, patientNote: null, cancelReason: null, overlapReason: null }

const visitsToHandOut = (
  { appointments }: PatientFile,
  { withheldParts, withheldThings = withholdsNoThing }: Withheld,
): PatientFile['appointments'] =>
  appointments.map((one) => {
    if (withheldThings.visits.has(one.id)) return { ...one, ...silent }
    return withheldParts?.has('notes') ? { ...one, note: null } : one
  })

/** The file as it is handed out: nothing that is mapped sees what is kept back. */
export const fileToHandOut = (file: PatientFile, withheld: Withheld): PatientFile => {
  const { withheldParts, withheldThings = withholdsNoThing } = withheld
  const isGiven = ({ recordId }: { readonly recordId: number }) => !withheldThings.records.has(recordId)
  const isWithAddenda = !withheldParts?.has('addenda')
  const { patient } = file
  return {
    ...{ ...file, ...sealsToHandOut(file, isWithAddenda) },
    patient: withheldParts?.has('notes') ? { ...patient, note: null, clinicSummary: null } : patient,
    records: recordsToHandOut(file, withheld),
    addenda: isWithAddenda ? file.addenda.filter(isGiven) : [],
    files: file.files.filter((one) => !isWithheldFile(withheldThings, one)),
    withheldFiles: file.files
      .filter((one) => isWithheldFile(withheldThings, one))
      .map(({ id, kind, recordId }) => ({ id, kind, recordId })),
    signatures: file.signatures.filter(isGiven),
    origins: file.origins.filter(isGiven),
    appointments: visitsToHandOut(file, withheld),
  }
}

/** The newest medical history that counts. */
const historyIn = ({ records }: Pick<PatientFile, 'records'>): RecordRow | undefined =>
  records.find(({ type, voidedAt, former }) => type === 'med_hist' && voidedAt === null && !former)

/** What it says of the gender. */
const genderIn = (file: Pick<PatientFile, 'records'>): StatedGender | undefined => {
  const history = historyIn(file)
  if (!history || history.data === null) return undefined
  return {
    gender: history.data.gender,
    version: history.version,
    at: history.updatedAt ?? history.createdAt,
  }
}

/** What of the patient is kept back: the gender is an answer, the rest are notes of the practice. */
const patientMask = (file: PatientFile, context: MappingContext): ReadonlySet<PatientMask> => {
  const history = historyIn(file)
  const isGenderKept = history !== undefined && isFieldWithheld(file, history, 'gender', context)
  return new Set<PatientMask>([
    ...(isGenderKept ? (['gender'] as const) : []),
    ...(context.withheldParts?.has('notes') ? (['note', 'clinicSummary'] as const) : []),
  ])
}

type Mapping = (file: PatientFile, context: MappingContext) => readonly FhirResource[]

/** What each kind of resource is made of; in this order a whole file goes out. */
export const fileMappings = {
  Patient: (file, context) => [
    patientResource(file.patient, context.appUrl, genderIn(file), patientMask(file, context)),
  ],
  Organization: ({ practice }) => [organizationOf(practice)],
  Practitioner: ({ practitioners, ofElsewhere }) => [...practitioners, ...ofElsewhere].map(practitionerOf),
  PractitionerRole: ({ practitioners, practice }) => practitioners.map((one) => roleOf(one, practice)),
  Questionnaire: ({ forms }, { appUrl }) => forms.map((form) => questionnaireOf(form, appUrl)),
  Appointment: ({ appointments }, { withheldParts, withheldThings }) =>
    appointments.map((one) =>
      appointmentResource(one, {
        note: withheldParts?.has('notes') ?? false,
        texts: withheldThings?.visits.has(one.id) ?? false,
      }),
    ),
  EpisodeOfCare: episodesOf,
  Encounter: encountersOf,
  Condition: (file, context) => [...caseConditions(file, context), ...illnessesOf(file, context)],
  AllergyIntolerance: allergiesOf,
  MedicationStatement: medicationsOf,
  Procedure: proceduresOf,
  Observation: observationsOf,
  Flag: flagsOf,
  QuestionnaireResponse: responsesOf,
  DocumentReference: documentsOf,
  Consent: consentsOf,
  Provenance: provenancesOf,
  Composition: (file, context) => [compositionOf(file, context)],
} as const satisfies Record<string, Mapping>
export type MappedType = keyof typeof fileMappings

export const mappedTypes = Object.keys(fileMappings) as MappedType[]

export const isMapped = (type: string): type is MappedType => Object.hasOwn(fileMappings, type)

/** The resources of one kind in a file that was made ready to be handed out. */
export const resourcesOf = (file: PatientFile, type: MappedType, context: MappingContext): FhirResource[] => {
  const mapping: Mapping = fileMappings[type]
  return mapping(file, context).map(asFhirText)
}

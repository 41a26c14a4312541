import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { RecordOrigin } from '@ulna/contract/hand-overs/hand-overs'
import type { PatientConsent } from '@ulna/contract/patient-consents/patient-consents'
import type { FilePart } from '@ulna/contract/patient-copies/patient-copies.reserved'
import type { Patient } from '@ulna/contract/patients/patients'
import type { Practice, Practitioner } from '@ulna/contract/practices/practices'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { type ValueField, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import type { Addendum, RecordFile, RecordRow } from '@ulna/contract/records/records'
import { originalClassId } from '@ulna/contract/records/records.policy'
import type { Signature } from '@ulna/contract/signatures/signatures'

/** Somebody whom resources name. */
export interface NamedPractitioner
  extends Pick<
    Practitioner,
    'id' | 'firstName' | 'lastName' | 'fullName' | 'licenceNumber' | 'version' | 'createdAt' | 'updatedAt'
  > {
  /** Whether they belong to the practice now. */
  readonly active: boolean
}

/** Somebody who treats here or did. */
export type Member = Practitioner & Pick<NamedPractitioner, 'active'>

/** Where a record comes from that was handed over, and what its sender signed of it. */
export interface HandedOrigin
  extends Pick<
    RecordOrigin,
    'recordId' | 'practice' | 'origin' | 'madeAt' | 'author' | 'record' | 'consent'
  > {
  readonly takenAt: string
  /** With what the sender found of each seal when they handed it over. */
  readonly signatures: readonly (Signature & { readonly found: string | null })[]
}

/** What was found of a seal of ours when it was counted again. */
export interface FoundSeal {
  readonly state: 'unchanged' | 'superseded' | 'altered' | 'unproved'
  /** Where something is not as it was signed. */
  readonly places: readonly string[]
  readonly withdrawn: boolean
  /** How many addenda the record got since. */
  readonly addenda: number
  /** The installation that proved it, where it was made before the practice came here. */
  readonly origin: { readonly address: string; readonly at: string; readonly certificate: string } | null
  /** Whether the bytes of its files were read for that, or only what the database says of them. */
  readonly bytesRead: boolean
}

/** Everything that the product knows of one patient which FHIR is made of, as its reads hand it out. */
export interface PatientFile {
  readonly patient: Patient
  readonly practice: Practice
  /** Who ever wrote or treated here. */
  readonly practitioners: readonly Member[]
  /** Names beside what came from elsewhere, which are nobody's here. */
  readonly ofElsewhere: readonly NamedPractitioner[]
  /** Newest first, void ones too. */
  readonly records: readonly RecordRow[]
  /** Every version of a form that the records were written with. */
  readonly forms: readonly RecordClass[]
  readonly addenda: readonly Addendum[]
  readonly files: readonly RecordFile[]
  /** Files that are there and stay behind, without what they say. */
  readonly withheldFiles?: readonly WithheldFile[]
  readonly signatures: readonly Signature[]
  /** By the id of the seal, where it was looked for. */
  readonly foundSeals?: ReadonlyMap<string, FoundSeal>
  /** Of records that were handed over. */
  readonly origins: readonly HandedOrigin[]
  readonly consents: readonly PatientConsent[]
  readonly appointments: readonly Appointment[]
}

/** Whether an answer is left out of what is handed over: by law or because somebody decided so. */
export type Withholds = (record: RecordRow, field: ValueField) => boolean

export const withholdsNothing: Withholds = () => false

/** Documents, files and visits that stay behind one by one, by their ids: of a visit its texts do. */
export interface WithheldThings {
  readonly records: ReadonlySet<number>
  readonly files: ReadonlySet<number>
  readonly visits: ReadonlySet<number>
}

export const withholdsNoThing: WithheldThings = { records: new Set(), files: new Set(), visits: new Set() }

/** Whether a file stays behind, by itself or with the document it belongs to. */
export const isWithheldFile = (
  { records, files }: WithheldThings,
  { id, recordId }: Pick<RecordFile, 'id' | 'recordId'>,
): boolean => files.has(id) || records.has(recordId)

/** What is told of a file that stays behind: that it is there, and of what kind. */
export type WithheldFile = Pick<RecordFile, 'id' | 'kind' | 'recordId'>

/** For whom it is mapped. */
export interface MappingContext {
  /** Where this installation is reached: `https://ulna.example.org`. */
  readonly appUrl: string
  /** Language of what is written to be read by people: names of answers, texts of the summary. */
  readonly language: Language
  readonly withholds: Withholds
  /** What beside the answers stays behind: notes about the patient, on the head of the file and about visits; addenda; reasons. */
  readonly withheldParts?: ReadonlySet<FilePart>
  readonly withheldThings?: WithheldThings
}

/** A record with the form it was written with. */
export interface WrittenRecord {
  readonly record: RecordRow
  readonly form: RecordClass
  readonly data: Readonly<Record<string, unknown>>
}

/** Whether a record is a medical history; one that was handed over is kept as something else, and asked all the same. */
export const isHistory = ({ form }: Pick<WrittenRecord, 'form'>): boolean =>
  form.type === 'med_hist' || originalClassId(form.classId) === 'med_hist_default'

/** The form of a record; an error where the file does not have it. */
export const formOf = ({ forms }: Pick<PatientFile, 'forms'>, record: RecordRow): RecordClass => {
  const found = forms.find(
    ({ classId, version }) => classId === record.recordClassId && version === record.recordClassVersion,
  )
  if (!found) throw new Error(`the file has no form ${record.recordClassId} ${record.recordClassVersion}`)
  return found
}

/** Whether the answer to a field of a record is kept back, where its form asks for it at all. */
export const isFieldWithheld = (
  file: Pick<PatientFile, 'forms'>,
  record: RecordRow,
  fieldId: string,
  { withholds }: Pick<MappingContext, 'withholds'>,
): boolean =>
  record.data !== null &&
  valueFieldsOf(formOf(file, record)).some(({ field }) => field.id === fieldId && withholds(record, field))

/** The records of a file that may be read, with their forms. */
export const writtenRecords = (file: PatientFile): WrittenRecord[] =>
  file.records.flatMap((record) =>
    record.data === null ? [] : [{ record, form: formOf(file, record), data: record.data }],
  )

import * as z from 'zod/mini'
import { writtenDayOrInstant } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, knownVersion, pageMetadata } from '../http/page.ts'
import { limits, line, text } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { recordClass, recordTypes } from '../record-class/record-class.ts'

/** What a change of a record is refused for by its state or its author. */
export const editErrors = [
  'patient_locked',
  'record_signed',
  'record_voided',
  'record_former',
  'author_required',
] as const

export const caseStatuses = ['active', 'closed'] as const
export type CaseStatus = (typeof caseStatuses)[number]

export const controlSubtypes = ['case', 'follow_up'] as const
export const documentSubtypes = ['temporal', 'exam', 'pdf', 'xray', 'photo'] as const

/** How a case ended (product-decisions.md §6: closing asks outcome and date). */
export const caseOutcomes = [
  'recovered',
  'improved',
  'unchanged',
  'worsened',
  'referred',
  'abandoned',
] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

export const recordAuthor = z.object({ id, fullName: z.string() })

/** `data`: field id → value, validated against the class and version the record was written with. */
export const recordData = z.record(z.string(), z.unknown())

/** A record as lists and the file carry it. `data` is null for members without clinical access. */
export const recordRow = z.object({
  id,
  uid: z.string(),
  version: z.int(),
  ownerId: id,
  authorId: id,
  author: recordAuthor,
  type: z.enum(recordTypes),
  subtype: z.nullable(z.string()),
  recordClassId: z.string(),
  recordClassVersion: z.int(),
  /** Name of a case; title of a document. Null without clinical access. */
  name: z.nullable(z.string()),
  /** When the session or finding took place: an instant. */
  date: z.string(),
  /** The day `date` falls on at the `utcOffset` asked for, else in the practice's zone. */
  localDay: z.string(),
  data: z.nullable(recordData),
  /** Case of a follow-up, and its number in that case (1, 2, 3 …); both are null for other records. */
  caseId: z.nullable(id),
  sessionNumber: z.nullable(z.int()),
  /** Status, outcome and closing day of a case; all are null for other records. */
  caseStatus: z.nullable(z.enum(caseStatuses)),
  caseOutcome: z.nullable(z.enum(caseOutcomes)),
  caseClosedOn: z.nullable(z.string()),
  signed: z.boolean(),
  voidedAt: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
  /** How many versions of the content exist. */
  versions: z.int(),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
  /** Of a medical history that became part of another one, and is not the one that counts. */
  former: z.optional(z.literal(true)),
})
export type RecordRow = z.output<typeof recordRow>

/** Which version of which class a record was written with. */
export const recordClassReference = z.object({ classId: z.string(), version: z.int() })
export type RecordClassReference = z.output<typeof recordClassReference>

/** What the author of a record added to it later; it is never changed or taken away (product-decisions.md §5). */
export const addendum = z.object({
  id,
  recordId: id,
  author: recordAuthor,
  text: z.string(),
  /** Instant. */
  at: z.string(),
})
export type Addendum = z.output<typeof addendum>

export const fileKinds = ['image', 'pdf', 'dicom'] as const
export const fileStates = ['processing', 'ready', 'refused'] as const

/** What a DICOM file may hold. */
export const dicomContents = [
  'picture',
  'film',
  'report',
  'waveform',
  'presentation',
  'document',
  'radiotherapy',
  'directory',
  'other',
] as const

/** A file of a record (specification §3, uploaded file item). What it says is in its bytes; these have links of their own. */
export const recordFile = z.object({
  id,
  uid: z.string(),
  recordId: id,
  author: recordAuthor,
  fileName: z.string(),
  contentType: z.string(),
  kind: z.enum(fileKinds),
  /** Bytes of what is kept. */
  size: z.int(),
  /** Digest of the bytes that are kept, hexadecimal; null until the file is ready. */
  sha256: z.nullable(z.string()),
  /** Pixels, upright; of pictures. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Only a ready file is handed out. */
  state: z.enum(fileStates),
  /** Why it was refused: a key of the error catalogue. */
  problem: z.nullable(z.string()),
  /** What the header of a DICOM file says; null for other files. */
  dicom: z.nullable(
    z.object({
      patientName: z.nullable(z.string()),
      patientId: z.nullable(z.string()),
      birthDate: z.nullable(z.string()),
      studyDate: z.nullable(z.string()),
      modality: z.nullable(z.string()),
      description: z.nullable(z.string()),
      /** What it holds; not known of files that came before anybody looked. */
      content: z.optional(z.enum(dicomContents)),
      /** Whether the viewer reads what it was unpacked to: its variant `screen`. */
      isUnpacked: z.optional(z.boolean()),
    }),
  ),
  storageType: z.enum(['local', 's3', 'fb']),
  rawStoragePath: z.string(),
  /** Version of this shape. */
  version: z.literal(2),
  createdAt: z.string(),
})
export type RecordFile = z.output<typeof recordFile>

const subtype = z.optional(z.nullable(text(64)))

export const recordInput = z.object({
  ownerId: id,
  type: z.enum(recordTypes),
  subtype,
  recordClassId: text(64),
  date: z.optional(writtenDayOrInstant),
  data: recordData,
  /** Version of the medical history that the writer saw; any other than the current is a version_conflict. */
  version: z.optional(knownVersion),
})

/** What a GET answered may be sent back: null says that it is no case, or an active one. */
export const recordChange = z.object({
  date: z.optional(writtenDayOrInstant),
  data: z.optional(recordData),
  /** Status of a case: `closed` needs an outcome and a date, `active` again needs a reason. */
  caseStatus: z.optional(z.nullable(z.enum(caseStatuses))),
  caseOutcome: z.optional(z.nullable(z.enum(caseOutcomes))),
  caseClosedOn: z.optional(z.nullable(writtenDayOrInstant)),
  reason: z.optional(line(limits.title)),
  version: z.optional(knownVersion),
})

/** Characters of why a record is void. */
export const voidReasonLimits = { least: 10, most: limits.title } as const

/** Stands in the query or in the body. */
const voidReason = z.optional(line(voidReasonLimits.most).check(z.minLength(voidReasonLimits.least)))

/** What made a version: new content, another state of a case, or that the record was voided. */
export const versionChanges = ['content', 'case_closed', 'case_reopened', 'voided'] as const

export const recordVersion = z.object({
  version: z.int(),
  change: z.enum(versionChanges),
  at: z.string(),
  author: recordAuthor,
  date: z.string(),
  /** A medical history that is written again may have a newer class than it had. */
  recordClassId: z.string(),
  recordClassVersion: z.int(),
  data: recordData,
  caseStatus: z.nullable(z.enum(caseStatuses)),
  caseOutcome: z.nullable(z.enum(caseOutcomes)),
  caseClosedOn: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type RecordVersion = z.output<typeof recordVersion>

export const recordEndpoints = {
  findCases: endpoint({
    method: 'GET',
    path: '/record/findCases/:patientId',
    summary: 'The diagnosis cases of a patient, newest first',
    access: permissions.readRecords,
    audit: 'record.list',
    params: z.object({ patientId: idParam }),
    returns: z.array(recordRow),
    metadata: pageMetadata,
  }),
  findCaseFollowUps: endpoint({
    method: 'GET',
    path: '/record/findCaseFollowUps/:caseId',
    summary: 'The follow-ups of a case by session number',
    access: permissions.readRecords,
    audit: 'record.list',
    params: z.object({ caseId: idParam }),
    returns: z.array(recordRow),
    metadata: pageMetadata,
    errors: ['patient_record_not_match'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/record/:id/versions',
    summary: 'Every version of a record, oldest first',
    access: permissions.readRecords,
    audit: 'record.read',
    params: idPath,
    returns: z.array(recordVersion),
    metadata: pageMetadata,
  }),
  read: endpoint({
    method: 'GET',
    path: '/record/:id',
    summary: 'One record',
    access: permissions.readRecords,
    audit: 'record.read',
    params: idPath,
    returns: recordRow,
  }),
  create: endpoint({
    method: 'POST',
    path: '/record',
    summary: 'Writes a record; a second medical history becomes a new version of the first',
    access: permissions.writeRecords,
    audit: 'record.create',
    body: recordInput,
    returns: recordRow,
    status: 201,
    errors: [
      'patient_record_not_match',
      'case_closed',
      'patient_locked',
      'record_signed',
      'author_required',
      'version_conflict',
    ],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/record/:id',
    summary: 'Changes an own unsigned record, or closes and reopens a case',
    access: permissions.writeRecords,
    audit: 'record.update',
    params: idPath,
    body: recordChange,
    returns: recordRow,
    errors: ['version_conflict', ...editErrors, 'case_closed', 'patient_record_not_match'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/record/:id',
    summary: 'Voids a record; it stays visible and no longer counts',
    access: permissions.writeRecords,
    audit: 'record.void',
    params: idPath,
    query: z.object({ reason: voidReason }),
    body: z.optional(z.nullable(z.object({ reason: voidReason }))),
    returns: z.object({ id }),
    errors: ['record_signed', 'record_voided', 'admin_role_required', 'patient_locked'],
  }),
  classes: endpoint({
    method: 'GET',
    path: '/record_class',
    summary: 'The record classes new records can be written with',
    access: permissions.readRecordClasses,
    audit: null,
    returns: z.array(recordClass),
    metadata: pageMetadata,
  }),
  readClass: endpoint({
    method: 'GET',
    path: '/record_class/:classId/:version',
    summary: 'One version of a record class; it never changes',
    access: permissions.readRecordClasses,
    audit: null,
    params: z.object({
      classId: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,63}$/)),
      version: z.pipe(idParam, knownVersion),
    }),
    returns: recordClass,
  }),
}

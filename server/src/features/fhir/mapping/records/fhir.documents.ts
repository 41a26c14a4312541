import type { RecordFile } from '@ulna/contract/records/records'
import type { Attachment, DocumentReference } from 'fhir/r4'
import {
  absentExtension,
  codeExtension,
  coding,
  concept,
  flagExtension,
  groupExtension,
  identifier,
  maskedElement,
  metaOf,
  numberExtension,
  reference,
  textExtension,
} from '../base/fhir.elements.ts'
import { codeSystem, resourceId } from '../base/fhir.names.ts'
import {
  isFieldWithheld,
  type MappingContext,
  type PatientFile,
  type WithheldFile,
} from '../base/fhir.patient-file.ts'
import { said, textOf, there } from '../base/fhir.said.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import { authorReference, encounterReference, isEncounter, isVoid } from './fhir.record.ts'

const dicomExtension = ({ dicom }: RecordFile) =>
  dicom === null
    ? undefined
    : groupExtension('dicom', [
        textExtension('patient-name', dicom.patientName),
        textExtension('patient-id', dicom.patientId),
        textExtension('birth-date', dicom.birthDate),
        textExtension('study-date', dicom.studyDate),
        textExtension('modality', dicom.modality),
        textExtension('description', dicom.description),
        codeExtension('content', dicom.content),
        flagExtension('is-unpacked', dicom.isUnpacked),
      ])

/** Only a file that was looked through is handed out. */
const attachmentOf = (one: RecordFile, { appUrl }: MappingContext): Attachment =>
  said<Attachment>({
    contentType: one.contentType,
    url: one.state === 'ready' ? `${appUrl}/api/fhir/R4/Binary/${resourceId('file', one.id)}` : undefined,
    size: one.size,
    title: textOf(one.fileName),
    creation: one.createdAt,
    extension: there(
      textExtension('sha256', one.sha256),
      numberExtension('width', one.width),
      numberExtension('height', one.height),
    ),
  })

const documentOf = (file: PatientFile, one: RecordFile, context: MappingContext): DocumentReference => {
  const record = file.records.find(({ id }) => id === one.recordId)
  const isEntered = record !== undefined && isVoid(record)
  return said<DocumentReference>({
    resourceType: 'DocumentReference',
    id: resourceId('file', one.id),
    meta: metaOf([], [one.createdAt]),
    masterIdentifier: identifier('file-uid', one.uid),
    status: isEntered ? 'entered-in-error' : 'current',
    docStatus: one.state === 'ready' ? 'final' : 'preliminary',
    type: concept(coding(codeSystem('file-kind'), one.kind)),
    category: record?.subtype ? [concept(coding(codeSystem('document-kind'), record.subtype))] : undefined,
    subject: patientReference(file.patient),
    date: one.createdAt,
    author: [authorReference(one.author)],
    custodian: reference('Organization', resourceId('practice', file.practice.id), file.practice.name),
    description: textOf(record?.name),
    _description: maskedElement(record !== undefined && isFieldWithheld(file, record, 'name', context)),
    content: [{ attachment: attachmentOf(one, context) }],
    context: said<NonNullable<DocumentReference['context']>>({
      encounter: record && isEncounter(record) ? [encounterReference(record)] : undefined,
      related: [reference('QuestionnaireResponse', resourceId('record', one.recordId))],
    }),
    extension: there(
      codeExtension('file-state', one.state),
      codeExtension('file-problem', one.problem),
      dicomExtension(one),
    ),
  })
}

/** A file that is kept back: that it is there and of what kind, and nothing that it says. */
const withheldOf = (file: PatientFile, { id, kind, recordId }: WithheldFile): DocumentReference => {
  const record = file.records.find((one) => one.id === recordId)
  return said<DocumentReference>({
    resourceType: 'DocumentReference',
    id: resourceId('file', id),
    status: record !== undefined && isVoid(record) ? 'entered-in-error' : 'current',
    type: concept(coding(codeSystem('file-kind'), kind)),
    category: record?.subtype ? [concept(coding(codeSystem('document-kind'), record.subtype))] : undefined,
    subject: patientReference(file.patient),
    custodian: reference('Organization', resourceId('practice', file.practice.id), file.practice.name),
    content: [{ attachment: { extension: [absentExtension('masked')] } }],
    context: { related: [reference('QuestionnaireResponse', resourceId('record', recordId))] },
  })
}

/** The photos, x-rays and documents of a file; of those that are kept back, that they are. */
export const documentsOf = (file: PatientFile, context: MappingContext): DocumentReference[] => [
  ...file.files.map((one) => documentOf(file, one, context)),
  ...(file.withheldFiles ?? []).map((one) => withheldOf(file, one)),
]

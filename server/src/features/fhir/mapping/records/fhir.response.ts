import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import { hasValue, type ValueField } from '@ulna/contract/record-class/record-class.fields'
import { isHandedForm } from '@ulna/contract/records/records.policy'
import type { QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r4'
import { absentExtension, identifier, metaOf } from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import {
  isFieldWithheld,
  type MappingContext,
  type PatientFile,
  type WrittenRecord,
  writtenRecords,
} from '../base/fhir.patient-file.ts'
import { said } from '../base/fhir.said.ts'
import { type Asked, answerOf, isAnswered } from '../forms/fhir.answer-items.ts'
import { sectionLink } from '../forms/fhir.links.ts'
import { formUrl } from '../forms/fhir.questionnaire.ts'
import { patientReference } from '../practice/fhir.patient.ts'
import {
  authorReference,
  encounterReference,
  isCase,
  isEncounter,
  isVoid,
  type RecordMask,
  recordExtensions,
} from './fhir.record.ts'

type Item = QuestionnaireResponseItem

type ResponseContext = MappingContext & Pick<Asked, 'cases'>

const casesFor = ({ records }: PatientFile, { classId }: Pick<RecordClass, 'classId'>): ReadonlySet<number> =>
  new Set(isHandedForm(classId) ? [] : records.filter(isCase).map(({ id }) => id))

/** What was answered to a field, that nothing was, or that it is kept back. */
const fieldItem = (written: WrittenRecord, field: ValueField, context: ResponseContext): Item => {
  const linkId = field.id
  if (context.withholds(written.record, field)) return { linkId, extension: [absentExtension('masked')] }
  const value = Object.hasOwn(written.data, field.id) ? written.data[field.id] : undefined
  const answer = answerOf(value, {
    form: written.form,
    field,
    language: context.language,
    cases: context.cases,
  })
  return isAnswered(answer) ? { linkId, ...answer } : { linkId, extension: [absentExtension('unknown')] }
}

const itemsOf = (written: WrittenRecord, fields: readonly RecordField[], context: ResponseContext): Item[] =>
  fields.flatMap((field): Item[] => {
    if (hasValue(field)) return [fieldItem(written, field, context)]
    const items = itemsOf(written, field.subfields ?? [], context)
    return items.length === 0 ? [] : [{ linkId: field.id, item: items }]
  })

const sectionsOf = (written: WrittenRecord, context: ResponseContext): Item[] =>
  written.form.sections.flatMap((section) => {
    const items = itemsOf(written, section.fields, context)
    return items.length === 0 ? [] : [{ linkId: sectionLink(section.id), item: items }]
  })

const statusOf = ({ record }: WrittenRecord): QuestionnaireResponse['status'] => {
  if (isVoid(record)) return 'entered-in-error'
  return record.versions > 1 ? 'amended' : 'completed'
}

/** What of a record besides its answers is kept back. */
const maskOf = (file: PatientFile, { record }: WrittenRecord, context: MappingContext) => {
  const parts = context.withheldParts
  return new Set<RecordMask>([
    ...(isFieldWithheld(file, record, 'name', context) ? (['name'] as const) : []),
    ...(parts?.has('addenda') ? (['addenda'] as const) : []),
    ...(parts?.has('voidReasons') ? (['voidReason'] as const) : []),
  ])
}

/** Everything that a record says, answer by answer: what the coded resources tell is taken from it. */
export const responseOf = (
  file: PatientFile,
  written: WrittenRecord,
  context: MappingContext,
): QuestionnaireResponse => {
  const { record, form } = written
  const addenda = file.addenda.filter(({ recordId }) => recordId === record.id)
  return said<QuestionnaireResponse>({
    resourceType: 'QuestionnaireResponse',
    id: resourceId('record', record.id),
    meta: metaOf(
      [record.version, ...(addenda.length > 0 ? [addenda.length] : [])],
      [record.updatedAt, record.createdAt, record.voidedAt, ...addenda.map(({ at }) => at)],
    ),
    identifier: identifier('record-uid', record.uid),
    questionnaire: `${formUrl(form, context.appUrl)}|${form.version}`,
    status: statusOf(written),
    subject: patientReference(file.patient),
    encounter: isEncounter(record) ? encounterReference(record) : undefined,
    authored: record.date,
    author: authorReference(record.author),
    extension: recordExtensions(record, addenda, maskOf(file, written, context)),
    item: sectionsOf(written, { ...context, cases: casesFor(file, form) }),
  })
}

export const responsesOf = (file: PatientFile, context: MappingContext): QuestionnaireResponse[] =>
  writtenRecords(file).map((written) => responseOf(file, written, context))

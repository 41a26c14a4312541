import type { Addendum, RecordRow } from '@ulna/contract/records/records'
import type { Extension, Meta } from 'fhir/r4'
import {
  codeExtension,
  dayExtension,
  extension,
  flagExtension,
  groupExtension,
  instantExtension,
  maskedExtension,
  metaOf,
  numberExtension,
  reference,
  textExtension,
} from '../base/fhir.elements.ts'
import { resourceId } from '../base/fhir.names.ts'
import { there } from '../base/fhir.said.ts'

export const authorReference = ({ id, fullName }: RecordRow['author']) =>
  reference('Practitioner', resourceId('doctor', id), fullName)

/** Version and time of a record. Voiding one changes it. */
export const recordMeta = (record: RecordRow): Meta =>
  metaOf([record.version], [record.updatedAt, record.createdAt, record.voidedAt])

/** The case that a record is of: itself, where it is one. */
export const caseIdOf = (record: RecordRow): number | null =>
  record.caseStatus === null ? record.caseId : record.id

export const isCase = ({ type, subtype }: RecordRow): boolean => type === 'control' && subtype === 'case'

export const isVoid = ({ voidedAt }: RecordRow): boolean => voidedAt !== null

export const encounterReference = ({ id }: RecordRow) => reference('Encounter', resourceId('record', id))

/** Only what happened while somebody was here was an encounter: cases and follow-ups. */
export const isEncounter = ({ type }: RecordRow): boolean => type === 'control'

const addendumExtension = ({ id, author, text, at }: Addendum): Extension | undefined =>
  groupExtension('addendum', [
    extension('id', { valueString: String(id) }),
    extension('author', { valueReference: authorReference(author) }),
    textExtension('text', text),
    instantExtension('at', at),
  ])

/** What of a record besides its answers is kept back: that is said of each, whether or not there is anything. */
export type RecordMask = 'name' | 'addenda' | 'voidReason'

/** What a record knows besides its answers. */
export const recordExtensions = (
  record: RecordRow,
  addenda: readonly Addendum[],
  masked: ReadonlySet<RecordMask>,
): Extension[] =>
  there(
    codeExtension('record-type', record.type),
    textExtension('record-subtype', record.subtype),
    masked.has('name') ? maskedExtension('record-name') : textExtension('record-name', record.name),
    dayExtension('local-day', record.localDay),
    record.caseId === null
      ? undefined
      : extension('case', {
          valueReference: reference('EpisodeOfCare', resourceId('record', record.caseId)),
        }),
    numberExtension('session-number', record.sessionNumber),
    flagExtension('former', record.former),
    groupExtension('case-state', [
      codeExtension('status', record.caseStatus),
      codeExtension('outcome', record.caseOutcome),
      dayExtension('closed-on', record.caseClosedOn),
    ]),
    flagExtension('signed', record.signed),
    groupExtension('voided', [
      instantExtension('at', record.voidedAt),
      masked.has('voidReason') && isVoid(record)
        ? maskedExtension('reason')
        : textExtension('reason', record.voidReason),
    ]),
    numberExtension('versions', record.versions),
    instantExtension('created-at', record.createdAt),
    ...addenda.filter(({ recordId }) => recordId === record.id).map(addendumExtension),
    masked.has('addenda') ? groupExtension('addendum', [maskedExtension('text')]) : undefined,
  )

import { createHash } from 'node:crypto'
import { ageInYears } from '@ulna/contract/age'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import { classText } from '@ulna/contract/record-class/record-class.fields'
import { withoutReserved } from '@ulna/contract/record-class/record-class.reserved'
import { recordScores } from '@ulna/contract/record-class/scores.rules'
import { dayOfInstant, formatInstant } from '@ulna/contract/records/records.rules'
import { recordContents } from '@ulna/contract/records/records.summary.rules'
import { recordTitle } from '@ulna/contract/records/records.title.rules'
import type { ReadingContext } from '@ulna/contract/records/records.values.rules'
import type { SignedDocument } from '@ulna/contract/signatures/signatures'
import { type Canonical, canonicalJson } from '@ulna/contract/signatures/signatures.seal'
import { parseJson } from '../../platform/database/wire.ts'
import { textsOf } from '../../platform/locale-texts.ts'
import type { SignableRecord } from './signatures.document.repository.ts'

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/**
 * Digest of what a form asks and counts. Its texts may be corrected later: the document keeps those read. What it keeps back
 * from copies is nothing that anybody signs.
 */
export const templateDigest = ({ locales: _, active: __, ...asked }: RecordClass): string =>
  sha256(canonicalJson(withoutReserved(asked) as unknown as Canonical))

export interface SignableFile {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sha256: string
}

const readingOf = (record: SignableRecord, language: Language): ReadingContext => ({
  language,
  t: textsOf(language, 'record'),
  timeZone: record.timeZone,
  ageInYears: ageInYears(record.birthDate, dayOfInstant(record.occurredAt.toISOString(), record.timeZone)),
  ...(record.caseId === null ? {} : { cases: new Map([[record.caseId, record.caseName ?? '']]) }),
})

const recordPart = (
  record: SignableRecord,
  className: string,
  language: Language,
): SignedDocument['record'] => {
  const date = record.occurredAt.toISOString()
  const { heading, subject } = recordTitle(
    { ...record, createdAt: record.createdAt.toISOString(), author: { fullName: record.authorName } },
    { ...readingOf(record, language), timeZone: record.timeZone, caseName: record.caseName, className },
  )
  return {
    id: record.id,
    version: record.version,
    type: record.type,
    subtype: record.subtype,
    title: heading,
    subject,
    date,
    day: formatInstant(date, language, record.timeZone),
    authorId: record.authorId,
    author: record.authorName,
    authorLicenceNumber: record.authorLicenceNumber,
    dataSha256: sha256(record.data),
  }
}

/**
 * A record in words of a language, as it is shown to whoever signs and as it is sealed. It comes from here alone, so
 * that browsers, which format numbers and days after their own data, cannot disagree about what was shown.
 */
export const documentOf = (
  record: SignableRecord,
  recordClass: RecordClass,
  files: readonly SignableFile[],
  language: Language,
): SignedDocument => {
  const data = parseJson(record.data)
  const name = classText(recordClass, language, recordClass.name)
  const sections = recordContents(recordClass, data, readingOf(record, language))
  return {
    format: 2,
    language,
    timeZone: record.timeZone,
    practice: { id: record.practiceId, name: record.practiceName },
    patient: {
      id: record.patientId,
      name: record.patientName,
      fileId: record.fileId,
      birthDate: record.birthDate,
      socialId: record.socialId,
    },
    record: recordPart(record, name, language),
    template: {
      classId: record.classId,
      version: record.classVersion,
      name,
      sha256: templateDigest(recordClass),
    },
    sections: sections.map(({ label, text, items }) => ({
      label,
      lines: [
        ...(text === '' ? [] : [{ label: '', text }]),
        ...items.map((item) => ({ label: item.label, text: item.text })),
      ],
    })),
    scores: recordScores(recordClass, data, language).map(({ label, text, band }) => ({
      label,
      text: [text, band].filter((part) => part !== null).join(' · '),
    })),
    files: files.map((file) => ({ id: file.id, name: file.name, size: file.size, sha256: file.sha256 })),
  }
}

import type { Language } from '../record-class/record-class.ts'
import { dayOfRecord } from './records.dates.rules.ts'
import { broughtNoteClass, isHandedForm } from './records.policy.ts'
import { dayOfInstant, formatDay, type RecordTexts } from './records.rules.ts'
import { documentSubtypes, type RecordRow } from './records.ts'

export type TitledRecord = Pick<
  RecordRow,
  'type' | 'subtype' | 'name' | 'sessionNumber' | 'createdAt' | 'former'
> & {
  readonly author: { readonly fullName: string }
  /** Absent where it is of no record that came from elsewhere. */
  readonly recordClassId?: string
  /** Of which instant or day it is; absent where only what it is called is asked for. */
  readonly date?: string
}

export interface TitleContext {
  readonly language: Language
  readonly t: RecordTexts
  readonly timeZone: string
  /** Name of the case that a follow-up belongs to. */
  readonly caseName?: string | null
  /** Name of the record's class in the reader's language. */
  readonly className?: string
}

export interface RecordTitle {
  /** It is made of type, subtype, name and session number: "Seguimiento 6", "Radiografía: hombro AP". */
  readonly heading: string
  /** Name of the case that a follow-up belongs to; null for every other record. */
  readonly subject: string | null
  /** Day of creation: "escrito el 13/nov/2026", or "registrado después" where the record is of a day before. */
  readonly written: string
  /** All of it in one line. */
  readonly full: string
}

const caseHeading = ({ name }: TitledRecord, { t }: TitleContext): string =>
  name ? t('title.case', { name }) : t('title.caseUnnamed')

const followUpHeading = ({ sessionNumber }: TitledRecord, { t }: TitleContext): string =>
  sessionNumber === null ? t('title.followUpUnnumbered') : t('title.followUp', { number: sessionNumber })

const isDocumentSubtype = (subtype: string | null): subtype is (typeof documentSubtypes)[number] =>
  documentSubtypes.some((one) => one === subtype)

const documentHeading = ({ subtype, name }: TitledRecord, { t }: TitleContext): string => {
  const kind = t(`title.documents.${isDocumentSubtype(subtype) ? subtype : 'temporal'}`)
  return name ? `${kind}: ${name}` : kind
}

/** Heading of a record that was written with the form of a module. */
const formHeading = ({ name }: TitledRecord, { t, className }: TitleContext): string => {
  const kind = className ?? t('title.documents.temporal')
  return name ? `${kind}: ${name}` : kind
}

const headingOf = (record: TitledRecord, context: TitleContext): string => {
  if (record.type === 'med_hist')
    return context.t(record.former ? 'title.formerHistory' : 'title.medicalHistory')
  if (record.type === 'control' && record.subtype === 'case') return caseHeading(record, context)
  if (record.type === 'control' && record.subtype === 'follow_up') return followUpHeading(record, context)
  return record.type === 'document' ? documentHeading(record, context) : formHeading(record, context)
}

/** Whether it is of an earlier day than the one on which it was entered: written on paper, or told afterwards. */
export const isEnteredLater = (
  { date, createdAt }: Pick<TitledRecord, 'date' | 'createdAt'>,
  timeZone: string,
): boolean => date !== undefined && dayOfRecord(date, timeZone) < dayOfInstant(createdAt, timeZone)

const writtenKey = (record: TitledRecord, timeZone: string): string => {
  const { subtype, recordClassId } = record
  if (recordClassId !== undefined && isHandedForm(recordClassId)) return 'title.handedOver'
  if (subtype === broughtNoteClass) return 'title.broughtIn'
  return isEnteredLater(record, timeZone) ? 'title.enteredLater' : 'title.written'
}

/** The title of a record (specification §2): type, subtype, case name, session number, author, day of creation. */
export const recordTitle = (record: TitledRecord, context: TitleContext): RecordTitle => {
  const heading = headingOf(record, context)
  const subject = record.subtype === 'follow_up' ? (context.caseName ?? null) : null
  const createdOn = formatDay(dayOfInstant(record.createdAt, context.timeZone), context.language)
  const written = context.t(writtenKey(record, context.timeZone), { day: createdOn })
  const full = [heading, subject, record.author.fullName, written].filter((part) => part !== null).join(' · ')
  return { heading, subject, written, full }
}

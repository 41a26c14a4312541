import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { CopyPart } from '@ulna/contract/patient-copies/patient-copies'
import {
  type FilePart,
  fileParts,
  partKey,
  thingKey,
  visitTextsPart,
} from '@ulna/contract/patient-copies/patient-copies.reserved'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import {
  classText,
  switchOptions,
  type ValueField,
  valueFieldsOf,
} from '@ulna/contract/record-class/record-class.fields'
import type { RecordRow } from '@ulna/contract/records/records'
import { dayOfInstant } from '@ulna/contract/records/records.rules'
import { recordTitle } from '@ulna/contract/records/records.title.rules'
import type { TFunction } from 'i18next'
import type { PatientFile } from '../../fhir/fhir.file.service.ts'
import { type Accounts, hasNotes as hasAccountNotes } from './patient-copies.accounts.ts'
import type { Reserved } from './patient-copies.kept.ts'

export const formOf = ({ forms }: Pick<PatientFile, 'forms'>, record: RecordRow): RecordClass | undefined =>
  forms.find((form) => form.classId === record.recordClassId && form.version === record.recordClassVersion)

const isSaid = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return false
  return !Array.isArray(value) || value.length > 0
}

const inside = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** What somebody wrote in words of their own, be it by a switch or on a drawing; nothing of any other answer. */
const writtenIn = (field: ValueField, value: unknown): unknown => {
  if (field.type === 'text' || field.type === 'textarea') return value
  if (field.type === 'conditional_switch') return switchOptions(field) ? undefined : inside(value, 'value')
  if (field.type !== 'body_chart') return undefined
  const marks = inside(value, 'marks')
  return Array.isArray(marks) ? marks.map((mark) => inside(mark, 'note')).filter(isSaid) : undefined
}

/** Whose words the parts are named in, on the clock of which practice, and what is kept back where nobody decides. */
export interface Naming {
  readonly language: Language
  readonly timezone: string
  readonly t: TFunction
  readonly reserved: Reserved
}

const reservedFirst = (one: CopyPart, other: CopyPart): number =>
  Number(other.reserved !== null) - Number(one.reserved !== null) ||
  one.form.localeCompare(other.form) ||
  one.label.localeCompare(other.label)

const partsOfRecord = (form: RecordClass, record: RecordRow, { language, reserved: all }: Naming) =>
  valueFieldsOf(form).flatMap(({ field }) => {
    const key = partKey(form.classId, field.id)
    const reserved = all.get(key) ?? null
    const value = record.data?.[field.id]
    if (!isSaid(reserved === null ? writtenIn(field, value) : value)) return []
    const names = {
      form: classText(form, language, form.name),
      label: classText(form, language, field.label),
    }
    return [{ key, kind: 'answer' as const, ...names, day: null, of: null, reserved }]
  })

const hasNotes = ({ patient, appointments }: PatientFile): boolean =>
  Boolean(patient.note) || Boolean(patient.clinicSummary) || appointments.some(({ note }) => Boolean(note))

/** What somebody wrote of a visit; nothing where nobody did. */
const textsOfVisit = ({ title, note, patientNote, cancelReason, overlapReason }: Appointment): string =>
  [title, note, patientNote, cancelReason, overlapReason].filter(Boolean).join(' · ')

/** The kinds of answers in a file that may be kept back: what somebody wrote, and what is reserved. */
const answerParts = (file: PatientFile, naming: Naming): CopyPart[] => {
  const found = new Map<string, CopyPart>()
  for (const record of file.records) {
    const form = formOf(file, record)
    for (const part of form ? partsOfRecord(form, record, naming) : []) {
      const known = found.get(part.key)
      found.set(part.key, { ...part, count: (known?.count ?? 0) + 1 })
    }
  }
  return [...found.values()]
}

const besideParts = (file: PatientFile, accounts: Accounts, { reserved }: Naming): CopyPart[] => {
  const isThere: Readonly<Record<FilePart, boolean>> = {
    notes: hasNotes(file) || hasAccountNotes(accounts),
    addenda: file.addenda.length > 0,
    voidReasons: file.records.some(({ voidReason }) => Boolean(voidReason)),
    visitTexts: file.appointments.some((one) => textsOfVisit(one) !== ''),
  }
  const nothing = { form: '', label: '', day: null, of: null, count: 1 }
  return fileParts
    .filter((key) => isThere[key])
    .map((key) => ({ key, kind: 'beside', ...nothing, reserved: reserved.get(key) ?? null }))
}

/** What kind of document a record is, or which form it was written with. */
const kindOf = (file: PatientFile, record: RecordRow, { language, timezone, t }: Naming): string => {
  const form = formOf(file, record)
  const context = {
    language,
    timeZone: timezone,
    t: (key: string, values?: object) => t(`record:${key}`, { ...values }),
  }
  const named = form ? { className: classText(form, language, form.name) } : {}
  return recordTitle({ ...record, name: null }, { ...context, ...named }).heading
}

/** Documents, and the files of every record, each below what it belongs to. */
const documentParts = (file: PatientFile, naming: Naming): CopyPart[] => {
  const dayOf = (instant: string): string => dayOfInstant(instant, naming.timezone)
  return file.records.flatMap((record) => {
    const own = file.files.filter(({ recordId }) => recordId === record.id)
    if (record.type !== 'document' && own.length === 0) return []
    const form = kindOf(file, record, naming)
    const key = thingKey('record', record.uid)
    const files = own.map(
      ({ uid, fileName, createdAt }): CopyPart => ({
        ...{ key: thingKey('file', uid), kind: 'file', form, label: fileName, day: dayOf(createdAt) },
        ...{ of: record.type === 'document' ? key : null, count: 1, reserved: null },
      }),
    )
    const document: CopyPart = {
      ...{ key, kind: 'record', form, label: record.name ?? '', day: dayOf(record.date) },
      ...{ of: null, count: own.length, reserved: null },
    }
    return record.type === 'document' ? [document, ...files] : files
  })
}

/** Characters of what is written of a visit, by which a clinician knows which one it is. */
const mostOfVisit = 300

const visitParts = ({ appointments }: PatientFile, { timezone }: Naming): CopyPart[] =>
  appointments
    .filter((one) => textsOfVisit(one) !== '')
    .toSorted((one, other) => other.start.localeCompare(one.start))
    .map((one) => ({
      ...{
        key: thingKey('visit', one.uid),
        kind: 'visit',
        form: '',
        of: visitTextsPart,
        count: 1,
        reserved: null,
      },
      ...{ label: textsOfVisit(one).slice(0, mostOfVisit), day: dayOfInstant(one.start, timezone) },
    }))

/** What stands in a file and may be kept back: those first that are reserved, then kinds of answers, then single things. */
export const partsIn = (file: PatientFile, accounts: Accounts, naming: Naming): CopyPart[] => [
  ...[...besideParts(file, accounts, naming), ...answerParts(file, naming)].sort(reservedFirst),
  ...documentParts(file, naming),
  ...visitParts(file, naming),
]

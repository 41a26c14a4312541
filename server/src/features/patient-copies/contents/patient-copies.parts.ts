import type { CopyPart } from '@ulna/contract/patient-copies/patient-copies'
import {
  type FilePart,
  fileParts,
  partKey,
  type ReservedReason,
  reservedReasonOf,
} from '@ulna/contract/patient-copies/patient-copies.reserved'
import type { Language, RecordClass } from '@ulna/contract/record-class/record-class'
import {
  classText,
  switchOptions,
  type ValueField,
  valueFieldsOf,
} from '@ulna/contract/record-class/record-class.fields'
import type { RecordRow } from '@ulna/contract/records/records'
import type { PatientFile } from '../../fhir/fhir.file.service.ts'
import { type Accounts, hasNotes as hasAccountNotes } from './patient-copies.accounts.ts'

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

const reservedFirst = (one: CopyPart, other: CopyPart): number =>
  Number(other.reserved !== null) - Number(one.reserved !== null) ||
  one.form.localeCompare(other.form) ||
  one.label.localeCompare(other.label)

const partsOfRecord = (form: RecordClass, record: RecordRow, language: Language) =>
  valueFieldsOf(form).flatMap(({ field }) => {
    const key = partKey(form.classId, field.id)
    const reserved: ReservedReason | null = reservedReasonOf(key)
    const value = record.data?.[field.id]
    if (!isSaid(reserved === null ? writtenIn(field, value) : value)) return []
    const names = {
      form: classText(form, language, form.name),
      label: classText(form, language, field.label),
    }
    return [{ key, ...names, reserved }]
  })

const hasNotes = ({ patient, appointments }: PatientFile): boolean =>
  Boolean(patient.note) || Boolean(patient.clinicSummary) || appointments.some(({ note }) => Boolean(note))

/** The kinds of answers in a file that may be kept back: what somebody wrote, and what law reserves. */
export const partsIn = (file: PatientFile, accounts: Accounts, language: Language): CopyPart[] => {
  const found = new Map<string, CopyPart>()
  for (const record of file.records) {
    const form = formOf(file, record)
    for (const part of form ? partsOfRecord(form, record, language) : []) {
      const known = found.get(part.key)
      found.set(part.key, { ...part, count: (known?.count ?? 0) + 1 })
    }
  }
  const beside: Readonly<Record<FilePart, boolean>> = {
    notes: hasNotes(file) || hasAccountNotes(accounts),
    addenda: file.addenda.length > 0,
    voidReasons: file.records.some(({ voidReason }) => Boolean(voidReason)),
  }
  const parts = fileParts
    .filter((key) => beside[key])
    .map((key): CopyPart => ({ key, form: '', label: '', count: 1, reserved: reservedReasonOf(key) }))
  return [...parts, ...found.values()].sort(reservedFirst)
}

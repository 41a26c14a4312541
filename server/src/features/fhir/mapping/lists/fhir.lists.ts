import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { alertOf, type ValueField, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { originalClassId } from '@ulna/contract/records/records.policy'
import {
  isHistory,
  type MappingContext,
  type PatientFile,
  type WrittenRecord,
  writtenRecords,
} from '../base/fhir.patient-file.ts'
import { isVoid } from '../records/fhir.record.ts'
import { readStatement, type Statement } from './fhir.statements.ts'

/** What the text of a field is a list of, so that each line becomes a resource. */
export const listKinds = [
  'allergies',
  'warnings',
  'medications',
  'operations',
  'illnesses',
  'treatments',
] as const
export type ListKind = (typeof listKinds)[number]

/**
 * Fields of the forms that ship which are such lists, by the id of the form; one that was handed over asks the same. Alerts say
 * of themselves what they are, in any form. The answers to every field are told in the record's QuestionnaireResponse, whether it is listed here or not.
 */
const listFields: Readonly<Record<string, Readonly<Record<string, ListKind>>>> = {
  med_hist_default: {
    currentMedication: 'medications',
    qx: 'operations',
    fx: 'illnesses',
    personalDiseases: 'illnesses',
    other: 'illnesses',
  },
  followup_default: { medication: 'medications', treatmentApplied: 'treatments' },
  session_techniques: { techniques: 'treatments' },
}

/** Forms a record of which tells of one treatment as a whole. */
const treatmentForms: ReadonlySet<string> = new Set([
  'dry_needling_session',
  'manipulation_session',
  'pelvic_internal_exam',
])

/** Whether a record of a form tells of one treatment as a whole, wherever it was written. */
export const isTreatmentForm = ({ classId }: Pick<RecordClass, 'classId'>): boolean =>
  treatmentForms.has(originalClassId(classId))

const alertLists = { allergy: 'allergies', warning: 'warnings' } as const

/** Which list a field is; undefined for those that are none. */
export const listOf = (form: Pick<RecordClass, 'classId'>, field: ValueField): ListKind | undefined => {
  const alert = alertOf(field)
  if (alert) return alertLists[alert]
  const fields = listFields[originalClassId(form.classId)]
  return fields && Object.hasOwn(fields, field.id) ? fields[field.id] : undefined
}

export interface Stated {
  readonly written: WrittenRecord
  readonly field: ValueField
  readonly statement: Statement
}

/** The choices of a list of boxes are its lines; that none is ticked says nothing. */
const statementOf = (value: unknown): Statement => {
  if (!Array.isArray(value)) return readStatement(value)
  const chosen = value.filter((one): one is string => typeof one === 'string')
  return chosen.length === 0 ? { kind: 'blank' } : { kind: 'said', lines: chosen }
}

/** What the records of a file say in their lists of a kind, newest first, void ones too. */
export const statedIn = (file: PatientFile, kind: ListKind): Stated[] =>
  writtenRecords(file).flatMap((written) =>
    valueFieldsOf(written.form)
      .filter(({ field }) => listOf(written.form, field) === kind)
      .map(({ field }) => ({ written, field, statement: statementOf(written.data[field.id]) })),
  )

export type Absence = 'denied' | 'blank' | 'notAsked' | 'withheld'

export interface ListStanding {
  readonly kind: ListKind
  /** Why nothing is there; null where something is. */
  readonly absence: Absence | null
  /** Whether any of it is kept back, also where something is there. */
  readonly isKeptBack: boolean
  /** Where it was denied, newest first; empty unless that is the reason. */
  readonly denials: readonly Stated[]
}

/**
 * Why a list is empty, if it is. Denied: whatever asked for it in a history was answered, and with nothing but a denial.
 * Silence never counts as one.
 */
export const standingOf = (
  file: PatientFile,
  context: Pick<MappingContext, 'withholds'>,
  kind: ListKind,
): ListStanding => {
  const counting = statedIn(file, kind).filter(({ written }) => !isVoid(written.record))
  const isKeptBack = counting.some(({ written, field }) => context.withholds(written.record, field))
  const standing = (absence: Absence | null, denials: readonly Stated[] = []) => ({
    ...{ kind, absence, isKeptBack, denials },
  })
  if (counting.some(({ statement }) => statement.kind === 'said')) return standing(null)
  if (isKeptBack) return standing('withheld')
  const asked = counting.filter(({ written }) => isHistory(written))
  if (asked.length === 0) return standing(counting.length === 0 ? 'notAsked' : 'blank')
  return asked.every(({ statement }) => statement.kind === 'denied')
    ? standing('denied', asked)
    : standing('blank')
}

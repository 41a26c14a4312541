import {
  type AlertKind,
  alertOf,
  classText,
  type FlatField,
  type ValueField,
  valueFieldsOf,
} from '../record-class/record-class.fields.ts'
import type { RecordClass } from '../record-class/record-class.ts'
import { flattenData } from './records.rules.ts'
import { type ReadingContext, valueText } from './records.values.rules.ts'

/** Fields a summary shows at most, unless it is expanded (specification §2). */
export const mostSummaryFields = 12

/** Left out of summaries: field ids and section ids alike (specification §2, product-decisions.md §6). */
export const summaryHidden: ReadonlySet<string> = new Set([
  'case',
  'name',
  'sessionPackage',
  'covidInfo',
  'personal',
  'background',
  'environment',
])

export interface SummaryItem {
  readonly fieldId: string
  readonly sectionId: string
  readonly type: ValueField['type']
  /** Label in the reader's language. */
  readonly label: string
  readonly text: string
}

export interface SummaryOptions extends ReadingContext {
  /** True shows every field of the summary, however many they are. */
  readonly expanded?: boolean
}

type Data = Readonly<Record<string, unknown>>

const itemOf =
  (recordClass: RecordClass, data: Data, context: ReadingContext) =>
  ({ field, sectionId }: FlatField<ValueField>): SummaryItem => ({
    fieldId: field.id,
    sectionId,
    type: field.type,
    label: classText(recordClass, context.language, field.label),
    text: Object.hasOwn(data, field.id) ? valueText(recordClass, field, data[field.id], context) : '',
  })

const isSummarised = ({ field, within, hidden }: FlatField): boolean =>
  !hidden && ![field.id, ...within].some((id) => summaryHidden.has(id))

/** Whether it is in a section that summaries leave out, which is all that a medical history has. */
const isLeftOut = (flat: FlatField): boolean =>
  !flat.hidden && !summaryHidden.has(flat.field.id) && !isSummarised(flat)

const byDisplayOrder = (
  recordClass: RecordClass,
  data: Data,
  context: ReadingContext,
  isShown: (flat: FlatField) => boolean,
): SummaryItem[] => {
  const flat = flattenData(recordClass, data)
  return valueFieldsOf(recordClass)
    .filter(isShown)
    .toSorted((a, b) => a.field.displayOrder - b.field.displayOrder)
    .map(itemOf(recordClass, flat, context))
    .filter((item) => item.text !== '')
}

/**
 * What a record says in short: its visible fields with a value, lowest `displayOrder` first (form order among
 * equals), at most 12 unless expanded, without the fields and sections of `summaryHidden`.
 */
export const recordSummary = (
  recordClass: RecordClass,
  data: Data,
  options: SummaryOptions,
): SummaryItem[] => {
  const items = byDisplayOrder(recordClass, data, options, isSummarised)
  return options.expanded ? items : items.slice(0, mostSummaryFields)
}

/**
 * In short, what a record says whose summary is empty because it says everything in sections that summaries leave out:
 * a medical history (docs/decisions/0041-where-the-specification-is-read-otherwise.md).
 */
export const leftOutSummary = (
  recordClass: RecordClass,
  data: Data,
  context: ReadingContext,
): SummaryItem[] => byDisplayOrder(recordClass, data, context, isLeftOut).slice(0, mostSummaryFields)

export interface ContentsSection {
  readonly sectionId: string
  readonly label: string
  /** What is to be read below the label; empty in most sections. */
  readonly text: string
  readonly items: readonly SummaryItem[]
}

/**
 * Everything a record says, for the open record and for print: what is to be read and all visible fields with a value,
 * by section, in form order. Unlike the summary it leaves out no section, so a medical history can be read whole; alerts are
 * hidden from summaries only.
 */
export const recordContents = (
  recordClass: RecordClass,
  data: Data,
  context: ReadingContext,
): ContentsSection[] => {
  const flat = flattenData(recordClass, data)
  const items = valueFieldsOf(recordClass)
    .filter(({ hidden, field }) => !hidden || alertOf(field) !== null)
    .map(itemOf(recordClass, flat, context))
    .filter((item) => item.text !== '')
  return recordClass.sections
    .map((section) => ({
      sectionId: section.id,
      label: classText(recordClass, context.language, section.label),
      text: section.text === undefined ? '' : classText(recordClass, context.language, section.text),
      items: items.filter((item) => item.sectionId === section.id),
    }))
    .filter(({ text, items }) => text !== '' || items.length > 0)
}

/** The contents without what the title says: the name of a record, and its case. */
export const untitledContents = (
  recordClass: RecordClass,
  data: Data,
  context: ReadingContext,
): ContentsSection[] =>
  recordContents(recordClass, data, context)
    .map((section) => ({
      ...section,
      items: section.items.filter(({ fieldId }) => !summaryHidden.has(fieldId)),
    }))
    .filter(({ text, items }) => text !== '' || items.length > 0)

/** What a record says besides its expanded summary and its title, by section: alerts, and sections that summaries leave out. */
export const besidesSummary = (
  recordClass: RecordClass,
  data: Data,
  context: ReadingContext,
): ContentsSection[] => {
  const said = new Set(
    recordSummary(recordClass, data, { ...context, expanded: true }).map(({ fieldId }) => fieldId),
  )
  return untitledContents(recordClass, data, context)
    .map((section) => ({ ...section, items: section.items.filter(({ fieldId }) => !said.has(fieldId)) }))
    .filter(({ items }) => items.length > 0)
}

/** What was written in words: the free texts that a summary shows, in its order. */
export const recordNote = (recordClass: RecordClass, data: Data): string => {
  const flat = flattenData(recordClass, data)
  return valueFieldsOf(recordClass)
    .filter((one) => isSummarised(one) && (one.field.type === 'textarea' || one.field.type === 'text'))
    .toSorted((a, b) => a.field.displayOrder - b.field.displayOrder)
    .map(({ field }) => (Object.hasOwn(flat, field.id) ? flat[field.id] : ''))
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .map((text) => text.trim())
    .join('\n')
}

export interface RecordAlert {
  readonly fieldId: string
  readonly kind: AlertKind
  readonly text: string
}

/** What the head of the patient file warns of: one alert a line of every field the class marks so. */
export const recordAlerts = (recordClass: Pick<RecordClass, 'sections'>, data: Data): RecordAlert[] =>
  valueFieldsOf(recordClass).flatMap(({ field }) => {
    const kind = alertOf(field)
    const value = Object.hasOwn(data, field.id) ? data[field.id] : null
    if (kind === null || typeof value !== 'string') return []
    return value
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((text) => ({ fieldId: field.id, kind, text }))
  })

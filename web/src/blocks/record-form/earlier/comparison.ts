import type { RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import { isInForm, valueFieldsOf } from '@ulna/contract/record-class/record-class.fields'
import { type MeasureSide, sidesAsRead } from '@ulna/contract/record-class/record-class.pairs'
import type { FormValues } from '../form/form-values.ts'

export interface ComparisonRow {
  fieldId: string
  /** The side of a measure of both, which has a row for each. */
  side?: MeasureSide
  /** Key of the label in the class's texts. */
  labelKey: string
  /** Key of the unit's text; `%` for percentages; empty for none. */
  unit: string
  today: number | string | null
  last: number | string | null
  first: number | string | null
  /** Today less the first time; null unless both are numbers. */
  change: number | null
}

const numeric = new Set<RecordField['type']>(['pain_scale', 'number', 'percent', 'measure_pair'])
const textual = new Set<RecordField['type']>(['text', 'textarea'])

const shownFields = (recordClass: RecordClass): RecordField[] =>
  valueFieldsOf(recordClass)
    .filter(isInForm)
    .map(({ field }) => field)

/** More lines of text than this would push the form itself off the screen. */
const mostTexts = 2

const sideOf = (value: unknown, side: MeasureSide): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, side) : undefined

const comparable = (value: unknown): number | string | null => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

const unitOf = (field: RecordField): string => {
  if (field.type === 'percent') return '%'
  return typeof field.params?.unit === 'string' ? field.params.unit : ''
}

/**
 * Today beside the last and the first visit: every figure that any of them has, and the first texts that were
 * written before (visual.md, Comparison strip).
 */
export const comparisonRows = (
  recordClass: RecordClass,
  today: FormValues,
  last: FormValues | undefined,
  first: FormValues | undefined,
): ComparisonRow[] => {
  const row = (field: RecordField, side?: MeasureSide): ComparisonRow => {
    const valueIn = (values: FormValues | undefined) =>
      comparable(side ? sideOf(values?.[field.id], side) : values?.[field.id])
    const values = { today: valueIn(today), last: valueIn(last), first: valueIn(first) }
    const change =
      typeof values.today === 'number' && typeof values.first === 'number'
        ? values.today - values.first
        : null
    const place = { fieldId: field.id, labelKey: field.label, unit: unitOf(field), ...(side && { side }) }
    return { ...place, ...values, change }
  }
  const rowsOf = (field: RecordField): ComparisonRow[] =>
    field.type === 'measure_pair' ? sidesAsRead.map((side) => row(field, side)) : [row(field)]
  const shown = shownFields(recordClass)
  const wasWritten = ({ last, first }: ComparisonRow) => last !== null || first !== null
  const figures = shown
    .filter((field) => numeric.has(field.type))
    .flatMap(rowsOf)
    .filter(wasWritten)
  const texts = shown
    .filter((field) => textual.has(field.type))
    .flatMap(rowsOf)
    .filter(wasWritten)
  return [...figures, ...texts.slice(0, mostTexts)]
}

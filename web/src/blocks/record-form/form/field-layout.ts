import type { FieldType, RecordClass, RecordField } from '@ulna/contract/record-class/record-class'
import { fieldsOf, isInForm } from '@ulna/contract/record-class/record-class.fields'

const alwaysFull: Readonly<Record<FieldType, boolean>> = {
  text: false,
  textarea: false,
  date: false,
  time: false,
  number: false,
  percent: false,
  select: false,
  radio_group: true,
  checkbox_group: true,
  switch: false,
  checkbox: false,
  bmi: true,
  measure_pair: true,
  conditional_switch: false,
  pain_scale: true,
  body_chart: true,
  case_select: false,
  section: true,
  fieldgroup: true,
  title: true,
}

/** True when a field takes the whole width of its card. */
export const isFullWidth = (field: RecordField): boolean => field.fullWidth ?? alwaysFull[field.type]

/**
 * Ids of the fields a form draws. Hidden fields (specification §3, visibility -1) keep their value and are not
 * drawn; a group stands when anything in it does.
 */
export const shownIds = (recordClass: RecordClass): ReadonlySet<string> => {
  const shown = fieldsOf(recordClass).filter((flat) => isInForm(flat) && flat.field.subfields === undefined)
  return new Set(shown.flatMap(({ field, within }) => [field.id, ...within]))
}

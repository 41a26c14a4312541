import { type FieldType, type RecordField, visibility } from '@ulna/contract/record-class/record-class'
import { withoutRule } from './field-rules.ts'

/** The types that can be added, as they are offered: what is written, chosen, measured, arranged. */
export const fieldKinds = {
  write: ['text', 'textarea', 'date', 'time'],
  choose: ['select', 'radio_group', 'checkbox_group', 'switch', 'checkbox', 'conditional_switch'],
  measure: ['number', 'percent', 'pain_scale', 'measure_pair', 'bmi', 'body_chart'],
  arrange: ['title', 'fieldgroup', 'section'],
} as const satisfies Record<string, readonly FieldType[]>

/** Types whose values read alike: a field may go from one to another and stay the same field. */
const families: readonly (readonly FieldType[])[] = [
  ['text', 'textarea'],
  ['select', 'radio_group'],
  ['switch', 'checkbox'],
  ['number', 'percent'],
  ['fieldgroup', 'section'],
]

/** True when what was written with one type can be read with the other. */
export const readsAlike = (one: FieldType, other: FieldType): boolean =>
  one === other || families.some((family) => family.includes(one) && family.includes(other))

export const hasOptions = (type: FieldType): boolean =>
  type === 'select' || type === 'radio_group' || type === 'checkbox_group'

const isArranging = (type: FieldType): boolean => (fieldKinds.arrange as readonly FieldType[]).includes(type)

/** Types that are answered even where nothing was touched: null is no answer of theirs. */
const answersItself: readonly FieldType[] = ['switch', 'checkbox', 'checkbox_group']

export const canBeRequired = (type: FieldType): boolean => !isArranging(type)

/** Required or not, with the mark for "nothing" that goes with it. */
export const withRequired = (field: RecordField, required: boolean): RecordField => {
  const { required: _, nullable: __, ...rest } = field
  if (!canBeRequired(field.type)) return rest
  if (required) return { ...rest, required: true }
  return answersItself.includes(field.type) ? rest : { ...rest, nullable: true }
}

const wide: readonly FieldType[] = [
  'textarea',
  'checkbox_group',
  'pain_scale',
  'bmi',
  'conditional_switch',
  'body_chart',
  'title',
  'section',
  'fieldgroup',
]

export interface NewField {
  readonly id: string
  /** Keys of texts. */
  readonly label: string
  readonly unit: string
}

/** What a type starts with; texts and options are added by whoever knows the keys. */
export const newField = (type: FieldType, { id, label, unit }: NewField): RecordField =>
  withRequired(
    {
      id,
      label,
      type,
      displayOrder: visibility.medium,
      ...(wide.includes(type) ? { fullWidth: true } : {}),
      ...(type === 'textarea' ? { params: { rows: 3 } } : {}),
      ...(type === 'measure_pair' ? { params: { unit, min: 0, max: 180, step: 1 } } : {}),
      ...(type === 'conditional_switch' ? { params: { valueType: 'text' } } : {}),
      ...(type === 'fieldgroup' || type === 'section' ? { subfields: [] } : {}),
    },
    false,
  )

const alike = (field: RecordField, type: FieldType): RecordField => {
  const { params, ...rest } = { ...field, type }
  if (type === 'text') return rest
  const { unit: _, integer: __, ...percent } = params ?? {}
  return type === 'percent' ? { ...rest, params: percent } : { ...rest, ...(params ? { params } : {}) }
}

/** The field with another type: what both know stays, everything else starts as the type does. */
export const retyped = (field: RecordField, type: FieldType, unit: string): RecordField => {
  if (readsAlike(field.type, type)) return alike(field, type)
  const fresh = newField(type, { id: field.id, label: field.label, unit })
  const kept = {
    ...fresh,
    ...(field.hint === undefined ? {} : { hint: field.hint }),
    displayOrder: field.displayOrder,
    ...(field.reserved && !isArranging(type) ? { reserved: field.reserved } : {}),
    ...(hasOptions(type) && field.options ? { options: field.options } : {}),
  }
  return withoutRule(withRequired(kept, field.required === true))
}

/** The bands of summaries a field can stand in. */
export const summaryBands = ['highest', 'high', 'medium', 'low', 'lowest', 'notVisible'] as const
export type SummaryBand = (typeof summaryBands)[number]

/** The band a place in summaries lies in. */
export const bandOf = (displayOrder: number): SummaryBand => {
  if (displayOrder < 0) return 'notVisible'
  const upwards = ['lowest', 'low', 'medium', 'high'] as const
  return upwards.find((band) => displayOrder >= visibility[band]) ?? 'highest'
}

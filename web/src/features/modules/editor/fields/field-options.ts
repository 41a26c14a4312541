import type { FieldOption, RecordField } from '@ulna/contract/record-class/record-class'

/** What can be chosen in a field, or in the value of a conditional switch. */
export const optionsIn = (field: RecordField): readonly FieldOption[] =>
  field.options ?? (Array.isArray(field.params?.options) ? (field.params.options as FieldOption[]) : [])

/** The field with other options, where its type keeps them. */
export const withOptions = (field: RecordField, options: readonly FieldOption[]): RecordField =>
  field.type === 'conditional_switch'
    ? { ...field, params: { ...field.params, options: [...options] } }
    : { ...field, options: [...options] }

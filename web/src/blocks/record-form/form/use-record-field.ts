import type { RecordField } from '@ulna/contract/record-class/record-class'
import { useController } from 'react-hook-form'
import type { FormValues } from './form-values.ts'
import { useRecordFormFrame } from './record-form-frame.ts'

/** What a field component is given. */
export interface FieldProps {
  field: RecordField
}

/** What a field is called, whatever it says. */
export const useFieldWords = (field: RecordField) => {
  const frame = useRecordFormFrame()
  const isMarked = field.required ?? false
  return {
    /** What its control needs to be named. */
    named: {
      id: frame.elementId(field.id),
      label: frame.text(field.label),
      hint: field.hint ? frame.text(field.hint) : undefined,
      isMarked,
      'aria-required': isMarked || undefined,
    },
    options: (field.options ?? []).map(({ value, label }) => ({ value, label: frame.text(label) })),
    frame,
  }
}

/** Value, words and error of one field of the open form. */
export const useRecordField = (field: RecordField) => {
  const words = useFieldWords(field)
  const { field: bound, fieldState } = useController<FormValues, string>({ name: field.id })
  return {
    ...words,
    value: bound.value as unknown,
    onChange: (value: unknown) => bound.onChange(value),
    onBlur: bound.onBlur,
    error: fieldState.error?.message,
    /** What is wrong with one part of a value that has several. */
    errorOf: (part: string): string | undefined => {
      const message = fieldState.error?.types?.[part]
      return typeof message === 'string' ? message : undefined
    },
  }
}

/** One part of a value that has several: what stands under `key` in it. */
export const partIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

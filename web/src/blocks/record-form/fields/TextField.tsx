import { TextInput } from '@mantine/core'
import { type FieldProps, useRecordField } from '../use-record-field.ts'

export const TextField = ({ field }: FieldProps) => {
  const { id, label, hint, required, value, onChange, onBlur, error } = useRecordField(field)
  return (
    <TextInput
      id={id}
      label={label}
      description={hint}
      withAsterisk={required}
      aria-required={required || undefined}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      error={error}
      size="md"
      autoComplete="off"
    />
  )
}

import { DayInput } from '../DayInput.tsx'
import { type FieldProps, useRecordField } from '../use-record-field.ts'

export const DateField = ({ field }: FieldProps) => {
  const { id, label, hint, required, value, onChange, onBlur, error } = useRecordField(field)
  return (
    <DayInput
      id={id}
      label={label}
      description={hint}
      required={required}
      value={typeof value === 'string' && value !== '' ? value.slice(0, 10) : null}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
    />
  )
}

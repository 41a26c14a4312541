import { isInstant } from '@ulna/contract/http/dates'
import { DayInput } from '../../typed-time/DayInput.tsx'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

/** A day is stored by itself; instants come from other programs, and their day is what they say first. */
const dayIn = (value: unknown): string | null => {
  if (typeof value !== 'string' || value === '') return null
  return isInstant(value) ? value.slice(0, 10) : value
}

/** What was typed and is no day stays in the form, and in its draft: validation refuses it. */
export const DateField = ({ field }: FieldProps) => {
  const { named, value, onChange, onBlur, error } = useRecordField(field)
  const { id, label, hint, isMarked } = named
  return (
    <DayInput
      id={id}
      label={label}
      hint={hint}
      required={isMarked}
      value={dayIn(value)}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      guardsForm={false}
    />
  )
}

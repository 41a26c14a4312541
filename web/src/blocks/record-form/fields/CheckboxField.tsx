import { CheckboxField as Checkbox } from '../../../ui/base/CheckboxField.tsx'
import { FieldNotes, notesOf } from '../../../ui/base/FieldNotes.tsx'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

export const CheckboxField = ({ field }: FieldProps) => {
  const { named, value, onChange, onBlur, error } = useRecordField(field)
  const { id, label, hint } = named
  return (
    <>
      <Checkbox
        id={id}
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        onBlur={onBlur}
        aria-invalid={error !== undefined}
        aria-describedby={notesOf(id, { hint, error })}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </>
  )
}

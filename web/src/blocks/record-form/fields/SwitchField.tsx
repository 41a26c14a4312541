import { SwitchField as Switch } from '../../../ui/fields/SwitchField.tsx'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

export const SwitchField = ({ field }: FieldProps) => {
  const { named, value, onChange, onBlur, error } = useRecordField(field)
  const { id, label, hint } = named
  return (
    <div className={styles.choice}>
      <Switch
        id={id}
        label={label}
        hint={hint}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        onBlur={onBlur}
        error={error}
      />
    </div>
  )
}

import { Switch } from '@mantine/core'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

export const SwitchField = ({ field }: FieldProps) => {
  const { id, label, hint, value, onChange, onBlur, error } = useRecordField(field)
  return (
    <Switch
      id={id}
      label={label}
      description={hint}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
      error={error}
      withThumbIndicator={false}
      classNames={{ root: styles.choice ?? '' }}
    />
  )
}

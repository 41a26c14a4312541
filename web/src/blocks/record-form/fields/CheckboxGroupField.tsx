import { Checkbox } from '@mantine/core'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

export const CheckboxGroupField = ({ field }: FieldProps) => {
  const { id, label, hint, required, value, onChange, onBlur, error, frame } = useRecordField(field)
  return (
    <Checkbox.Group
      id={id}
      tabIndex={-1}
      label={label}
      description={hint}
      withAsterisk={required}
      value={texts(value)}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      size="md"
    >
      <div className={styles.options}>
        {(field.options ?? []).map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            label={frame.text(option.label)}
            classNames={{ root: styles.choice ?? '' }}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

import { Radio } from '@mantine/core'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

export const RadioGroupField = ({ field }: FieldProps) => {
  const { id, label, hint, required, value, onChange, onBlur, error, frame } = useRecordField(field)
  return (
    <Radio.Group
      id={id}
      tabIndex={-1}
      label={label}
      description={hint}
      withAsterisk={required}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      size="md"
    >
      <div className={styles.choices}>
        {(field.options ?? []).map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={frame.text(option.label)}
            classNames={{ root: styles.choice ?? '' }}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

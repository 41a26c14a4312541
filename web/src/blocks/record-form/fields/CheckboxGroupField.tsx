import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import styles from '../form/RecordForm.module.css'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

export const CheckboxGroupField = ({ field }: FieldProps) => {
  const { named, options, value, onChange, onBlur, error } = useRecordField(field)
  const { 'aria-required': _, ...group } = named
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <FieldGroup {...group} error={error}>
      <div className={styles.options}>
        {options.map((option) => (
          <CheckboxField
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) => {
              const others = chosen.filter((one) => one !== option.value)
              onChange(currentTarget.checked ? [...others, option.value] : others)
            }}
            onBlur={onBlur}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

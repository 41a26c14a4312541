import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { rowClass } from '../../../ui/base/Row.tsx'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

export const RadioGroupField = ({ field }: FieldProps) => {
  const { named, options, value, onChange, onBlur, error } = useRecordField(field)
  return (
    <FieldGroup {...named} role="radiogroup" error={error}>
      <div className={rowClass}>
        {options.map((option) => (
          <CheckboxField
            key={option.value}
            type="radio"
            name={named.id}
            label={option.label}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

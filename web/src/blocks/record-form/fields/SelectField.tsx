import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

export const SelectField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { id, label, hint, required, value, onChange, onBlur, error, frame } = useRecordField(field)
  const options = (field.options ?? []).map((option) => ({
    value: option.value,
    label: frame.text(option.label),
  }))
  return (
    <NativeSelect
      id={id}
      label={label}
      description={hint}
      withAsterisk={required}
      aria-required={required || undefined}
      data={[{ value: '', label: t('form.choose') }, ...options]}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={onBlur}
      error={error}
      size="md"
    />
  )
}

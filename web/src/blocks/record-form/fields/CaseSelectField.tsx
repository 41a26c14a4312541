import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

/** The diagnosis case a follow-up belongs to: one of the patient's open cases. */
export const CaseSelectField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { id, label, hint, required, value, onChange, onBlur, error, frame } = useRecordField(field)
  const options = frame.cases.map((choice) => ({ value: String(choice.id), label: choice.name }))
  return (
    <NativeSelect
      id={id}
      label={label}
      description={hint}
      withAsterisk={required}
      aria-required={required || undefined}
      data={[{ value: '', label: t('form.choose') }, ...options]}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(event) =>
        onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
      onBlur={onBlur}
      error={error}
      size="md"
    />
  )
}

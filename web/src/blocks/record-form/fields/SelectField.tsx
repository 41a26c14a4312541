import { useTranslation } from 'react-i18next'
import { SelectField as Select } from '../../../ui/fields/SelectField.tsx'
import { useRecordFormFrame } from '../form/record-form-frame.ts'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

interface ListProps extends FieldProps {
  /** Instead of those that the field has. */
  choices?: readonly { value: string; label: string }[]
  read: (chosen: string) => unknown
}

const List = ({ field, choices, read }: ListProps) => {
  const { t } = useTranslation('record')
  const { named, options, value, onChange, onBlur, error } = useRecordField(field)
  return (
    <Select
      {...named}
      options={[{ value: '', label: t('form.choose') }, ...(choices ?? options)]}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : read(currentTarget.value))
      }
      onBlur={onBlur}
      error={error}
    />
  )
}

export const SelectField = ({ field }: FieldProps) => <List field={field} read={String} />

/** The diagnosis case a follow-up belongs to: one of the patient's open cases. */
export const CaseSelectField = ({ field }: FieldProps) => {
  const { cases } = useRecordFormFrame()
  const choices = cases.map(({ id, name }) => ({ value: String(id), label: name }))
  return <List field={field} choices={choices} read={Number} />
}

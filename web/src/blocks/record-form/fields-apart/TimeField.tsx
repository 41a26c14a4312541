import { useTranslation } from 'react-i18next'
import { TimeInput } from '../../typed-time/TimeInput.tsx'
import { type FieldProps, useRecordField } from '../form/use-record-field.ts'

/** A time of day, stored as `HH:mm`, shown the way the user chose. */
export const TimeField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { named, value, onChange, onBlur, error } = useRecordField(field)
  const { id, label, hint, isMarked } = named
  return (
    <TimeInput
      id={id}
      label={label}
      hint={hint}
      required={isMarked}
      value={typeof value === 'string' ? value : ''}
      onChange={(time) => onChange(time === '' ? null : time)}
      onBlur={onBlur}
      error={error}
      clearLabel={t('time.clear', { label })}
      guardsForm={false}
    />
  )
}

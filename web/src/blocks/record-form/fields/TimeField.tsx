import { TimePicker } from '@mantine/dates'
import '../mantine-styles.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/dates/styles.css'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useRecordField } from '../use-record-field.ts'

/** A time of day, stored as `HH:mm`, shown the way the user chose. */
export const TimeField = ({ field }: FieldProps) => {
  const { t } = useTranslation('record')
  const { id, label, hint, required, value, onChange, onBlur, error, frame } = useRecordField(field)
  return (
    <TimePicker
      id={id}
      label={label}
      description={hint}
      withAsterisk={required}
      format={frame.timeFormat === 'HH:mm' ? '24h' : '12h'}
      value={typeof value === 'string' ? value : ''}
      onChange={(time) => onChange(time === '' ? null : time.slice(0, 5))}
      onBlur={onBlur}
      error={error}
      size="md"
      clearable
      clearButtonProps={{ 'aria-label': t('time.clear', { label }) }}
      hoursInputLabel={t('time.hours', { label })}
      minutesInputLabel={t('time.minutes', { label })}
      amPmInputLabel={t('time.amPm', { label })}
      amPmLabels={{ am: t('time.am'), pm: t('time.pm') }}
    />
  )
}

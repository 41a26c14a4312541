import { TimePicker } from '@mantine/dates'
import '../../../blocks/record-form/mantine-styles.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/dates/styles.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/use-dates.ts'

export interface ClockFieldProps {
  /** Read before "hours" and "minutes", as the parts of a time are fields of their own. */
  name: string
  /** Shown above; absent where the place says it. */
  label?: ReactNode
  description?: ReactNode
  /** `HH:mm`. */
  value: string
  error?: string | undefined
  className?: string | undefined
  onChange: (time: string) => void
}

/** A time of day as the user writes it. */
export const ClockField = ({
  name,
  label,
  description,
  value,
  error,
  className,
  onChange,
}: ClockFieldProps) => {
  const { t } = useTranslation('settings')
  const { timeFormat } = useDates()
  return (
    <TimePicker
      label={label}
      description={description}
      size="md"
      className={className ?? ''}
      format={timeFormat === 'HH:mm' ? '24h' : '12h'}
      value={value}
      onChange={(time) => onChange(time.slice(0, 5))}
      error={error}
      aria-label={name}
      hoursInputLabel={t('practice.clock.hours', { name })}
      minutesInputLabel={t('practice.clock.minutes', { name })}
      amPmInputLabel={t('practice.clock.amPm', { name })}
      amPmLabels={{ am: t('practice.clock.am'), pm: t('practice.clock.pm') }}
    />
  )
}

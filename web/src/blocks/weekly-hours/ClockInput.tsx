import { TimePicker } from '@mantine/dates'
import '../record-form/mantine-styles.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/dates/styles.css'
import type { ReactNode } from 'react'
import { useDates } from '../../i18n/use-dates.ts'

/** The parts of a time are fields of their own, and so are their names. */
export interface ClockWords {
  hours: (name: string) => string
  minutes: (name: string) => string
  amPm: (name: string) => string
  am: string
  pm: string
}

export interface ClockInputProps {
  /** Read before "hours" and "minutes". */
  name: string
  /** Shown above; absent where the place says it. */
  label?: ReactNode
  description?: ReactNode
  /** `HH:mm`. */
  value: string
  error?: string | undefined
  className?: string | undefined
  words: ClockWords
  onChange: (time: string) => void
}

/** A time of day as the user writes it. */
export const ClockInput = (props: ClockInputProps) => {
  const { name, label, description, value, error, className, words, onChange } = props
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
      hoursInputLabel={words.hours(name)}
      minutesInputLabel={words.minutes(name)}
      amPmInputLabel={words.amPm(name)}
      amPmLabels={{ am: words.am, pm: words.pm }}
    />
  )
}

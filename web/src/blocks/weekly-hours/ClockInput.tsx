import type { ReactNode } from 'react'
import { TimeInput } from '../typed-time/TimeInput.tsx'

export interface ClockInputProps {
  /** What it is called where nothing stands above it. */
  name: string
  /** Shown above; absent where the place says it. */
  label?: ReactNode
  description?: ReactNode
  /** `HH:mm`; what was typed and is no time is no time here either. */
  value: string
  error?: string | undefined
  className?: string | undefined
  onChange: (time: string) => void
}

/** A time of day as the user writes it. */
export const ClockInput = ({ name, label, ...field }: ClockInputProps) => (
  <TimeInput {...field} {...(label === undefined ? { 'aria-label': name } : { label })} />
)

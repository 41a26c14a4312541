import { useEffect, useRef, useState } from 'react'
import { DayInput, type DayInputProps } from './DayInput.tsx'
import { dayOf } from './day-text.ts'

export interface DayFilterProps extends Pick<DayInputProps, 'label' | 'minDate' | 'maxDate'> {
  /** `YYYY-MM-DD`; null: narrowed by no day. */
  value: string | null
  onChange: (day: string | null) => void
}

/** A day by which a list is narrowed at once: what is typed stays here until it says one. */
export const DayFilter = ({ value, onChange, ...field }: DayFilterProps) => {
  const [held, setHeld] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setHeld(value)
  }, [value])
  const take = (next: string | null): void => {
    const day = dayOf(next)
    setHeld(next)
    if (day === told.current) return
    told.current = day
    onChange(day)
  }
  return <DayInput {...field} value={held} onChange={take} />
}

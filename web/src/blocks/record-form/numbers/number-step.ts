import type { RecordField } from '@ulna/contract/record-class/record-class'
import type { KeyboardEvent } from 'react'

interface Ends {
  min: number
  max: number
}

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/** Ends of a number by the rules of its field. */
export const endsOf = (field: RecordField): Ends => {
  const endOf = (kind: 'min' | 'max', otherwise: number) =>
    field.validations?.find((rule) => rule.kind === kind)?.params?.[kind] ?? otherwise
  return { min: endOf('min', -Number.MAX_VALUE), max: endOf('max', Number.MAX_VALUE) }
}

/** The number an arrow key leads to: whole steps, never beyond the ends; where it starts when nothing is typed. */
export const steppedValue = (value: unknown, direction: 1 | -1, step: number, { min, max }: Ends): number => {
  const within = (next: number) => Math.min(max, Math.max(min, Math.round(next * 1e6) / 1e6))
  return typeof value === 'number' ? within(value + direction * step) : within(0)
}

/** Where a key takes a number that is typed; undefined, and nothing is prevented, for keys that take it nowhere. */
export const stepOnKey = (
  event: KeyboardEvent,
  value: unknown,
  field: RecordField,
  ends: Ends,
): number | undefined => {
  const direction = arrows[event.key]
  if (!direction || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined
  event.preventDefault()
  const step = typeof field.params?.step === 'number' ? field.params.step : 1
  return steppedValue(value, direction, step, ends)
}

import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  afterLeaving,
  afterPicking,
  afterTyping,
  fieldOf,
  type TypedField,
  type TypedReading,
} from './typed-value.ts'

export interface TypedValueOptions {
  value: string
  onChange: (value: string) => void
  reading: TypedReading
  /** What is wrong with what stands in the field, if anything. */
  faultOf: (field: TypedField) => string | undefined
  /** False where the form itself looks whether its values are some, among its other fields. */
  guardsForm: boolean
}

/** Keeps a form from being sent while a field says nothing that it takes, and brings the keyboard there. */
const useSubmitGuard = (
  input: RefObject<HTMLInputElement | null>,
  fault: string | undefined,
  onRefused: () => void,
): void => {
  const latest = useRef({ fault, onRefused })
  latest.current = { fault, onRefused }
  useEffect(() => {
    const form = input.current?.form
    const look = (event: Event): void => {
      if (latest.current.fault === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      latest.current.onRefused()
      input.current?.focus()
    }
    form?.addEventListener('submit', look, true)
    return () => form?.removeEventListener('submit', look, true)
  }, [input])
}

/** The state of a field whose text says a value: what was typed stays, and the form hears of a value or of the text. */
export const useTypedValue = ({ value, onChange, reading, faultOf, guardsForm }: TypedValueOptions) => {
  const input = useRef<HTMLInputElement>(null)
  const [field, setField] = useState(() => fieldOf(value, reading))
  const latest = useRef(field)
  const take = (next: TypedField): void => {
    latest.current = next
    setField(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form puts there, and another way to write it
  useEffect(() => {
    const { value: told, text, isTyped, isLeft } = latest.current
    const given = fieldOf(value, reading)
    if (value !== told) take(given)
    else if (isLeft && text !== given.text) take({ ...given, isTyped })
  }, [value, reading])

  const become = (next: TypedField): void => {
    const before = latest.current.value
    take(next)
    if (next.value !== before) onChange(next.value)
  }
  const leave = (): void => become(afterLeaving(latest.current, reading))

  const fault = faultOf(field)
  useSubmitGuard(input, guardsForm ? fault : undefined, () => take({ ...latest.current, isLeft: true }))

  return {
    input,
    text: field.text,
    /** Said once nobody types. */
    fault: field.isLeft ? fault : undefined,
    type: (text: string): void => become(afterTyping(text, reading)),
    pick: (picked: string): void => become(afterPicking(picked, reading)),
    /** Another window in front leaves nothing: who comes back goes on typing. */
    blur: (): void => {
      if (document.activeElement !== input.current) leave()
    },
    leave,
  }
}

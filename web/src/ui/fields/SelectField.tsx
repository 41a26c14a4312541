import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps, inputClass } from '../base/Field.tsx'

export interface SelectFieldProps
  extends Omit<ComponentPropsWithRef<'select'>, 'id' | 'className' | 'children'>,
    Omit<FieldProps, 'children'> {
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

/** The browser's own list: best on phones, and nothing to load. */
export const SelectField = (props: SelectFieldProps) => {
  const { id, label, isMarked = false, hint, error, className, options, ...select } = props
  return (
    <Field id={id} label={label} isMarked={isMarked} hint={hint} error={error} className={className}>
      {(control) => (
        <select {...select} {...control} className={inputClass}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, inputClass } from '../base/Field.tsx'

export interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'id' | 'className'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

/** The browser's own list: best on phones, and nothing to load. */
export const SelectField = ({ label, hint, error, className, options, ...select }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error} className={className}>
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

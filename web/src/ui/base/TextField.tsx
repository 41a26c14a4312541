import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, inputClass } from './Field.tsx'

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

/** One-line text with label, hint and error, 44 px high. */
export const TextField = ({ label, hint, error, className, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} className={className}>
    {(control) => <input type="text" {...input} {...control} className={inputClass} />}
  </Field>
)

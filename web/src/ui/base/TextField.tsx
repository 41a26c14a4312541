import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps, inputClass } from './Field.tsx'

export interface TextFieldProps
  extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'children'>,
    Omit<FieldProps, 'children'> {}

/** One-line text with label, hint and error, 44 px high. */
export const TextField = (props: TextFieldProps) => {
  const { id, label, isMarked = false, hint, error, className, describedBy, ...input } = props
  return (
    <Field
      id={id}
      label={label}
      isMarked={isMarked}
      hint={hint}
      error={error}
      className={className}
      describedBy={describedBy}
    >
      {(control) => <input type="text" {...input} {...control} className={inputClass} />}
    </Field>
  )
}

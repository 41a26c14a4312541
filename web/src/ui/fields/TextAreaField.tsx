import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../base/class-names.ts'
import { Field, type FieldProps, inputClass } from '../base/Field.tsx'
import styles from './TextAreaField.module.css'

export interface TextAreaFieldProps
  extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className' | 'children'>,
    Omit<FieldProps, 'children'> {}

/** Text of several lines with label, hint and error; grows as its reader pulls it. */
export const TextAreaField = (props: TextAreaFieldProps) => {
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
      {(control) => (
        <textarea rows={5} {...input} {...control} className={classNames(inputClass, styles.area)} />
      )}
    </Field>
  )
}

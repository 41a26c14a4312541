import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import { Field, inputClass } from '../base/Field.tsx'
import styles from './TextAreaField.module.css'

export interface TextAreaFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

/** Text of several lines with label, hint and error; grows as its reader pulls it. */
export const TextAreaField = ({ label, hint, error, className, ...input }: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={error} className={className}>
    {(control) => (
      <textarea rows={5} {...input} {...control} className={classNames(inputClass, styles.area)} />
    )}
  </Field>
)

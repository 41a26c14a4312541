import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './CheckboxField.module.css'

export interface CheckboxFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  label: ReactNode
}

/** A check with its words, 44 px high as a whole. */
export const CheckboxField = ({ label, ...input }: CheckboxFieldProps) => (
  <label className={classes.field}>
    <input {...input} type="checkbox" className={classes.box} />
    <span>{label}</span>
  </label>
)

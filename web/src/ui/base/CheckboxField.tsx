import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './CheckboxField.module.css'

export interface CheckboxFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** `radio` where it is one of several that exclude each other. */
  type?: 'checkbox' | 'radio'
  label: ReactNode
}

/** A check with its words, 44 px high as a whole. */
export const CheckboxField = ({ label, ...input }: CheckboxFieldProps) => (
  <label className={styles.field}>
    <input type="checkbox" {...input} className={styles.box} />
    <span>{label}</span>
  </label>
)

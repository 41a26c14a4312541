import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useState } from 'react'
import { EyeIcon, EyeOffIcon } from '../icons/base-icons.tsx'
import { classNames } from './class-names.ts'
import { Field, inputClass } from './Field.tsx'
import styles from './PasswordField.module.css'

export interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'id'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  showLabel: string
  hideLabel: string
}

/** A password control whose text can be shown. */
export const PasswordField = ({ label, hint, error, showLabel, hideLabel, ...input }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.frame}>
          <input
            {...input}
            {...control}
            className={classNames(inputClass, styles.input)}
            type={shown ? 'text' : 'password'}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={shown ? hideLabel : showLabel}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </span>
      )}
    </Field>
  )
}

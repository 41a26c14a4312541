import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './ButtonedInput.module.css'
import { inputClass } from './Field.tsx'

export interface ButtonedInputProps extends Omit<ComponentPropsWithRef<'input'>, 'className'> {
  /** What the button says to screen readers. */
  buttonLabel: string
  /** What it shows; without one there is no button. */
  icon: ReactNode
  onButton: () => void
}

/** The control of a field with a button at its end. */
export const ButtonedInput = ({ buttonLabel, icon, onButton, ...input }: ButtonedInputProps) => (
  <span className={styles.frame}>
    <input {...input} className={inputClass} />
    {icon && (
      <button type="button" className={styles.button} aria-label={buttonLabel} onClick={onButton}>
        {icon}
      </button>
    )}
  </span>
)

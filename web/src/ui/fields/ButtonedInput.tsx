import type { ComponentPropsWithRef, ReactNode } from 'react'
import { inputClass } from '../base/Field.tsx'
import styles from './ButtonedInput.module.css'

export interface ButtonedInputProps extends Omit<ComponentPropsWithRef<'input'>, 'className'> {
  /** What the button says to screen readers. */
  buttonLabel: string
  /** What it shows; without one there is no button. */
  icon: ReactNode
  onButton: () => void
  /** Where the keyboard has another way to do the same, it need not stop at the button. */
  isPassedByTab?: boolean
}

/** The control of a field with a button at its end. */
export const ButtonedInput = (props: ButtonedInputProps) => {
  const { buttonLabel, icon, onButton, isPassedByTab = false, ...input } = props
  return (
    <span className={styles.frame}>
      <input {...input} className={inputClass} />
      {icon && (
        <button
          type="button"
          className={styles.button}
          aria-label={buttonLabel}
          tabIndex={isPassedByTab ? -1 : undefined}
          onClick={onButton}
        >
          {icon}
        </button>
      )}
    </span>
  )
}

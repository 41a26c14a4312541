import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps, inputClass } from '../base/Field.tsx'
import styles from './FigureField.module.css'

export interface FigureFieldProps
  extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'children'>,
    Omit<FieldProps, 'children'> {
  /** Stands at the end of the control. */
  unit?: string | undefined
  /** The figure is wrong, and what is wrong with it is said elsewhere. */
  isWrong?: boolean
}

/** A figure as text, with its unit. */
export const FigureField = (props: FigureFieldProps) => {
  const { id, label, isMarked = false, hint, error, className, unit, isWrong = false, ...input } = props
  return (
    <Field id={id} label={label} isMarked={isMarked} hint={hint} error={error} className={className}>
      {(control) => (
        <span className={styles.frame}>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...control}
            aria-invalid={control['aria-invalid'] || isWrong}
            className={inputClass}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
      )}
    </Field>
  )
}

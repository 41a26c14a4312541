import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './Field.module.css'
import { FieldNotes, notesOf } from './FieldNotes.tsx'

export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

export interface FieldProps {
  /** Id of the control, where another element points at it. */
  id?: string | undefined
  /** Absent where the control says its name itself (`aria-label`). */
  label?: ReactNode
  /** Marked beside the label; the control says it itself to screen readers. */
  isMarked?: boolean
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
  /** Id of what else describes the control. */
  describedBy?: string | undefined
  /** Draws the control; spread what it is given on it. */
  children: (control: FieldControl) => ReactNode
}

/** Label above, control, hint and error below; the error is tied to the control for screen readers. */
export const Field = (props: FieldProps) => {
  const { label, isMarked = false, hint, error, className, describedBy, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  return (
    <div className={className}>
      {label !== undefined && (
        <label className={styles.label} htmlFor={id}>
          {label}
          {isMarked && (
            <span className={styles.mark} aria-hidden="true">
              {' *'}
            </span>
          )}
        </label>
      )}
      {children({
        id,
        'aria-describedby':
          [notesOf(id, { hint, error }), describedBy].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error !== undefined,
      })}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

/** Class of a plain text control of our own, 44 px high. */
export const inputClass = styles.input ?? ''

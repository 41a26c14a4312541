import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useId } from 'react'
import { FieldNotes, notesOf } from '../base/FieldNotes.tsx'
import styles from './FieldGroup.module.css'

export interface FieldGroupProps extends Pick<ComponentPropsWithoutRef<'fieldset'>, 'id' | 'role'> {
  label: ReactNode
  /** Marked beside the label; for screen readers its controls say it themselves. */
  isMarked?: boolean
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** Controls that answer one question together; with an `id` the keyboard can be brought to the whole of them. */
export const FieldGroup = ({ id, role, label, isMarked = false, hint, error, children }: FieldGroupProps) => {
  const notesId = useId()
  return (
    <fieldset
      id={id}
      role={role}
      tabIndex={id === undefined ? undefined : -1}
      className={styles.group}
      aria-describedby={notesOf(notesId, { hint, error })}
      data-error={error !== undefined || undefined}
    >
      <legend>
        {label}
        {isMarked && (
          <span className={styles.mark} aria-hidden="true">
            {' *'}
          </span>
        )}
      </legend>
      <FieldNotes id={notesId} hint={hint} />
      {children}
      <FieldNotes id={notesId} error={error} />
    </fieldset>
  )
}

import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Field.module.css'

export interface Notes {
  hint?: ReactNode
  error?: string | undefined
}

/** Ids of the notes of a control, for its `aria-describedby`. */
export const notesOf = (id: string, { hint, error }: Notes): string | undefined =>
  [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') ||
  undefined

/** Hint and error of a control that has its label beside it or shares it with others. */
export const FieldNotes = ({ id, hint, error }: Notes & { id: string }) => (
  <>
    {hint !== undefined && (
      <span className={styles.hint} id={`${id}-hint`}>
        {hint}
      </span>
    )}
    {error !== undefined && (
      <span className={classNames(styles.hint, styles.error)} id={`${id}-error`}>
        {error}
      </span>
    )}
  </>
)

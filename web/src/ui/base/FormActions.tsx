import type { ReactNode } from 'react'
import styles from './FormActions.module.css'

export interface FormActionsProps {
  /** Stays in sight while the fields above scroll. */
  sticky?: boolean
  /** What stands apart from the way on, at the start of the line. */
  start?: ReactNode
  children: ReactNode
}

/** The foot of a form or dialog: its buttons at the end of the line, the one that goes on last. */
export const FormActions = ({ sticky = false, start, children }: FormActionsProps) => (
  <div className={styles.actions} data-sticky={sticky || undefined}>
    {start ? <div className={styles.start}>{start}</div> : null}
    {children}
  </div>
)

import type { ReactNode } from 'react'
import styles from './GroupError.module.css'

/** What is wrong with fields as a whole: rows of a list, hours of a week. */
export const GroupError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className={styles.error} role="alert">
    {children}
  </p>
)

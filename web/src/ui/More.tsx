import type { ReactNode } from 'react'
import styles from './More.module.css'

export interface MoreProps {
  label: string
  /** Whether it stands open at first. */
  isOpen: boolean
  children: ReactNode
}

/** Fields that can wait, folded below their name. */
export const More = ({ label, isOpen, children }: MoreProps) => (
  <details className={styles.more} open={isOpen}>
    <summary>{label}</summary>
    <div className={styles.body}>{children}</div>
  </details>
)

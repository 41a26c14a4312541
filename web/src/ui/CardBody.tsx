import type { ReactNode } from 'react'
import styles from './CardBody.module.css'

/** What stands in a card, off its edges. */
export const CardBody = ({ children }: { children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)

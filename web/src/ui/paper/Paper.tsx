import type { ReactNode } from 'react'
import styles from './Paper.module.css'

/** What is printed alone of its page, below a title that stands on paper only. */
export const Paper = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.paper} data-paper>
    <p className={styles.printed}>{title}</p>
    {children}
  </div>
)

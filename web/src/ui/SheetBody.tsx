import type { ReactNode } from 'react'
import styles from './SheetBody.module.css'

/** What stands in a sheet, off its edges. */
export const SheetBody = ({ children }: { children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)

import type { ReactNode } from 'react'
import styles from './FieldPair.module.css'

/** Two fields beside each other; one below the other where the screen is narrow. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className={styles.pair}>{children}</div>
)

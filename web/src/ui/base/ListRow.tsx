import type { ReactNode } from 'react'
import styles from './ListRow.module.css'

export interface ListRowProps {
  /** What it is about, with the pills that say how it stands. */
  head: ReactNode
  /** Buttons at its right, below it on a phone. */
  actions?: ReactNode
  /** More about it. */
  children?: ReactNode
}

/** A row of a list of cards: words that take the room there is, and what may be done. */
export const ListRow = ({ head, actions, children }: ListRowProps) => (
  <li className={styles.row}>
    <div className={styles.words}>
      <div className={styles.head}>{head}</div>
      {children}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </li>
)

import type { ReactNode } from 'react'
import styles from './PageTitle.module.css'

export interface PageTitleProps {
  title: ReactNode
  /** Counts in words. */
  subtitle?: ReactNode
  /** Buttons at the right; the last one may be filled. */
  actions?: ReactNode
}

/** The head of a page: its one h1, a line of words below, actions at the right. */
export const PageTitle = ({ title, subtitle, actions }: PageTitleProps) => (
  <div className={styles.head}>
    <div className={styles.words}>
      <h1 tabIndex={-1}>{title}</h1>
      {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
    </div>
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </div>
)

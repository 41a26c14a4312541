import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  /** What is the case. */
  title: string
  /** What was searched, or why there is nothing. */
  children?: ReactNode
  /** Primary action, then the way back. */
  actions?: ReactNode
  /** Level of the heading; 2 unless the state is the whole page. */
  level?: 1 | 2 | 3
  /** Whether the drawing is left out, for narrow places. */
  plain?: boolean
}

const Drawing = () => (
  <svg width="160" height="112" viewBox="0 0 160 112" className={styles.drawing} aria-hidden="true">
    <rect x="34" y="14" width="92" height="86" rx="14" className={styles.card} />
    <path d="M54 6v100" className={styles.thread} />
    <circle cx="54" cy="34" r="7" className={styles.node} />
    <circle cx="54" cy="58" r="7" className={styles.node} />
    <circle cx="54" cy="82" r="7" className={styles.node} />
    <path d="M72 34h36M72 58h26M72 82h32" className={styles.lines} />
  </svg>
)

/** Says what is the case, why, and what to do next. */
export const EmptyState = ({ title, children, actions, level = 2, plain = false }: EmptyStateProps) => {
  const Heading = `h${level}` as const
  return (
    <div className={plain ? styles.plain : styles.empty}>
      {!plain && <Drawing />}
      <Heading className={styles.title}>{title}</Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

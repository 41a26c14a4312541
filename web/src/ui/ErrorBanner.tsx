import type { ReactNode } from 'react'
import styles from './ErrorBanner.module.css'
import { AlertIcon } from './icons/base-icons.tsx'

export interface ErrorBannerProps {
  /** What happened. */
  title: string
  /** What was kept, what to do. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
  icon?: ReactNode
}

/** Amber banner at the top of the content; announced at once. */
export const ErrorBanner = ({ title, children, action, icon }: ErrorBannerProps) => (
  <div className={styles.banner} role="alert">
    <span className={styles.icon}>{icon ?? <AlertIcon size={24} />}</span>
    <div className={styles.text}>
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
    </div>
    {action}
  </div>
)

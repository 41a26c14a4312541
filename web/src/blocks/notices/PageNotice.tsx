import { ErrorBanner, type ErrorBannerProps } from '../../ui/ErrorBanner.tsx'
import styles from './PageNotice.module.css'

/** What holds for every page for a while, above it; it is not printed. */
export const PageNotice = (props: ErrorBannerProps) => (
  <div className={styles.notice}>
    <ErrorBanner {...props} />
  </div>
)

import type { ReactNode } from 'react'
import { AlertIcon } from '../../ui/icons/base-icons.tsx'
import styles from './FormError.module.css'

/** What went wrong with the whole form, announced at once. */
export const FormError = ({ children }: { children: ReactNode }) => (
  <p className={styles.error} role="alert">
    <AlertIcon />
    <span>{children}</span>
  </p>
)

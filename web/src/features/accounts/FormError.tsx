import type { ReactNode } from 'react'
import { AlertIcon } from '../../ui/icons/base-icons.tsx'
import classes from './FormError.module.css'

/** What went wrong with the whole form, announced at once. */
export const FormError = ({ children }: { children: ReactNode }) => (
  <p className={classes.error} role="alert">
    <AlertIcon />
    <span>{children}</span>
  </p>
)

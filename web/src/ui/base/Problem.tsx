import type { ComponentPropsWithoutRef } from 'react'
import { AlertIcon } from '../icons/base-icons.tsx'
import styles from './Problem.module.css'

/** What is wrong with a form, or with fields that belong together, as a whole; announced at once. */
export const Problem = ({ children, ...text }: Omit<ComponentPropsWithoutRef<'p'>, 'className'>) => (
  <p {...text} className={styles.problem} role="alert">
    <AlertIcon />
    <span>{children}</span>
  </p>
)

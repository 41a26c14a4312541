import type { ComponentPropsWithoutRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './Hint.module.css'

/** Small and quiet: what explains a field, a row, a figure. */
export const Hint = ({ className, ...text }: ComponentPropsWithoutRef<'p'>) => (
  <p {...text} className={classNames(styles.hint, className)} />
)

/** The looks of a hint, for an element that is no paragraph (`dt`, `time`, `figcaption`, `span`). */
export const hintClass = styles.hint ?? ''

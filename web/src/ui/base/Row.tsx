import type { ComponentPropsWithoutRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './Row.module.css'

/** Things beside each other, 8 px apart, on as many lines as they need. */
export const Row = ({ className, ...row }: ComponentPropsWithoutRef<'div'>) => (
  <div {...row} className={classNames(styles.row, className)} />
)

/** The looks of a row, for an element that is no `div` (`ul`, `dl`, `span`). */
export const rowClass = styles.row ?? ''

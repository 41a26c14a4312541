import type { ComponentPropsWithRef } from 'react'
import { classNames } from './base/class-names.ts'
import styles from './TextButton.module.css'

/** A button that is words alone, as high as a finger: shows more, empties, turns a drawing into a table. */
export const TextButton = ({ className, ...button }: ComponentPropsWithRef<'button'>) => (
  <button type="button" {...button} className={classNames(styles.button, className)} />
)

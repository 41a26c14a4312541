import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'className'> {
  /** What it does, for those who cannot see the drawing. */
  label: string
  children: ReactNode
}

/** A button that is only a drawing, 44 px to touch. */
export const IconButton = ({ label, ...button }: IconButtonProps) => (
  <button {...button} type="button" className={styles.button} aria-label={label} />
)

import type { ComponentPropsWithoutRef } from 'react'
import styles from './ChartToggle.module.css'

export interface ChartToggleProps extends Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className'> {
  /** Absent for what is pressed once. */
  isOn?: boolean
}

/** One of several to choose from around a drawing: a tool, a view, what a pain feels like. */
export const ChartToggle = ({ isOn, ...button }: ChartToggleProps) => (
  <button {...button} type="button" className={styles.toggle} aria-pressed={isOn} />
)

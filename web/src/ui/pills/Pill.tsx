import type { ReactNode } from 'react'
import { classNames } from '../base/class-names.ts'
import styles from './Pill.module.css'

export type PillTone = 'neutral' | 'accent' | 'warn' | 'bad' | 'good' | 'info' | 'outline'

export interface PillProps {
  tone?: PillTone
  /** Drawn at 15 px before the word; colour and icon never stand alone. */
  icon?: ReactNode
  className?: string | undefined
  /** What the words mean, for who points at them. */
  hint?: string | undefined
  children: ReactNode
}

export const Pill = ({ tone = 'neutral', icon, className, hint, children }: PillProps) => (
  <span className={classNames(styles.pill, styles[tone], className)} title={hint}>
    {icon}
    <span>{children}</span>
  </span>
)

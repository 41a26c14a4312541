import type { ReactNode } from 'react'
import styles from './Icon.module.css'

export interface IconProps {
  /** Edge in pixels; 20 unless told. Inside pills 15, in navigation 24. */
  size?: number
  className?: string | undefined
}

/** The frame every icon of ours is drawn in: 24-box, 1.5 px stroke, round ends. Icons are never the only sign, so they are hidden from screen readers. */
const Icon = ({ size = 20, className, children }: IconProps & { children: ReactNode }) => (
  <svg
    className={className ? `${styles.icon} ${className}` : styles.icon}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    strokeWidth={size <= 16 ? 1.9 : 1.5}
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** An icon of what is drawn in that frame. */
export const drawn = (shape: ReactNode) => (props: IconProps) => <Icon {...props}>{shape}</Icon>

import type { ReactNode } from 'react'
import { CloseIcon } from './icons/base-icons.tsx'
import styles from './NoticeBar.module.css'

/** Where notices stand, one above the other. */
export const NoticePlace = ({ children }: { children: ReactNode }) => (
  <div className={styles.place}>{children}</div>
)

export interface NoticeBarProps {
  icon: ReactNode
  children: ReactNode
  /** What the button shows; it does what the notice offers. */
  action: ReactNode
  isPending?: boolean
  onAction: () => void
  /** What the cross says to screen readers. */
  closeLabel: string
  onClose: () => void
}

/** An offer over the foot of a page that stays until it is taken or put away. */
export const NoticeBar = (props: NoticeBarProps) => {
  const { icon, children, action, isPending = false, onAction, closeLabel, onClose } = props
  return (
    <div className={styles.bar}>
      {icon}
      <p className={styles.text}>{children}</p>
      <button type="button" className={styles.action} onClick={onAction} aria-disabled={isPending}>
        {action}
      </button>
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <CloseIcon size={16} />
      </button>
    </div>
  )
}

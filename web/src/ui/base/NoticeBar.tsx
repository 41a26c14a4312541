import type { ReactNode } from 'react'
import { CloseIcon } from '../icons/base-icons.tsx'
import { classNames } from './class-names.ts'
import styles from './NoticeBar.module.css'

/** Where notices stand, one above the other. */
export const NoticePlace = ({ children }: { children: ReactNode }) => (
  <div className={styles.place}>{children}</div>
)

export interface NoticeBarProps {
  icon: ReactNode
  children: ReactNode
  /** What the button shows, where there is something to do. */
  action?: ReactNode
  isPending?: boolean
  onAction?: () => void
  /** What the cross says to screen readers. */
  closeLabel: string
  onClose: () => void
  /** It tells of something that failed. */
  isBad?: boolean
}

/** Words over the foot of a page, with what may be done about them, until they are put away. */
export const NoticeBar = (props: NoticeBarProps) => {
  const { icon, children, action, isPending = false, onAction, closeLabel, onClose, isBad = false } = props
  return (
    <div className={classNames(styles.bar, isBad && styles.bad)}>
      {icon}
      <p className={styles.text}>{children}</p>
      {action && (
        <button type="button" className={styles.action} onClick={onAction} aria-disabled={isPending}>
          {action}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <CloseIcon size={16} />
      </button>
    </div>
  )
}

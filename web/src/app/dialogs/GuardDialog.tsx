import { Modal } from '@mantine/core'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { dialogClasses } from '../../ui/Dialog.tsx'
import styles from './GuardDialog.module.css'

export interface GuardDialogProps {
  title: string
  text: string
  zIndex: number
  /** Absent: there is no way round it. */
  onCancel?: () => void
  children: ReactNode
}

/** Dialogs below listen for Escape before this one could stop it; Mantine leaves alone what bears this mark. */
const keepEscape = ({ target }: FocusEvent): void =>
  target.setAttribute('data-mantine-stop-propagation', 'true')

/** A question over everything, also over another dialog, which stays as it is. */
export const GuardDialog = ({ title, text, zIndex, onCancel, children }: GuardDialogProps) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onCancel?.()
  }
  return (
    <Modal
      opened
      onClose={() => onCancel?.()}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={title}
      zIndex={zIndex}
      onFocus={keepEscape}
      onKeyDown={onKeyDown}
      classNames={dialogClasses}
    >
      <p className={styles.text}>{text}</p>
      {children}
    </Modal>
  )
}

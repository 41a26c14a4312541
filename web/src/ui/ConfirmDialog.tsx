import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import type { ReactNode } from 'react'
import classes from './ConfirmDialog.module.css'

export interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What happens if confirmed. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  onConfirm: () => void
  onCancel: () => void
  /** Red button: something is thrown away. */
  destructive?: boolean
  pending?: boolean
  /** Disables the confirmation, for instance while a reason is missing. */
  disabled?: boolean
}

/** Asks once more. Focus starts on the way back when something would be lost. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onCancel}
    title={props.title}
    closeButtonProps={{ 'aria-label': props.closeLabel }}
    classNames={{ title: classes.title ?? '', content: classes.content ?? '', header: classes.header ?? '' }}
  >
    {props.children}
    <div className={classes.actions}>
      <Button variant="default" onClick={props.onCancel} data-autofocus={props.destructive || undefined}>
        {props.cancelLabel}
      </Button>
      <Button
        onClick={props.onConfirm}
        loading={props.pending ?? false}
        disabled={props.disabled ?? false}
        {...(props.destructive ? { color: 'red' } : {})}
      >
        {props.confirmLabel}
      </Button>
    </div>
  </Modal>
)

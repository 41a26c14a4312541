import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  /** False keeps it mounted for its way out; open while it is mounted otherwise. */
  opened?: boolean
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
  <Dialog
    opened={props.opened ?? true}
    onClose={props.onCancel}
    title={props.title}
    closeLabel={props.closeLabel}
  >
    {props.children}
    <div className={styles.actions}>
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
  </Dialog>
)

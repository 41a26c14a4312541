import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormActions } from './base/FormActions.tsx'
import styles from './Dialog.module.css'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  /** False keeps it mounted for its way out; open while it is mounted otherwise. */
  opened?: boolean
  title: string
  /** What happens if confirmed. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  /** What the cross says to screen readers; the words of the way back unless given. */
  closeLabel?: string
  onConfirm: () => void
  onCancel: () => void
  /** Red button: something is thrown away. */
  destructive?: boolean
  pending?: boolean
  /** Disables the confirmation, for instance while a reason is missing. */
  disabled?: boolean
}

/** Asks once more. Focus starts on the way back when something would be lost. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { opened = true, title, cancelLabel, closeLabel = cancelLabel, destructive = false, onCancel } = props
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} closeLabel={closeLabel}>
      {props.children}
      <div className={styles.foot}>
        <FormActions>
          <Button variant="default" onClick={onCancel} data-autofocus={destructive || undefined}>
            {cancelLabel}
          </Button>
          <Button
            onClick={props.onConfirm}
            loading={props.pending ?? false}
            disabled={props.disabled ?? false}
            {...(destructive ? { color: 'red' } : {})}
          >
            {props.confirmLabel}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}

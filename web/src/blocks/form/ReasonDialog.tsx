import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/base/TextField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export interface ReasonDialogProps {
  title: string
  /** What happens if confirmed. */
  children?: ReactNode
  /** What the field of the reason is called. */
  label: string
  hint?: string
  confirmLabel: string
  /** What the way back is called, where its usual word could be taken for what is asked. */
  cancelLabel?: string
  /** Fewest characters, as the contract's schema of the endpoint says; with 0 the reason may be left out. */
  shortest: number
  longest: number
  destructive?: boolean
  pending: boolean
  /** The reason without blanks at its ends. */
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks why before something is done that stays to be read; Enter in the field is enough. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const { children, label, hint, shortest, longest, cancelLabel, onConfirm, onClose, ...dialog } = props
  const { t } = useTranslation(['common', 'buttons'])
  const [text, setText] = useState('')
  const reason = text.trim()
  const isEnough = reason.length >= shortest
  const confirm = (): void => {
    if (isEnough && !dialog.pending) onConfirm(reason)
  }
  return (
    <ConfirmDialog
      {...dialog}
      cancelLabel={cancelLabel ?? t('form.cancel')}
      closeLabel={t('buttons:close')}
      disabled={!isEnough}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {children}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The question may be asked from within another form, which is not sent by it.
          event.stopPropagation()
          confirm()
        }}
      >
        <TextField
          label={label}
          hint={hint}
          required={shortest > 0}
          maxLength={longest}
          autoComplete="off"
          data-autofocus=""
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </ConfirmDialog>
  )
}

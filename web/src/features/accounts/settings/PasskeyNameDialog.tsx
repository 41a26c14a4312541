import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { FormDialog } from '../../../blocks/form/FormDialog.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'

export interface PasskeyNameDialogProps {
  title: string
  text?: string
  saveLabel: string
  /** What is proposed, or what it is called so far. */
  name: string
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a passkey, by which its owner knows it later. */
export const PasskeyNameDialog = ({ text, name, save, ...dialog }: PasskeyNameDialogProps) => {
  const { t } = useTranslation(['settings', 'error'])
  const { textOf } = useErrorText()
  const form = useServerForm({
    stored: undefined,
    startOf: () => ({ name }),
    faultsOf: (typed) => (typed.name.trim() === '' ? { name: t('error:field_required') } : {}),
    save: ({ values }) => save(values.name.trim()),
    problemOf: textOf,
    onSaved: dialog.onClose,
  })
  return (
    <FormDialog {...dialog} frame={form.frame}>
      {text && <p>{text}</p>}
      <TextField
        {...form.text('name')}
        label={t('security.passkeys.name')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { FormFrame } from '../../../blocks/form/FormFrame.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { useTypedFaults } from '../sign-in/typed-faults.ts'

export interface AskForMailFormProps {
  /** What is asked for: the words on the button, and the form's name. */
  label: string
  /** Sends the wish; the answer does not tell whether there is such an account. */
  ask: (username: string) => Promise<void>
  onSent: () => void
}

/** User name or address of an account whose mail is wanted. */
export const AskForMailForm = ({ label, ask, onSent }: AskForMailFormProps) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const typedFaults = useTypedFaults()
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf: () => ({ username: '' }),
    faultsOf: (_values, _stored, form) => typedFaults(form),
    save: ({ values }) => ask(values.username),
    problemOf: textOf,
    onSaved: onSent,
  })
  return (
    <FormFrame frame={frame} label={label}>
      <TextField
        {...text('username')}
        label={t('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        autoFocus
      />
      <Button type="submit" size="lg" fullWidth loading={frame.pending}>
        {label}
      </Button>
    </FormFrame>
  )
}

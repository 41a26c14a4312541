import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useServerForm } from '../../../api/forms/use-server-form.ts'
import { hasKey } from '../../../api/http/api-error.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { FormFrame } from '../../../blocks/form/FormFrame.tsx'
import { NewPasswordField } from '../NewPasswordField.tsx'
import { useTypedFaults } from '../sign-in/typed-faults.ts'
import { resetPassword } from './recovery.ts'

export interface ResetPasswordFormProps {
  /** The secret of the link. */
  token: string
  onDone: (username: string) => void
  /** The link was used, has ended or is no link of ours. */
  onInvalid: () => void
}

/** A new password, in place of a forgotten one. */
export const ResetPasswordForm = ({ token, onDone, onInvalid }: ResetPasswordFormProps) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const typedFaults = useTypedFaults()
  const { frame, text } = useServerForm({
    stored: undefined,
    startOf: () => ({ password: '' }),
    faultsOf: (_values, _stored, form) => typedFaults(form),
    save: async ({ values }) => {
      try {
        return await resetPassword(token, values.password)
      } catch (problem) {
        if (hasKey(problem, 'invalid_token')) onInvalid()
        throw problem
      }
    },
    faultsIn: (error) => (hasKey(error, 'password_common') ? { password: textOf(error) } : undefined),
    onSaved: onDone,
  })
  return (
    <FormFrame frame={frame} label={t('reset.title')}>
      <NewPasswordField {...text('password')} label={t('newPassword')} autoFocus />
      <Button type="submit" size="lg" fullWidth loading={frame.pending}>
        {t('reset.submit')}
      </Button>
    </FormFrame>
  )
}

import { passwordLength } from '@ulna/contract/accounts/accounts'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'

export interface NewPasswordFieldProps {
  /** The usual label unless given. */
  label?: string
  error?: string
  autoFocus?: boolean
}

/** A password to be chosen; how long it must be stands below. */
export const NewPasswordField = ({ label, ...field }: NewPasswordFieldProps) => {
  const { t } = useTranslation('auth')
  return (
    <PasswordField
      name="password"
      label={label ?? t('password')}
      hint={t('register.passwordHint', { count: passwordLength.least })}
      autoComplete="new-password"
      required
      minLength={passwordLength.least}
      maxLength={passwordLength.most}
      showLabel={t('showPassword')}
      hideLabel={t('hidePassword')}
      {...field}
    />
  )
}

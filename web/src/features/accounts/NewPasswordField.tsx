import { passwordLength } from '@ulna/contract/accounts/accounts'
import { useTranslation } from 'react-i18next'
import { PasswordField, type PasswordFieldProps } from '../../ui/fields/PasswordField.tsx'

/** A password to be chosen; how long it must be stands below. */
export const NewPasswordField = (
  field: Partial<Pick<PasswordFieldProps, 'label' | 'value' | 'error' | 'autoFocus' | 'onChange'>>,
) => {
  const { t } = useTranslation('auth')
  return (
    <PasswordField
      name="password"
      label={t('password')}
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

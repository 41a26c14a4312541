import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/api-error.ts'
import { useErrorText } from '../../api/use-error-text.ts'
import { CheckboxField } from '../../ui/CheckboxField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './AccountForm.module.css'
import { FormError } from './FormError.tsx'
import type { Credentials } from './sign-in.ts'

export interface SignInFormProps {
  /** Known already, when one signs in again. */
  username?: string | undefined
  onSubmit: (credentials: Credentials) => Promise<void>
}

const credentialsFrom = (form: HTMLFormElement): Credentials => {
  const data = new FormData(form)
  return {
    username: String(data.get('username') ?? ''),
    password: String(data.get('password') ?? ''),
    remember: data.get('remember') === 'on',
  }
}

/** User name or e-mail address, password, remember me. What is wrong stands above the button and takes the focus. */
export const SignInForm = ({ username, onSubmit }: SignInFormProps) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setPending(true)
    setError(null)
    try {
      await onSubmit(credentialsFrom(event.currentTarget))
    } catch (problem) {
      setError(problem)
      setPending(false)
      password.current?.select()
    }
  }
  const message = hasKey(error, 'unauthorized') ? t('login.rejected') : textOf(error)
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} aria-label={t('login.title')}>
      <TextField
        name="username"
        label={t('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={username ?? ''}
        autoFocus={!username}
      />
      <PasswordField
        ref={password}
        name="password"
        label={t('password')}
        autoComplete="current-password"
        required
        autoFocus={Boolean(username)}
        data-autofocus={username ? true : undefined}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
      />
      <CheckboxField name="remember" label={t('login.remember')} />
      {error !== null && <FormError>{message}</FormError>}
      <Button type="submit" size="lg" fullWidth loading={pending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}

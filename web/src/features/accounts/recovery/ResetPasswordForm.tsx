import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../../api/http/api-error.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { Problem } from '../../../ui/base/Problem.tsx'
import styles from '../AccountForm.module.css'
import { NewPasswordField } from '../NewPasswordField.tsx'
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
  const { textOf, fieldTextsOf } = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setPending(true)
    setError(null)
    try {
      onDone(await resetPassword(token, String(new FormData(event.currentTarget).get('password') ?? '')))
    } catch (problem) {
      if (hasKey(problem, 'invalid_token')) return onInvalid()
      setError(problem)
      setPending(false)
    }
  }
  const fieldError =
    fieldTextsOf(error).password ?? (hasKey(error, 'password_common') ? textOf(error) : undefined)
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label={t('reset.title')}>
      <NewPasswordField label={t('newPassword')} autoFocus {...(fieldError ? { error: fieldError } : {})} />
      {error !== null && !fieldError && <Problem>{textOf(error)}</Problem>}
      <Button type="submit" size="lg" fullWidth loading={pending}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}

import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { Problem } from '../../../ui/base/Problem.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import styles from '../AccountForm.module.css'

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
  const { textOf, fieldTextsOf } = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setPending(true)
    setError(null)
    try {
      await ask(String(new FormData(event.currentTarget).get('username') ?? ''))
      onSent()
    } catch (problem) {
      setError(problem)
      setPending(false)
    }
  }
  const fieldError = fieldTextsOf(error).username
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label={label}>
      <TextField
        name="username"
        label={t('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        autoFocus
        {...(fieldError ? { error: fieldError } : {})}
      />
      {error !== null && !fieldError && <Problem>{textOf(error)}</Problem>}
      <Button type="submit" size="lg" fullWidth loading={pending}>
        {label}
      </Button>
    </form>
  )
}

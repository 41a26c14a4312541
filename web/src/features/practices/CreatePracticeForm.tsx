import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { deviceTimeZone } from '../../i18n/time-zones.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import styles from './CreatePracticeForm.module.css'
import { createPractice } from './choice/choose-practice.ts'

/** Name of the new practice; time zone and language are the device's and can be changed later. */
export const CreatePracticeForm = ({ arrive }: { arrive?: () => Promise<unknown> }) => {
  const { t } = useTranslation('practice')
  const { textOf, fieldTextsOf } = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    setPending(true)
    setError(null)
    try {
      await createPractice({ name, timezone: deviceTimeZone(), locale: currentLanguage() }, arrive)
    } catch (problem) {
      setError(problem)
      setPending(false)
    }
  }
  const message = fieldTextsOf(error).name ?? (error ? textOf(error) : '')
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        name="name"
        label={t('name')}
        required
        maxLength={100}
        data-autofocus
        {...(message ? { error: message } : {})}
      />
      <Button type="submit" loading={pending}>
        {t('create.submit')}
      </Button>
    </form>
  )
}

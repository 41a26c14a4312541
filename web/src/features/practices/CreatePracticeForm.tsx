import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../api/use-error-text.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { TextField } from '../../ui/TextField.tsx'
import classes from './CreatePracticeForm.module.css'
import { createPractice } from './choose-practice.ts'

/** Name of the new practice; time zone and language are the device's and can be changed later. */
export const CreatePracticeForm = () => {
  const { t } = useTranslation('practice')
  const { textOf, fieldTextsOf } = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    createPractice({ name, timezone: timeZone, locale: currentLanguage() }).catch(setError)
  }
  const message = fieldTextsOf(error).name ?? (error ? textOf(error) : '')
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextField
        name="name"
        label={t('name')}
        required
        maxLength={100}
        {...(message ? { error: message } : {})}
      />
      <Button type="submit">{t('create.submit')}</Button>
    </form>
  )
}

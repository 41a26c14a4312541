import { Button } from '@mantine/core'
import { passwordLength } from '@ulna/contract/accounts'
import { languages } from '@ulna/contract/record-class'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey } from '../../api/api-error.ts'
import { useErrorText } from '../../api/use-error-text.ts'
import { chooseLanguage, currentLanguage } from '../../i18n/i18n.ts'
import { isLanguage } from '../../i18n/page-settings.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './AccountForm.module.css'
import { FormError } from './FormError.tsx'
import type { Registration } from './sign-in.ts'
import { deviceTimeZone, timeZones } from './time-zones.ts'

const registrationFrom = (form: HTMLFormElement): Registration => {
  const data = new FormData(form)
  const field = (name: string): string => String(data.get(name) ?? '')
  const language = field('language')
  return {
    firstName: field('firstName'),
    lastName: field('lastName'),
    practiceName: field('practiceName'),
    email: field('email'),
    password: field('password'),
    timezone: field('timezone'),
    language: isLanguage(language) ? language : currentLanguage(),
  }
}

const useProblemTexts = (error: unknown) => {
  const { t } = useTranslation('auth')
  const { textOf, fieldTextsOf } = useErrorText()
  const fields = fieldTextsOf(error)
  if (hasKey(error, 'user_already_registered')) return { fields: { email: t('register.taken') }, form: '' }
  if (hasKey(error, 'password_common')) return { fields: { password: textOf(error) }, form: '' }
  const isFieldProblem = error instanceof ApiError && error.fieldErrors.length > 0
  if (isFieldProblem) return { fields, form: t('register.checkFields') }
  return { fields, form: error === null ? '' : textOf(error) }
}

/** Puts the keyboard on the first field that is wrong. */
const focusFirstInvalid = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

/** One step: who, which practice, how to get in. Language and time zone are guessed from the device. */
export const RegisterForm = ({ onSubmit }: { onSubmit: (registration: Registration) => Promise<void> }) => {
  const { t } = useTranslation(['auth', 'common'])
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const { fields, form: formProblem } = useProblemTexts(error)
  const problemOf = (name: string) =>
    fields[name as keyof typeof fields] ? { error: fields[name as keyof typeof fields] } : {}
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    setError(null)
    try {
      await onSubmit(registrationFrom(form))
    } catch (problem) {
      setError(problem)
      setPending(false)
      requestAnimationFrame(() => focusFirstInvalid(form))
    }
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} aria-label={t('register.title')}>
      <div className={classes.pair}>
        <TextField
          name="firstName"
          label={t('firstName')}
          autoComplete="given-name"
          required
          maxLength={100}
          autoFocus
          {...problemOf('firstName')}
        />
        <TextField
          name="lastName"
          label={t('lastName')}
          autoComplete="family-name"
          required
          maxLength={100}
          {...problemOf('lastName')}
        />
      </div>
      <TextField
        name="practiceName"
        label={t('practiceName')}
        hint={t('register.practiceHint')}
        autoComplete="organization"
        maxLength={100}
        {...problemOf('practiceName')}
      />
      <TextField
        name="email"
        type="email"
        label={t('email')}
        autoComplete="email"
        required
        maxLength={254}
        {...problemOf('email')}
      />
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
        {...problemOf('password')}
      />
      <div className={classes.pair}>
        <SelectField
          name="language"
          label={t('language')}
          value={currentLanguage()}
          onChange={(event) => {
            if (isLanguage(event.currentTarget.value)) void chooseLanguage(event.currentTarget.value)
          }}
          options={languages.map((language) => ({
            value: language,
            label: t(`common:languages.${language}`),
          }))}
          {...problemOf('language')}
        />
        <SelectField
          name="timezone"
          label={t('timezone')}
          defaultValue={deviceTimeZone()}
          options={timeZones()}
          {...problemOf('timezone')}
        />
      </div>
      {formProblem !== '' && <FormError>{formProblem}</FormError>}
      <Button type="submit" size="lg" fullWidth loading={pending}>
        {t('register.submit')}
      </Button>
    </form>
  )
}

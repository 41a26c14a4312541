import { Button } from '@mantine/core'
import { languages } from '@ulna/contract/languages'
import type { Language } from '@ulna/contract/record-class/record-class'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey } from '../../../api/http/api-error.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { chooseLanguage, currentLanguage } from '../../../i18n/i18n.ts'
import { isLanguage } from '../../../i18n/page-settings.ts'
import { deviceTimeZone, timeZones } from '../../../i18n/time-zones.ts'
import { Problem } from '../../../ui/base/Problem.tsx'
import { TextField } from '../../../ui/base/TextField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import styles from '../AccountForm.module.css'
import type { HostedPerson } from '../hosted-identity.ts'
import { NewPasswordField } from '../NewPasswordField.tsx'

/** What the form asked for; of somebody invited no practice, of somebody hosted no address and no password. */
export interface RegistrationFields {
  readonly firstName: string
  readonly lastName: string
  readonly language: Language
  readonly practiceName?: string
  readonly timezone?: string
  readonly email?: string
  readonly password?: string
}

const registrationFrom = (form: HTMLFormElement): RegistrationFields => {
  const data = new FormData(form)
  const given = (name: 'practiceName' | 'timezone' | 'email' | 'password') =>
    data.has(name) ? { [name]: String(data.get(name)) } : {}
  const language = data.get('language')
  return {
    firstName: String(data.get('firstName') ?? ''),
    lastName: String(data.get('lastName') ?? ''),
    language: isLanguage(language) ? language : currentLanguage(),
    ...given('practiceName'),
    ...given('timezone'),
    ...given('email'),
    ...given('password'),
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

export interface RegisterFormProps {
  /** Joins a practice that invited this address, instead of making one. */
  invitedAs?: string | undefined
  /** Known to the hosted identity service already. */
  hosted?: HostedPerson | undefined
  onSubmit: (registration: RegistrationFields) => Promise<void>
}

type ProblemOf = (name: string) => { error?: string }

const NameFields = ({ hosted, problemOf }: { hosted: HostedPerson | undefined; problemOf: ProblemOf }) => {
  const { t } = useTranslation('auth')
  const [firstName = '', ...others] = (hosted?.name ?? '').split(' ')
  return (
    <div className={styles.pair}>
      <TextField
        name="firstName"
        label={t('firstName')}
        autoComplete="given-name"
        required
        maxLength={100}
        autoFocus
        defaultValue={firstName}
        {...problemOf('firstName')}
      />
      <TextField
        name="lastName"
        label={t('lastName')}
        autoComplete="family-name"
        required
        maxLength={100}
        defaultValue={others.join(' ')}
        {...problemOf('lastName')}
      />
    </div>
  )
}

const CredentialFields = ({
  invitedAs,
  problemOf,
}: {
  invitedAs: string | undefined
  problemOf: ProblemOf
}) => {
  const { t } = useTranslation('auth')
  return (
    <>
      <TextField
        name="email"
        type="email"
        label={t('email')}
        autoComplete="email"
        required
        maxLength={254}
        {...(invitedAs === undefined
          ? {}
          : { defaultValue: invitedAs, readOnly: true, hint: t('invitation.addressHint') })}
        {...problemOf('email')}
      />
      <NewPasswordField {...problemOf('password')} />
    </>
  )
}

const PlaceFields = ({ isInvited, problemOf }: { isInvited: boolean; problemOf: ProblemOf }) => {
  const { t } = useTranslation(['auth', 'common'])
  return (
    <div className={styles.pair}>
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
      {!isInvited && (
        <SelectField
          name="timezone"
          label={t('timezone')}
          defaultValue={deviceTimeZone()}
          options={timeZones()}
          {...problemOf('timezone')}
        />
      )}
    </div>
  )
}

/** One step: who, which practice, how to get in. Language and time zone are guessed from the device. */
export const RegisterForm = ({ invitedAs, hosted, onSubmit }: RegisterFormProps) => {
  const { t } = useTranslation('auth')
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const { fields, form: formProblem } = useProblemTexts(error)
  const problemOf: ProblemOf = (name) => {
    const problem = (fields as Readonly<Record<string, string>>)[name]
    return problem ? { error: problem } : {}
  }
  const isInvited = invitedAs !== undefined
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
    <form className={styles.form} onSubmit={(event) => void submit(event)} aria-label={t('register.title')}>
      <NameFields hosted={hosted} problemOf={problemOf} />
      {!isInvited && (
        <TextField
          name="practiceName"
          label={t('practiceName')}
          hint={t('register.practiceHint')}
          autoComplete="organization"
          maxLength={100}
          {...problemOf('practiceName')}
        />
      )}
      {!hosted && <CredentialFields invitedAs={invitedAs} problemOf={problemOf} />}
      <PlaceFields isInvited={isInvited} problemOf={problemOf} />
      {formProblem !== '' && <Problem>{formProblem}</Problem>}
      <Button type="submit" size="lg" fullWidth loading={pending}>
        {t(isInvited ? 'invitation.join' : 'register.submit')}
      </Button>
    </form>
  )
}

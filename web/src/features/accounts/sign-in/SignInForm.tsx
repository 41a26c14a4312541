import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../../api/http/api-error.ts'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { lazyPart } from '../../../i18n/lazy-part.ts'
import { CheckboxField } from '../../../ui/base/CheckboxField.tsx'
import { Problem } from '../../../ui/base/Problem.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { TextField } from '../../../ui/base/TextField.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import styles from '../AccountForm.module.css'
import { signIn } from '../entrance/sign-in.ts'
import type { HostedPerson } from '../hosted-identity.ts'
import { OtherWays } from '../second-step/OtherWays.tsx'
import { usePasskeyOffer } from '../second-step/use-passkey-offer.ts'
import { useTypedForm } from './typed-faults.ts'
import { useSignIn } from './use-sign-in.ts'

const CodeStep = lazyPart(() => import('../second-step/CodeStep.tsx'), 'CodeStep')
const ActivationHelp = lazyPart(() => import('../register/ActivationHelp.tsx'), 'ActivationHelp')

export interface SignInFormProps {
  /** Known already, when one signs in again or answers an invitation. */
  username?: string | undefined
  /** Over an open page: no ways that lead elsewhere. */
  inPlace?: boolean
  onSignedIn: () => void | Promise<void>
  /** The hosted identity service knows the person, this installation does not. */
  onStranger?: (person: HostedPerson) => void
}

const field = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '')

/** What is wrong, announced; with the way on when the account waits for its activation. */
const SignInProblem = ({ error, username }: { error: unknown; username: string }) => {
  const { t } = useTranslation('auth')
  const { textOf } = useErrorText()
  if (error === null || hasKey(error, 'invalid_code')) return null
  if (hasKey(error, 'unauthorized')) return <Problem>{t('login.rejected')}</Problem>
  if (!hasKey(error, 'user_not_activated')) return <Problem>{textOf(error)}</Problem>
  return (
    <Suspense>
      <ActivationHelp username={username} />
    </Suspense>
  )
}

/**
 * User name or e-mail address, password, remember me; then the second factor in the same place. What is wrong stands
 * above the button and takes the focus.
 */
export const SignInForm = ({ username, inPlace = false, onSignedIn, onStranger }: SignInFormProps) => {
  const { t } = useTranslation('auth')
  const state = useSignIn(onSignedIn)
  const { faults, isComplete, forget } = useTypedForm()
  const form = useRef<HTMLFormElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [lastUsername, setLastUsername] = useState(username ?? '')
  const remember = (): boolean => form.current !== null && field(form.current, 'remember') === 'on'
  usePasskeyOffer(!inPlace, (enter) => void state.run(() => enter(remember())))
  useEffect(() => {
    if (state.error !== null && !state.wantsCode) password.current?.select()
  }, [state.error, state.wantsCode])

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { currentTarget } = event
    if (!isComplete(currentTarget)) return
    if (state.wantsCode) return void state.runWithCode(field(currentTarget, 'code'))
    const credentials = {
      username: field(currentTarget, 'username'),
      password: field(currentTarget, 'password'),
      remember: remember(),
    }
    setLastUsername(credentials.username)
    void state.run((code) => signIn(code === undefined ? credentials : { ...credentials, code }))
  }
  return (
    <form
      ref={form}
      className={stackClass(20)}
      onSubmit={submit}
      onInput={forget}
      noValidate
      aria-label={t('login.title')}
    >
      <div hidden={state.wantsCode}>
        <div className={stackClass(20)}>
          <TextField
            name="username"
            label={t('username')}
            autoComplete={inPlace ? 'username' : 'username webauthn'}
            autoCapitalize="none"
            spellCheck={false}
            required={!state.wantsCode}
            error={faults.username}
            defaultValue={username ?? ''}
            autoFocus={!username}
          />
          <PasswordField
            ref={password}
            name="password"
            label={t('password')}
            autoComplete="current-password"
            required={!state.wantsCode}
            error={faults.password}
            autoFocus={Boolean(username)}
            data-autofocus={username ? true : undefined}
            showLabel={t('showPassword')}
            hideLabel={t('hidePassword')}
          />
        </div>
      </div>
      <Suspense>{state.wantsCode && <CodeStep state={state} fault={faults.code} />}</Suspense>
      <div className={styles.beside}>
        <CheckboxField name="remember" label={t('login.remember')} />
        {!inPlace && (
          <Link to="/forgot-password" className={styles.aside}>
            {t('login.forgot')}
          </Link>
        )}
      </div>
      <SignInProblem error={state.error} username={lastUsername} />
      <Button type="submit" size="lg" fullWidth loading={state.pending}>
        {t('login.submit')}
      </Button>
      {!state.wantsCode && <OtherWays state={state} remember={remember} onStranger={onStranger} />}
    </form>
  )
}

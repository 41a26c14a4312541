import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import type { SecurityOverview } from '@ulna/contract/accounts/accounts.security'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../api/http/api-error.ts'
import { reportError } from '../../api/practice/app-errors.ts'
import { call } from '../../api/session/client.ts'
import { concernsPage } from '../../api/session/report-error.ts'
import { useSession } from '../../api/session/session.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'
import { pageSettings } from '../../i18n/page-settings.ts'
import { Problem } from '../../ui/base/Problem.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { KeyIcon } from '../../ui/icons/other-icons.tsx'
import styles from './AccountForm.module.css'
import type { HostedPerson } from './hosted-identity.ts'
import { CodeStep } from './second-step/CodeStep.tsx'
import { knowsPasskeys } from './second-step/passkey-support.ts'
import { securityQuery } from './security.queries.ts'
import { useTypedForm } from './sign-in/typed-faults.ts'
import { type Attempt, type SignInState, useSignIn } from './sign-in/use-sign-in.ts'

export interface ReauthenticationFormProps {
  onProven: () => void
  onCancel: () => void
  cancelLabel?: string
}

const withPassword =
  (password: string): Attempt =>
  async (code) => {
    const body = { password, ...(code === undefined ? {} : { code }) }
    await call(recoveryEndpoints.reauthenticate, { body })
  }

const withPasskey: Attempt = async () => {
  const { proveWithPasskey } = await import('./second-step/passkeys.ts')
  await proveWithPasskey()
}

const withHosted = (): Attempt => {
  let person: HostedPerson | undefined
  return async (code) => {
    const { askHostedIdentity, proveHosted } = await import('./hosted-identity.ts')
    person ??= await askHostedIdentity()
    await proveHosted(person, code)
  }
}

interface Ways {
  readonly password: boolean
  readonly passkey: boolean
  readonly hosted: boolean
}

/** What an account has is offered; a password is assumed until that is known. */
const useWays = (): Ways => {
  const { data } = useQuery(securityQuery)
  const has = (choose: (overview: SecurityOverview) => boolean, otherwise: boolean): boolean =>
    data ? choose(data) : otherwise
  return {
    password: has((overview) => overview.hasPassword, true),
    passkey: knowsPasskeys() && has((overview) => overview.passkeys.length > 0, false),
    hosted: Boolean(pageSettings().firebase) && has((overview) => overview.hostedIdentity, false),
  }
}

const OtherProofs = ({ state, ways }: { state: SignInState; ways: Ways }) => {
  const { t } = useTranslation('auth')
  if (!ways.passkey && !ways.hosted) return null
  return (
    <>
      {ways.password && <p className={styles.or}>{t('login.or')}</p>}
      <div className={styles.ways}>
        {ways.passkey && (
          <Button
            variant="default"
            fullWidth
            leftSection={<KeyIcon />}
            onClick={() => void state.run(withPasskey)}
          >
            {t('confirm.passkey')}
          </Button>
        )}
        {ways.hosted && (
          <Button variant="default" fullWidth onClick={() => void state.run(withHosted())}>
            {t('login.google')}
          </Button>
        )}
      </div>
    </>
  )
}

/** A password that was refused is typed again: it takes the keyboard, ready to be replaced. */
const useRetyped = (refused: unknown): RefObject<HTMLInputElement | null> => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!hasKey(refused, 'password_mismatch')) return
    field.current?.focus()
    field.current?.select()
  }, [refused])
  return field
}

/** Proves again who is at the keyboard: password with its second factor, passkey or hosted identity. */
export const ReauthenticationForm = ({ onProven, onCancel, cancelLabel }: ReauthenticationFormProps) => {
  const { t } = useTranslation(['auth', 'buttons'])
  const { textOf } = useErrorText()
  const { authUser } = useSession()
  const ways = useWays()
  const { faults, isComplete, forget } = useTypedForm()
  const proving = useSignIn(onProven)
  const password = useRetyped(proving.error)
  const isWrongPassword = !proving.wantsCode && hasKey(proving.error, 'password_mismatch')
  /** A session that has ended meanwhile is signed in again instead. */
  const orSignInAgain =
    (attempt: Attempt): Attempt =>
    async (code) => {
      try {
        await attempt(code)
      } catch (error) {
        if (!concernsPage(error)) throw error
        onCancel()
        reportError(error)
      }
    }
  const state: SignInState = { ...proving, run: (attempt) => proving.run(orSignInAgain(attempt)) }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isComplete(event.currentTarget)) return
    const data = new FormData(event.currentTarget)
    if (state.wantsCode) return void state.runWithCode(String(data.get('code') ?? ''))
    void state.run(withPassword(String(data.get('password') ?? '')))
  }
  const isSubmittable = ways.password || state.wantsCode
  return (
    <form
      className={stackClass(20)}
      onSubmit={submit}
      onInput={forget}
      noValidate
      aria-label={t('confirm.title')}
    >
      <input type="text" autoComplete="username" value={authUser?.username ?? ''} readOnly hidden />
      {ways.password && (
        <div hidden={state.wantsCode}>
          <PasswordField
            ref={password}
            name="password"
            label={t('password')}
            autoComplete="current-password"
            required={!state.wantsCode}
            data-autofocus
            showLabel={t('showPassword')}
            hideLabel={t('hidePassword')}
            error={faults.password ?? (isWrongPassword ? textOf(proving.error) : undefined)}
          />
        </div>
      )}
      {state.wantsCode && <CodeStep state={state} fault={faults.code} />}
      {state.error !== null && !hasKey(state.error, 'invalid_code') && !isWrongPassword && (
        <Problem>{textOf(state.error)}</Problem>
      )}
      {isSubmittable && (
        <Button type="submit" size="lg" fullWidth loading={state.pending}>
          {t('confirm.submit')}
        </Button>
      )}
      {!state.wantsCode && <OtherProofs state={state} ways={ways} />}
      <Button variant="subtle" color="gray" fullWidth onClick={onCancel}>
        {cancelLabel ?? t('confirm.cancel')}
      </Button>
    </form>
  )
}

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hasKey } from '../../../api/http/api-error.ts'
import { pageSettings } from '../../../i18n/page-settings.ts'
import { KeyIcon } from '../../../ui/icons/other-icons.tsx'
import styles from '../AccountForm.module.css'
import type { HostedPerson } from '../hosted-identity.ts'
import type { Attempt, SignInState } from '../sign-in/use-sign-in.ts'
import { knowsPasskeys } from './passkey-support.ts'

export interface OtherWaysProps {
  state: SignInState
  remember: () => boolean
  onStranger: ((person: HostedPerson) => void) | undefined
}

/** Passkey and hosted identity, below the password. Their code is fetched when they are chosen. */
export const OtherWays = ({ state, remember, onStranger }: OtherWaysProps) => {
  const { t } = useTranslation('auth')
  const hasPasskeys = knowsPasskeys()
  const hasHosted = Boolean(pageSettings().firebase)
  if (!hasPasskeys && !hasHosted) return null

  const withPasskey: Attempt = async () => {
    const { signInWithPasskey } = await import('./passkeys.ts')
    await signInWithPasskey(remember())
  }
  let person: HostedPerson | undefined
  const withHosted: Attempt = async (code) => {
    const { askHostedIdentity, signInHosted } = await import('../hosted-identity.ts')
    // Asked for a code, the same person goes on.
    const known = person ?? (await askHostedIdentity())
    person = known
    const options = { remember: remember(), ...(code === undefined ? {} : { code }) }
    await signInHosted(known, options).catch((problem: unknown) => {
      if (!onStranger || !hasKey(problem, 'unauthorized')) throw problem
      onStranger(known)
      throw new DOMException('The person is asked to register', 'AbortError')
    })
  }
  return (
    <>
      <p className={styles.or}>{t('login.or')}</p>
      <div className={styles.ways}>
        {hasPasskeys && (
          <Button
            variant="default"
            fullWidth
            leftSection={<KeyIcon />}
            onClick={() => void state.run(withPasskey)}
          >
            {t('login.passkey')}
          </Button>
        )}
        {hasHosted && (
          <Button variant="default" fullWidth onClick={() => void state.run(withHosted)}>
            {t('login.google')}
          </Button>
        )}
      </div>
    </>
  )
}

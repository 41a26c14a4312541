import { type FirebaseApp, initializeApp } from '@firebase/app'
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithCustomToken,
  signInWithPopup,
  signOut,
} from '@firebase/auth'
import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { solvedCaptcha } from '../../api/captcha/captcha.ts'
import { call } from '../../api/session/client.ts'
import { pageSettings } from '../../i18n/page-settings.ts'
import { enter } from './entrance/sign-in.ts'

let app: FirebaseApp | undefined
let auth: Auth | undefined

/** The service of this installation. Its sign-in rests in memory only: our own session is what is remembered. */
const service = (): Auth => {
  if (auth) return auth
  const { firebase } = pageSettings()
  if (!firebase) throw new Error('hosted_failed')
  const { emulatorHost, ...options } = firebase
  app ??= initializeApp(options)
  auth = initializeAuth(app, {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true })
  return auth
}

const causes: Readonly<Record<string, string>> = {
  'auth/popup-closed-by-user': 'hosted_cancelled',
  'auth/cancelled-popup-request': 'hosted_cancelled',
  'auth/user-cancelled': 'hosted_cancelled',
  'auth/popup-blocked': 'popup_blocked',
  'auth/network-request-failed': 'connection_lost',
}

/** The service speaks English; what it means has a text of ours. */
const inOurWords = (error: unknown): never => {
  const code = (error as { code?: unknown } | null)?.code
  throw new Error(causes[String(code)] ?? 'hosted_failed', { cause: error })
}

/** Somebody the service knows. */
export interface HostedPerson {
  readonly idToken: string
  readonly email: string
  readonly name: string
}

/** Asks the person to sign in at the service, in a window of its own. */
export const askHostedIdentity = async (): Promise<HostedPerson> => {
  const provider = new GoogleAuthProvider()
  provider.setCustomParameters({ prompt: 'select_account' })
  const { user } = await signInWithPopup(service(), provider).catch(inOurWords)
  return { idToken: await user.getIdToken(), email: user.email ?? '', name: user.displayName ?? '' }
}

/** Signs in as a person of the service; the account is found by the address the first time. */
export const signInHosted = async (
  { idToken }: HostedPerson,
  options: { readonly remember: boolean; readonly code?: string },
): Promise<void> => {
  const body = { firebaseIdToken: idToken, ...options }
  await enter(await call(identityEndpoints.firebaseLogin, { body }), options.remember)
}

export type HostedRegistration = Omit<
  BodyInputOf<typeof identityEndpoints.firebaseRegister>,
  'firebaseIdToken' | 'captcha'
>

/** Makes user, profile and practice for a person of the service; the answer signs in. */
export const registerHosted = async (
  { idToken }: HostedPerson,
  registration: HostedRegistration,
): Promise<void> => {
  const body = { ...registration, firebaseIdToken: idToken, ...(await solvedCaptcha()) }
  await enter(await call(identityEndpoints.firebaseRegister, { body }), registration.remember ?? false)
}

/** Proves again who is at the keyboard. */
export const proveHosted = async ({ idToken }: HostedPerson, code?: string): Promise<void> => {
  const body = { firebaseIdToken: idToken, ...(code === undefined ? {} : { code }) }
  await call(recoveryEndpoints.reauthenticate, { body })
}

/** Signs in at the service with the custom token of our own sign-in, unless somebody is signed in there (specification §4). */
export const enterHostedIdentity = async (customToken: string): Promise<void> => {
  const there = service()
  await there.authStateReady()
  if (there.currentUser === null) await signInWithCustomToken(there, customToken)
}

export const leaveHostedIdentity = async (): Promise<void> => {
  if (auth) await signOut(auth)
}

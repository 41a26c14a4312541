import { accountEndpoints, type SessionPayload } from '@ulna/contract/accounts'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { systemEndpoints } from '@ulna/contract/system'
import { call, tokens } from '../../api/client.ts'
import { loadSession } from '../../api/load-session.ts'
import { changeSession, enterSession, session, signedOut } from '../../api/session.ts'
import { chooseLanguage } from '../../i18n/i18n.ts'

interface SignedIn {
  readonly payload: SessionPayload
  readonly metadata: { token: string; expiresAt: string; firebaseToken: string | null }
  readonly clockSkew: number
}

/** Tokens in an answer are stored (specification §7), then the session is entered. */
const enter = async ({ payload, metadata, clockSkew }: SignedIn, remember: boolean): Promise<void> => {
  await tokens.keep({ ...metadata, clockSkew }, remember)
  await chooseLanguage(payload.user.language)
  enterSession(payload, metadata.firebaseToken)
  changeSession({ rememberMeCompleted: true })
}

export type Credentials = BodyInputOf<typeof accountEndpoints.login>

export const signIn = async (credentials: Credentials): Promise<void> => {
  await enter(await call(accountEndpoints.login, { body: credentials }), credentials.remember ?? false)
}

export type Registration = BodyInputOf<typeof accountEndpoints.register>

/** What a public form sends along when the installation asks for it. */
const solvedCaptcha = async (): Promise<{ captcha?: string }> => {
  const { payload } = await call(accountEndpoints.captcha)
  if (!payload.required) return {}
  const { solveCaptcha } = await import('./solve-captcha.ts')
  return { captcha: await solveCaptcha(payload.challenge, payload.difficulty) }
}

/** Makes user, profile and practice; the answer signs in. */
export const registerAccount = async (registration: Registration): Promise<void> => {
  const body = { ...registration, ...(await solvedCaptcha()) }
  await enter(await call(accountEndpoints.register, { body }), registration.remember ?? false)
}

/** Signs in again over the open app. The practice that was open is kept when the same person returns. */
export const signInAgain = async (credentials: Credentials): Promise<void> => {
  const before = session.get()
  await signIn(credentials)
  const after = session.get()
  const isSamePerson = before.authUser?.id === after.authUser?.id
  if (isSamePerson && before.authPractice?.id === after.authPractice?.id) return
  window.location.assign('/app/dashboard')
}

/** Ends the session here and on every server; leaves the page, so that nothing read stays in memory. */
export const signOut = async (): Promise<void> => {
  try {
    await call(accountEndpoints.logout, { blocking: true })
  } finally {
    await tokens.clear()
    session.set({ ...signedOut, rememberMeCompleted: true })
    window.location.assign('/login')
  }
}

export interface DemoAccess {
  readonly username: string
  readonly password: string
}

/** Fills a fresh installation with the demo practice and signs in as its owner. */
export const loadDemoPractice = async (): Promise<DemoAccess> => {
  const answer = await call(systemEndpoints.loadDemo)
  await enter(answer, false)
  return answer.metadata
}

/** True while nobody has registered on this installation. */
export const isFreshInstallation = async (): Promise<boolean> => {
  const { payload } = await call(systemEndpoints.installation, { silent: true })
  return payload.fresh
}

export type Preferences = BodyInputOf<typeof accountEndpoints.preferences>

/** Language and time format of the user, at once on this page and at the next sign-in anywhere. */
export const savePreferences = async (preferences: Preferences): Promise<void> => {
  if (preferences.language) await chooseLanguage(preferences.language)
  await call(accountEndpoints.preferences, { body: preferences })
  await loadSession()
}

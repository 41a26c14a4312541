import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { type Passkey, securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { isAbort } from '../../../api/http/api-error.ts'
import { call } from '../../../api/session/client.ts'
import { enter } from '../entrance/sign-in.ts'

type Assertion = Record<string, unknown>

/** The browser tells a refusal, a time-out and a missing key alike; the reason is nobody else's. */
const noteUnused = (error: unknown): never => {
  if (isAbort(error)) throw error
  if (error instanceof Error && error.name === 'InvalidStateError') throw new Error('passkey_known')
  throw new Error('passkey_not_used')
}

const assertionFor = async (useBrowserAutofill: boolean): Promise<Assertion> => {
  const { payload } = await call(securityEndpoints.passkeyLoginOptions, { silent: useBrowserAutofill })
  const optionsJSON = payload as unknown as PublicKeyCredentialRequestOptionsJSON
  const response: AuthenticationResponseJSON = await startAuthentication({
    optionsJSON,
    useBrowserAutofill,
  }).catch(noteUnused)
  return { ...response }
}

const enterWith = async (response: Assertion, remember: boolean): Promise<void> => {
  await enter(await call(securityEndpoints.passkeyLogin, { body: { response, remember } }), remember)
}

/** Signs in with a passkey of this device. */
export const signInWithPasskey = async (remember: boolean): Promise<void> =>
  enterWith(await assertionFor(false), remember)

/** Milliseconds after which a challenge is replaced, well before it ends at the server. */
const challengeLife = 240_000

/**
 * Lets the browser offer passkeys where the user name is typed, until it is called off. `onChosen` gets what signs in.
 * It is an offer on the side: where it cannot be made, the button and the password are still there.
 */
export const offerPasskeys = (
  onChosen: (enter: (remember: boolean) => Promise<void>) => void,
): (() => void) => {
  let isOver = false
  const offer = async (): Promise<void> => {
    const response = await assertionFor(true)
    if (!isOver) onChosen((remember) => enterWith(response, remember))
  }
  const tryOffer = (): void => {
    offer().catch(() => undefined)
  }
  tryOffer()
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') tryOffer()
  }, challengeLife)
  return () => {
    isOver = true
    clearInterval(timer)
    WebAuthnAbortService.cancelCeremony()
  }
}

/** Proves again who is at the keyboard. */
export const proveWithPasskey = async (): Promise<void> => {
  await call(recoveryEndpoints.reauthenticate, { body: { passkey: await assertionFor(false) } })
}

/** Makes a passkey on this device and keeps it under a name. */
export const addPasskey = async (name: string): Promise<Passkey> => {
  const { payload } = await call(securityEndpoints.passkeyOptions)
  const optionsJSON = payload as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON }).catch(noteUnused)
  return (await call(securityEndpoints.addPasskey, { body: { name, response: { ...response } } })).payload
}

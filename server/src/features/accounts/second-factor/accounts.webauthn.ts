import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { AppError } from '../../../platform/app-error.ts'
import type { AccountDependencies } from '../accounts.dependencies.ts'
import { type ChallengePurpose, challengeMinutes, isChallenge, newChallenge } from './accounts.challenges.ts'
import type { Credential, PasskeyOwner } from './accounts.passkeys.repository.ts'

export type PasskeyDependencies = Pick<AccountDependencies, 'keys' | 'appUrl' | 'origins'>

/** What a browser sends, as JSON; nothing of its shape is known yet. */
export type WebAuthnJson = Readonly<Record<string, unknown>>

const timeout = challengeMinutes * 60_000
const rpName = 'Ulna'

/** The host passkeys belong to. */
const rpIdOf = ({ appUrl }: PasskeyDependencies): string => new URL(appUrl()).hostname

const bytesOf = (uid: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(uid))

/** The library refuses by throwing too, and what is no answer of a browser makes it throw. */
const orReject = async <T>(verifying: Promise<T>): Promise<T> => {
  try {
    return await verifying
  } catch {
    throw new AppError('passkey_rejected')
  }
}

/** Options to sign in or prove again who one is: any passkey of this host, whose device verifies them. */
export const authenticationOptions = async (deps: PasskeyDependencies): Promise<WebAuthnJson> => ({
  ...(await generateAuthenticationOptions({
    rpID: rpIdOf(deps),
    challenge: newChallenge(deps.keys.challenges, 'prove'),
    userVerification: 'required',
    timeout,
  })),
})

export const registrationOptions = async (
  deps: PasskeyDependencies,
  userId: number,
  owner: PasskeyOwner,
  present: readonly Credential[],
): Promise<WebAuthnJson> => ({
  ...(await generateRegistrationOptions({
    rpName,
    rpID: rpIdOf(deps),
    userID: bytesOf(owner.uid),
    userName: owner.username,
    userDisplayName: owner.fullName,
    challenge: newChallenge(deps.keys.challenges, `make for ${userId}`),
    attestationType: 'none',
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout,
  })),
})

interface Expectations {
  readonly expectedChallenge: (challenge: string) => boolean
  readonly expectedOrigin: string[]
  readonly expectedRPID: string
  readonly requireUserVerification: true
  /** The challenge that was answered. */
  answered(): string
}

const expectationsOf = (deps: PasskeyDependencies, purpose: ChallengePurpose): Expectations => {
  let answered = ''
  return {
    expectedChallenge: (challenge) => {
      answered = challenge
      return isChallenge(deps.keys.challenges, purpose, challenge)
    },
    expectedOrigin: [...deps.origins()],
    expectedRPID: rpIdOf(deps),
    requireUserVerification: true,
    answered: () => answered,
  }
}

export interface Assertion {
  readonly challenge: string
  readonly counter: number
  readonly backedUp: boolean
}

/** The id of the credential an assertion names; undefined when it names none. */
export const credentialIdIn = ({ id }: WebAuthnJson): string | undefined =>
  typeof id === 'string' ? id : undefined

/**
 * Whether the device says it is this account's key. No account is named beforehand, so a device always says it
 * (WebAuthn Level 3, section 7.2, step 6).
 */
const isOfOwner = ({ userHandle }: AuthenticationResponseJSON['response'], uid: string): boolean =>
  userHandle === Buffer.from(uid).toString('base64url')

/** Checks what a device signed. Refuses with passkey_rejected. */
export const checkAssertion = async (
  deps: PasskeyDependencies,
  given: WebAuthnJson,
  credential: Credential,
): Promise<Assertion> => {
  const { answered, ...expectations } = expectationsOf(deps, 'prove')
  const response = given as unknown as AuthenticationResponseJSON
  const { verified, authenticationInfo } = await orReject(
    verifyAuthenticationResponse({
      ...expectations,
      response,
      credential: {
        id: credential.credentialId,
        publicKey: new Uint8Array(credential.publicKey),
        counter: credential.counter,
      },
    }),
  )
  if (!verified || !isOfOwner(response.response, credential.uid)) throw new AppError('passkey_rejected')
  const { newCounter, credentialBackedUp } = authenticationInfo
  return { challenge: answered(), counter: newCounter, backedUp: credentialBackedUp }
}

export interface MadeCredential {
  readonly challenge: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly backedUp: boolean
}

const knownTransports: ReadonlySet<unknown> = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
])

/** Nothing signs them: what a browser tells may be anything. */
const transportsIn = (told: unknown): string[] =>
  [...new Set([told].flat())].filter((one): one is string => knownTransports.has(one))

/** Bytes of a credential's id (WebAuthn Level 3, section 7.1, step 25). */
const longestCredentialId = 1023

/** Checks a passkey that a device has made. Refuses with passkey_rejected. */
export const checkRegistration = async (
  deps: PasskeyDependencies,
  response: WebAuthnJson,
  userId: number,
): Promise<MadeCredential> => {
  const { answered, ...expectations } = expectationsOf(deps, `make for ${userId}`)
  const { verified, registrationInfo } = await orReject(
    verifyRegistrationResponse({
      ...expectations,
      response: response as unknown as RegistrationResponseJSON,
    }),
  )
  if (!verified) throw new AppError('passkey_rejected')
  const { credential, credentialBackedUp } = registrationInfo
  if (Buffer.from(credential.id, 'base64url').length > longestCredentialId)
    throw new AppError('passkey_rejected')
  return {
    challenge: answered(),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transportsIn(credential.transports),
    backedUp: credentialBackedUp,
  }
}

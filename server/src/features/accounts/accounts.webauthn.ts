import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { AppError } from '../../platform/app-error.ts'
import { type ChallengePurpose, challengeMinutes, isChallenge, newChallenge } from './accounts.challenges.ts'
import type { AccountDependencies } from './accounts.dependencies.ts'
import type { Credential, PasskeyOwner } from './accounts.passkeys.repository.ts'

export type PasskeyDependencies = Pick<AccountDependencies, 'keys' | 'appUrl' | 'origins'>

/** What a browser sends, as JSON; nothing of its shape is known yet. */
export type WebAuthnJson = Readonly<Record<string, unknown>>

const timeout = challengeMinutes * 60_000
const rpName = 'Ulna'

/** The host passkeys belong to. */
const rpIdOf = ({ appUrl }: PasskeyDependencies): string => new URL(appUrl()).hostname

const bytesOf = (uid: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(uid))

/** The library refuses by throwing, and what is no answer of a browser makes it throw too. */
const orReject = async <T>(verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify()
  } catch {
    throw new AppError('passkey_rejected')
  }
}

/** For signing in or proving again who one is: any passkey of this host, after its device verified the person. */
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
  typeof id === 'string' && id.length <= 1500 ? id : undefined

const isOfOwner = (response: WebAuthnJson, uid: string): boolean => {
  const { userHandle } = (response.response ?? {}) as { userHandle?: unknown }
  return (
    userHandle === undefined || userHandle === null || userHandle === Buffer.from(uid).toString('base64url')
  )
}

/** Checks what a device signed. Refuses with passkey_rejected. */
export const checkAssertion = (
  deps: PasskeyDependencies,
  response: WebAuthnJson,
  credential: Credential,
): Promise<Assertion> =>
  orReject(async () => {
    const { answered, ...expectations } = expectationsOf(deps, 'prove')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectations,
      response: response as unknown as AuthenticationResponseJSON,
      credential: {
        id: credential.credentialId,
        publicKey: new Uint8Array(credential.publicKey),
        counter: credential.counter,
      },
    })
    if (!verified || !isOfOwner(response, credential.uid)) throw new AppError('passkey_rejected')
    const { newCounter, credentialBackedUp } = authenticationInfo
    return { challenge: answered(), counter: newCounter, backedUp: credentialBackedUp }
  })

export interface MadeCredential {
  readonly challenge: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly backedUp: boolean
}

const knownTransports: ReadonlySet<string> = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
])

/** Checks a passkey that a device has made. Refuses with passkey_rejected. */
export const checkRegistration = (
  deps: PasskeyDependencies,
  response: WebAuthnJson,
  userId: number,
): Promise<MadeCredential> =>
  orReject(async () => {
    const { answered, ...expectations } = expectationsOf(deps, `make for ${userId}`)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectations,
      response: response as unknown as RegistrationResponseJSON,
    })
    if (!verified) throw new AppError('passkey_rejected')
    const { credential, credentialBackedUp } = registrationInfo
    return {
      challenge: answered(),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((one) => knownTransports.has(one)),
      backedUp: credentialBackedUp,
    }
  })

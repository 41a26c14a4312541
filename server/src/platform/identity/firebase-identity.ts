import { readFile } from 'node:fs/promises'
import {
  type CryptoKey,
  createRemoteJWKSet,
  errors,
  importPKCS8,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'
import type { HostedPerson, IdentityService } from './identity.ts'

export interface FirebaseSettings {
  readonly projectId: string
  /** Host of the emulator, whose tokens are not signed. Whoever sets it lets anybody in: development only. */
  readonly emulatorHost: string | undefined
  /** Key file that custom tokens are signed with. */
  readonly serviceAccountFile: string | undefined
  /** Where the public keys of ID tokens are; Google's unless a test says otherwise. */
  readonly keysUrl?: string
}

const googleKeysUrl =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** Whom custom tokens are for. https://firebase.google.com/docs/auth/admin/create-custom-tokens */
const customTokenAudience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/** Seconds that clocks may differ by. */
const clockTolerance = 10

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  iat: z.int(),
  auth_time: z.int(),
  email: z.optional(z.string().check(z.maxLength(254))),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  firebase: z.optional(z.object({ sign_in_provider: z.optional(z.string()) })),
})

/**
 * Of who signed in there with a custom token. We give one to every session, so it proves no more than the session does:
 * taken for a proof, it would make any session fresh, and outlive it.
 */
const ownProvider = 'custom'

/** What jose says of a token that is no good. Everything else is trouble with getting the keys. */
const badToken = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSMultipleMatchingKeys,
  errors.JWKSNoMatchingKey,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
]

const translate = (error: unknown): AppError => {
  const isBad = badToken.some((kind) => error instanceof kind)
  const translated = isBad
    ? new AppError('invalid_token')
    : new AppError('service_unavailable', { retryAfter: 5 })
  return Object.assign(translated, { cause: error })
}

const personOf = (payload: JWTPayload): HostedPerson => {
  const parsed = z.safeParse(claims, payload)
  if (!parsed.success) throw new AppError('invalid_token')
  const { sub, iat, auth_time: signedInAt, email, email_verified: verified, name, firebase } = parsed.data
  if (firebase?.sign_in_provider === ownProvider) throw new AppError('invalid_token')
  const latest = Date.now() / 1000 + clockTolerance
  if (iat > latest || signedInAt > latest) throw new AppError('invalid_token')
  return {
    uid: sub,
    email: email?.toLowerCase() ?? null,
    emailVerified: verified === true,
    name: name ?? null,
    signedInAt,
  }
}

type Verify = (idToken: string) => Promise<JWTPayload>
type Sign = (uid: string) => Promise<string | null>

/** https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library */
const signedTokens = ({ projectId, keysUrl = googleKeysUrl }: FirebaseSettings): Verify => {
  // Google changes them about daily; a token with an unknown key has them fetched again.
  const keys = createRemoteJWKSet(new URL(keysUrl), { cacheMaxAge: 6 * 3_600_000 })
  const expected = expectedOf(projectId)
  return async (idToken) => (await jwtVerify(idToken, keys, { ...expected, algorithms: ['RS256'] })).payload
}

const unsignedTokens = ({ projectId }: FirebaseSettings): Verify => {
  const expected = expectedOf(projectId)
  return async (idToken) => UnsecuredJWT.decode(idToken, expected).payload
}

const expectedOf = (projectId: string): JWTVerifyOptions => ({
  issuer: `https://securetoken.google.com/${projectId}`,
  audience: projectId,
  clockTolerance,
  requiredClaims: ['exp', 'iat', 'sub'],
})

interface ServiceAccount {
  readonly email: string
  readonly key: CryptoKey
}

const keyFile = z.object({ client_email: z.string(), private_key: z.string() })

/** Throws a sentence for whoever starts the server when the file is no key file of a service account. */
const readServiceAccount = async (file: string): Promise<ServiceAccount> => {
  try {
    const { client_email: email, private_key: pem } = z.parse(
      keyFile,
      JSON.parse(await readFile(file, 'utf8')),
    )
    return { email, key: await importPKCS8(pem, 'RS256') }
  } catch {
    // What went wrong may quote the key.
    throw new Error(
      `FIREBASE_SERVICE_ACCOUNT is ${JSON.stringify(file)}; it must be the JSON key file of a service account.`,
    )
  }
}

const customClaims = (account: string, uid: string): JWTPayload => ({
  iss: account,
  sub: account,
  aud: customTokenAudience,
  uid,
})

const signerOf = async ({ emulatorHost, serviceAccountFile }: FirebaseSettings): Promise<Sign> => {
  if (emulatorHost !== undefined) {
    return async (uid) =>
      new UnsecuredJWT(customClaims('firebase-auth-emulator@example.com', uid))
        .setIssuedAt()
        .setExpirationTime('1h')
        .encode()
  }
  if (serviceAccountFile === undefined) return async () => null
  const { email, key } = await readServiceAccount(serviceAccountFile)
  return (uid) =>
    new SignJWT(customClaims(email, uid))
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
}

/** Firebase Authentication. Keys of ID tokens are fetched when the first comes, and kept. */
export const firebaseIdentity = async (settings: FirebaseSettings): Promise<IdentityService> => {
  const verify = settings.emulatorHost === undefined ? signedTokens(settings) : unsignedTokens(settings)
  return {
    verify: async (idToken) => {
      const payload = await verify(idToken).catch((error: unknown) => {
        throw translate(error)
      })
      return personOf(payload)
    },
    customToken: await signerOf(settings),
  }
}

/** Who an ID token of the hosted identity service speaks of. */
export interface HostedPerson {
  /** Id of the account in that service. */
  readonly uid: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  /** When the person signed in there, seconds since 1970. */
  readonly signedInAt: number
}

/** The hosted identity service (Firebase Authentication). */
export interface IdentityService {
  /** Rejects with invalid_token what is no valid ID token for this project. */
  verify(idToken: string): Promise<HostedPerson>
  /** A custom token that signs the web app in there as this account; null when there is no key to sign with. */
  customToken(uid: string): Promise<string | null>
}

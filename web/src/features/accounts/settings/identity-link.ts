import type { SecurityOverview } from '@ulna/contract/accounts/accounts.security'

/**
 * - `hidden`: nothing to say, the installation has no hosted identity service and the account is not linked from then.
 * - `only-way`: the server would refuse to unlink (last_way_in), there is neither password nor passkey.
 */
export type IdentityLink = 'hidden' | 'none' | 'linked' | 'only-way'

/** How an account stands to the hosted identity service, which the installation may or may not offer. */
export const identityLink = (
  { hasPassword, hostedIdentity, passkeys }: SecurityOverview,
  isOffered: boolean,
): IdentityLink => {
  if (!hostedIdentity) return isOffered ? 'none' : 'hidden'
  return hasPassword || passkeys.length > 0 ? 'linked' : 'only-way'
}

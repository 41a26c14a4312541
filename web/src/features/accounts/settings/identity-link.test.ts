import type { SecurityOverview } from '@ulna/contract/accounts/accounts.security'
import { describe, expect, it } from 'vitest'
import { identityLink } from './identity-link.ts'

const passkey = { id: 1, name: 'Llave', createdAt: '2030-01-01T00:00:00Z', lastUsedAt: null, backedUp: false }
const account: SecurityOverview = {
  hasPassword: true,
  hostedIdentity: false,
  totp: false,
  recoveryCodesLeft: 0,
  shortCode: false,
  shortCodeBlocked: false,
  passkeys: [],
  pendingEmail: null,
}
const linked = { ...account, hostedIdentity: true }

describe('the link with the hosted identity service', () => {
  it('is not shown where there is no such service and the account is not linked', () => {
    expect(identityLink(account, false)).toBe('hidden')
    expect(identityLink(account, true)).toBe('none')
  })

  it('can be ended though the installation has no service any more', () => {
    expect(identityLink(linked, false)).toBe('linked')
    expect(identityLink(linked, true)).toBe('linked')
  })

  it('cannot be ended while it is the only way in', () => {
    const alone = { ...linked, hasPassword: false }
    expect(identityLink(alone, true)).toBe('only-way')
    expect(identityLink({ ...alone, passkeys: [passkey] }, true)).toBe('linked')
  })
})

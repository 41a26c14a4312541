import { randomUUID } from 'node:crypto'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { identityEndpoints } from '@ulna/contract/accounts/accounts.identity'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { shortCodeEndpoints } from '@ulna/contract/accounts/accounts.short-code'
import { testPassword } from '../../factories/people.ts'
import { type Sample, sample } from './sample.ts'

export const accountSamples: readonly Sample[] = [
  sample(accountEndpoints.register, () => ({
    body: {
      email: `${randomUUID()}@example.test`,
      password: testPassword,
      firstName: 'Nuria',
      lastName: 'Vidal',
    },
  })),
  sample(accountEndpoints.login, ({ username, password }) => ({ body: { username, password } })),
  sample(accountEndpoints.captcha),
  sample(accountEndpoints.refresh),
  sample(accountEndpoints.me),
  sample(accountEndpoints.logout),
  sample(accountEndpoints.preferences, () => ({ body: { language: 'it', timeFormat: 'hh:mm a' } })),
  sample(identityEndpoints.firebaseLogin, () => ({
    body: { firebaseIdToken: 'of.the.hosted.identity.service' },
  })),
  sample(identityEndpoints.firebaseRegister, () => ({
    body: { firebaseIdToken: 'of.the.hosted.identity.service', firstName: 'Nuria', lastName: 'Vidal' },
  })),
  sample(identityEndpoints.firebaseUnlink),
  sample(recoveryEndpoints.forgotPassword, ({ username }) => ({ body: { username } })),
  sample(recoveryEndpoints.resendActivation, ({ username }) => ({ body: { username } })),
  sample(recoveryEndpoints.reauthenticate, ({ password }) => ({ body: { password } })),
  sample(recoveryEndpoints.changePassword, ({ password }) => ({
    body: { currentPassword: password, password },
  })),
  sample(recoveryEndpoints.resetPassword, ({ password }) => ({ body: { token: 'of.a.mail', password } })),
  sample(recoveryEndpoints.activate, () => ({ body: { token: 'of.a.mail' } })),
  sample(recoveryEndpoints.confirmMail, () => ({ body: { token: 'of.a.mail' } })),
  sample(securityEndpoints.overview),
  sample(securityEndpoints.sessions),
  sample(securityEndpoints.endSession, ({ sessionId }) => ({ params: { id: String(sessionId) } })),
  sample(securityEndpoints.endOtherSessions),
  sample(securityEndpoints.passkeyLoginOptions),
  // Nothing within it is of a known shape, and each that is refused leaves a row.
  sample(securityEndpoints.passkeyLogin, () => ({ body: { response: {} } })),
  sample(securityEndpoints.passkeyOptions),
  sample(securityEndpoints.addPasskey, () => ({ body: { name: 'Móvil', response: {} } })),
  sample(securityEndpoints.renamePasskey, ({ passkeyId }) => ({
    params: { id: String(passkeyId) },
    body: { name: 'Móvil' },
  })),
  sample(securityEndpoints.removePasskey, ({ passkeyId }) => ({ params: { id: String(passkeyId) } })),
  sample(securityEndpoints.startTotp),
  sample(securityEndpoints.confirmTotp, () => ({ body: { code: '123456' } })),
  sample(securityEndpoints.disableTotp),
  sample(securityEndpoints.makeRecoveryCodes),
  sample(shortCodeEndpoints.save, () => ({ body: { code: '407193' } })),
  sample(shortCodeEndpoints.remove),
]

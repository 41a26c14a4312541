import '@fastify/cookie'
import { accountEndpoints } from '@ulna/contract/accounts/accounts'
import { recoveryEndpoints } from '@ulna/contract/accounts/accounts.recovery'
import { securityEndpoints } from '@ulna/contract/accounts/accounts.security'
import { shortCodeEndpoints } from '@ulna/contract/accounts/accounts.short-code'
import { refreshCookie } from '../../platform/http/cookies.ts'
import { Answer, implement, type Route } from '../../platform/http/route.ts'
import { captchaDifficulty } from '../../platform/identity/captcha.ts'
import type { AccountDependencies } from './accounts.dependencies.ts'
import { register } from './accounts.register.service.ts'
import { changePreferences, login, logout, readMe, readSecurity, refresh } from './accounts.service.ts'
import { changePassword } from './recovery/accounts.passwords.service.ts'
import {
  activate,
  confirmMail,
  forgotPassword,
  resendActivation,
  resetPassword,
} from './recovery/accounts.recovery.service.ts'
import {
  addPasskey,
  passkeyLogin,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from './second-factor/accounts.passkeys.service.ts'
import {
  confirmTotp,
  disableTotp,
  makeRecoveryCodes,
  startTotp,
} from './second-factor/accounts.totp.service.ts'
import { authenticationOptions } from './second-factor/accounts.webauthn.ts'
import { removeShortCode, setShortCode } from './short-code/accounts.short-code.service.ts'
import { reauthenticate } from './sign-in/accounts.reauthentication.service.ts'
import { endOneSession, endOtherSessions, listSessions } from './sign-in/accounts.sessions.service.ts'

/** Says that a person did something since the token was renewed before; without it the session grows idle. */
const activeHeader = 'ulna-active'

const signInRoutes = (deps: AccountDependencies): Route[] => {
  const { db, captcha } = deps
  return implement(accountEndpoints, {
    register: ({ actor, body }) => register(deps, actor, body),
    captcha: async () => ({
      challenge: captcha.challenge(),
      difficulty: captchaDifficulty,
      required: captcha.required,
    }),
    login: ({ actor, body }) => login(deps, actor, body),
    refresh: ({ request }) =>
      refresh(deps, {
        refreshToken: request.cookies[refreshCookie],
        active: request.headers[activeHeader] === '1',
      }),
    me: ({ actor }) => readMe(deps, actor),
    logout: ({ actor }) => logout(db, actor),
    preferences: ({ actor, body }) => changePreferences(db, actor, body),
  })
}

const recoveryRoutes = (deps: AccountDependencies): Route[] =>
  implement(recoveryEndpoints, {
    forgotPassword: ({ actor, body }) => forgotPassword(deps, actor, body),
    resetPassword: ({ actor, body }) => resetPassword(deps, actor, body),
    activate: ({ actor, body }) => activate(deps, actor, body.token),
    resendActivation: ({ actor, body }) => resendActivation(deps, actor, body),
    confirmMail: ({ actor, body }) => confirmMail(deps, actor, body.token),
    changePassword: ({ actor, body }) => changePassword(deps, actor, body),
    reauthenticate: ({ actor, body }) => reauthenticate(deps, actor, body),
  })

const securityRoutes = (deps: AccountDependencies): Route[] => {
  const { db } = deps
  return implement(securityEndpoints, {
    overview: ({ actor }) => readSecurity(db, actor),
    sessions: async ({ actor }) => {
      const sessions = await listSessions(db, actor)
      return new Answer(sessions, { total: sessions.length, limit: sessions.length, offset: 0 })
    },
    endSession: ({ actor, path }) => endOneSession(db, actor, path.id),
    endOtherSessions: ({ actor }) => endOtherSessions(db, actor),
    passkeyLoginOptions: () => authenticationOptions(deps),
    passkeyLogin: ({ actor, body }) => passkeyLogin(deps, actor, body),
    passkeyOptions: ({ actor }) => passkeyOptions(deps, actor),
    addPasskey: ({ actor, body }) => addPasskey(deps, actor, body),
    renamePasskey: ({ actor, path, body }) => renamePasskey(db, actor, path.id, body.name),
    removePasskey: ({ actor, path }) => removePasskey(db, actor, path.id),
    startTotp: ({ actor }) => startTotp(deps, actor),
    confirmTotp: ({ actor, body }) => confirmTotp(deps, actor, body.code),
    disableTotp: ({ actor }) => disableTotp(deps, actor),
    makeRecoveryCodes: ({ actor }) => makeRecoveryCodes(deps, actor),
  })
}

const shortCodeRoutes = (deps: AccountDependencies): Route[] =>
  implement(shortCodeEndpoints, {
    save: ({ actor, body }) => setShortCode(deps, actor, body.code),
    remove: ({ actor }) => removeShortCode(deps.db, actor),
  })

export const accountRoutes = (deps: AccountDependencies): Route[] => [
  ...signInRoutes(deps),
  ...recoveryRoutes(deps),
  ...securityRoutes(deps),
  ...shortCodeRoutes(deps),
]

import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { name } from '../http/text.ts'
import {
  captchaSolution,
  givenPassword,
  newPassword,
  secondFactorCode,
  sessionPayload,
  tokenMetadata,
} from './accounts.ts'

/** What is answered where the answer must not tell whether an account exists. */
const accepted = z.object({ accepted: z.literal(true) })

/** How long links in mails are good. */
export const linkLifetimes = {
  resetMinutes: 60,
  activationHours: 72,
  mailChangeHours: 24,
  invitationDays: 14,
} as const

/** How many recovery codes an account gets at once. */
export const recoveryCodeCount = 10

/** A forgotten password, a first activation, another address or password (product-decisions.md §3). */
export const recoveryEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgotPassword',
    summary:
      'Mails a link to choose a new password; answers the same whether there is such an account or not',
    access: 'public',
    audit: 'account.password_forgotten',
    body: z.object({
      /** User name or e-mail address. */
      username: name(254),
      captcha: z.optional(captchaSolution),
    }),
    returns: accepted,
    errors: ['invalid_captcha', 'rate_limited'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/resetPassword',
    summary:
      'Sets a new password with the link of the mail and ends every session; invalid_token when the link is no good',
    access: 'public',
    audit: 'account.password_reset',
    body: z.object({ token: linkToken, password: newPassword }),
    returns: z.object({ username: z.string() }),
    errors: ['invalid_token', 'password_common', 'rate_limited'],
  }),
  activate: endpoint({
    method: 'POST',
    path: '/auth/activate',
    summary:
      'Activates an account with the link of the mail and signs in; an account with a second factor signs in by itself',
    access: 'public',
    audit: 'account.activated',
    body: z.object({ token: linkToken }),
    returns: sessionPayload,
    metadata: tokenMetadata,
    errors: ['invalid_activation', 'second_factor_required', 'rate_limited'],
  }),
  resendActivation: endpoint({
    method: 'POST',
    path: '/auth/resendActivation',
    summary: 'Mails the activation link again; answers the same whether there is such an account or not',
    access: 'public',
    audit: 'account.activation_asked',
    body: z.object({ username: name(254), captcha: z.optional(captchaSolution) }),
    returns: accepted,
    errors: ['invalid_captcha', 'rate_limited'],
  }),
  confirmMail: endpoint({
    method: 'POST',
    path: '/auth/confirmMail',
    summary:
      'Makes a new e-mail address the account’s with the link that was mailed to it; other links of the account end',
    access: 'public',
    audit: 'account.mail_changed',
    body: z.object({ token: linkToken }),
    returns: z.object({ email: z.string() }),
    errors: ['invalid_token', 'user_already_registered', 'rate_limited'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/changePassword',
    summary:
      'Sets another password and ends the other sessions; with a second factor its code comes along, an account without a password needs a fresh proof of identity',
    access: 'signed-in',
    audit: 'account.password_changed',
    body: z.object({
      currentPassword: z.optional(givenPassword),
      code: z.optional(secondFactorCode),
      password: newPassword,
    }),
    returns: z.object({ endedSessions: z.int() }),
    errors: [
      'password_mismatch',
      'second_factor_required',
      'invalid_code',
      'password_common',
      'reauth_required',
      'rate_limited',
    ],
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/auth/reauthenticate',
    handedOver: 'allowed',
    summary: 'Proves again who is at the keyboard, with password (and code), passkey or hosted identity',
    access: 'signed-in',
    audit: 'account.reauthenticated',
    body: z.object({
      password: z.optional(givenPassword),
      code: z.optional(secondFactorCode),
      /** An assertion for a challenge of `POST /auth/passkey/options`. */
      passkey: z.optional(z.record(z.string(), z.unknown())),
      firebaseIdToken: z.optional(z.string().check(z.maxLength(8000))),
    }),
    returns: z.object({ /** Until when it counts as fresh. */ freshUntil: z.string() }),
    errors: [
      'password_mismatch',
      'second_factor_required',
      'invalid_code',
      'passkey_rejected',
      'invalid_token',
      'not_found',
      'rate_limited',
    ],
  }),
}

import * as z from 'zod/mini'
import { timeFormats } from '../clock-text.ts'
import { email } from '../contact-fields.ts'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { id } from '../http/page.ts'
import { isWellFormedText, limits, name, optionalLine } from '../http/text.ts'
import { languages } from '../languages.ts'
import { accessErrors } from '../permissions.ts'
import { practice, practitioner, timezone } from '../practices/practices.ts'
import { roles } from '../roles.ts'

/** Password length in characters (product-decisions.md §3); there are no composition rules. */
export const passwordLength = { least: 10, most: 128 } as const

export const user = z.object({
  id,
  uid: z.string(),
  version: z.int(),
  username: z.string(),
  email: z.string(),
  language: z.enum(languages),
  timeFormat: z.enum(timeFormats),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
})
export type User = z.output<typeof user>

/** Who is signed in, where, and as what (specification §7, `/auth/me`). */
export const sessionPayload = z.object({
  user,
  doctor: z.nullable(practitioner),
  practice: z.nullable(practice),
  multiPractice: z.boolean(),
  role: z.nullable(z.enum(roles)),
  clinical: z.boolean(),
})
export type SessionPayload = z.output<typeof sessionPayload>

/** `token` is the short-lived Bearer token; `firebaseToken` is null unless the hosted identity service is on. */
export const tokenMetadata = z.object({
  token: z.string(),
  expiresAt: z.string(),
  firebaseToken: z.nullable(z.string()),
})

/** Lone surrogates would be stored as one and the same character. */
const wellFormed = z.refine<string>(isWellFormedText, { params: { key: 'field_text' } })

export const username = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(254), z.regex(/^[\p{L}\p{N}._@+-]+$/u))
export const newPassword = z
  .string()
  .check(z.minLength(passwordLength.least, { abort: true }), z.maxLength(passwordLength.most), wellFormed)

/** A solved challenge of `GET /auth/captcha`. */
export const captchaSolution = z.string().check(z.maxLength(2000))

/** A code of the authenticator app, or one of the recovery codes; spaces and hyphens do not count. */
export const secondFactorCode = z
  .string()
  .check(z.trim(), z.minLength(6, { abort: true }), z.maxLength(40), wellFormed)

export const registerInput = z.object({
  /** Filled from the e-mail address when absent. */
  username: z.optional(username),
  /** Taken from the user name when that is an address. */
  email: z.optional(email),
  password: newPassword,
  firstName: name(limits.name),
  lastName: name(limits.name),
  practiceName: optionalLine(limits.name),
  language: z.optional(z.enum(languages)),
  timezone: z.optional(timezone),
  /** Token of an invitation: the new account joins that practice instead of making one. */
  invitation: z.optional(linkToken),
  captcha: z.optional(captchaSolution),
  remember: z.optional(z.boolean()),
})

export const givenPassword = z.string().check(z.minLength(1), z.maxLength(1000), wellFormed)

export const loginInput = z.object({
  /** User name or e-mail address. */
  username: name(254),
  password: givenPassword,
  /** Asked for with second_factor_required when the account has one. */
  code: z.optional(secondFactorCode),
  remember: z.optional(z.boolean()),
})

/**
 * A proof-of-work captcha, self-hosted: find a counter for which SHA-256 of `challenge.counter` starts with
 * `difficulty` zero bits; send `challenge.counter`. Valid 10 minutes, once.
 */
export const captchaChallenge = z.object({
  challenge: z.string(),
  difficulty: z.int(),
  required: z.boolean(),
})
export type CaptchaChallenge = z.output<typeof captchaChallenge>

export const preferencesInput = z.object({
  language: z.optional(z.enum(languages)),
  timeFormat: z.optional(z.enum(timeFormats)),
})

export const accountEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    summary: 'Makes a user, the doctor profile and a practice, and signs in',
    access: 'public',
    audit: 'account.register',
    body: registerInput,
    returns: sessionPayload,
    metadata: tokenMetadata,
    status: 201,
    errors: [
      'user_already_registered',
      'user_not_activated',
      'password_common',
      'invalid_captcha',
      'invalid_invitation',
      ...accessErrors,
      'rate_limited',
    ],
  }),
  captcha: endpoint({
    method: 'GET',
    path: '/auth/captcha',
    summary: 'A challenge to solve before a public form is sent',
    access: 'public',
    audit: null,
    returns: captchaChallenge,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Signs in with user name or e-mail address',
    access: 'public',
    audit: 'account.login',
    body: loginInput,
    returns: sessionPayload,
    metadata: tokenMetadata,
    errors: [
      'unauthorized',
      'user_not_activated',
      'second_factor_required',
      'invalid_code',
      ...accessErrors,
      'rate_limited',
    ],
  }),
  refresh: endpoint({
    method: 'GET',
    path: '/auth/refresh',
    summary: 'A new Bearer token for the session of the cookie',
    access: 'public',
    audit: null,
    returns: z.object({ userId: id }),
    metadata: tokenMetadata,
    errors: ['session_invalid', 'token_expired'],
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    handedOver: 'allowed',
    summary: 'Who is signed in; 403 practice_required while no practice is chosen',
    access: 'signed-in',
    audit: null,
    returns: sessionPayload,
    metadata: z.object({ firebaseToken: z.nullable(z.string()) }),
    errors: ['practice_required', ...accessErrors],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    handedOver: 'allowed',
    summary: 'Ends this session on every server',
    access: 'signed-in',
    audit: 'account.logout',
    returns: z.object({ id }),
  }),
  preferences: endpoint({
    method: 'PUT',
    path: '/auth/preferences',
    summary: 'Language and time format of the caller',
    access: 'signed-in',
    audit: 'account.language_changed',
    body: preferencesInput,
    returns: user,
  }),
}

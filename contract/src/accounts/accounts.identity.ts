import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { limits, optionalLine } from '../http/text.ts'
import { languages } from '../languages.ts'
import { accessErrors } from '../permissions.ts'
import { timezone } from '../practices/practices.ts'
import { captchaSolution, secondFactorCode, sessionPayload, tokenMetadata } from './accounts.ts'

/** An ID token of the hosted identity service: a JWT. */
export const firebaseIdToken = z.string().check(z.minLength(20), z.maxLength(8000))

/**
 * Signing in through the hosted identity service; 404 not_found while the installation has none (product-decisions.md §3). An
 * account that was linked is unlinked whether the installation still has one or not.
 */
export const identityEndpoints = {
  firebaseLogin: endpoint({
    method: 'POST',
    path: '/auth/firebase/login',
    summary: 'Signs in with an ID token; links the account of the same verified address the first time',
    access: 'public',
    audit: 'account.login',
    body: z.object({
      firebaseIdToken,
      code: z.optional(secondFactorCode),
      remember: z.optional(z.boolean()),
    }),
    returns: sessionPayload,
    metadata: tokenMetadata,
    errors: [
      'not_found',
      'invalid_token',
      'unauthorized',
      'user_not_activated',
      'second_factor_required',
      'invalid_code',
      ...accessErrors,
      'rate_limited',
    ],
  }),
  firebaseRegister: endpoint({
    method: 'POST',
    path: '/auth/firebase/register',
    summary:
      'Makes user, doctor profile and practice for the person of an ID token with a verified address, and signs in',
    access: 'public',
    audit: 'account.register',
    body: z.object({
      firebaseIdToken,
      /** Taken from the name in the token when absent. */
      firstName: optionalLine(limits.name),
      lastName: optionalLine(limits.name),
      practiceName: optionalLine(limits.name),
      language: z.optional(z.enum(languages)),
      timezone: z.optional(timezone),
      invitation: z.optional(linkToken),
      captcha: z.optional(captchaSolution),
      remember: z.optional(z.boolean()),
    }),
    returns: sessionPayload,
    metadata: tokenMetadata,
    status: 201,
    errors: [
      'not_found',
      'invalid_token',
      'user_already_registered',
      'invalid_captcha',
      'invalid_invitation',
      ...accessErrors,
      'rate_limited',
    ],
  }),
  firebaseUnlink: endpoint({
    method: 'DELETE',
    path: '/auth/firebase',
    summary:
      'Unlinks the account of the caller from the hosted identity service and ends the other sessions; needs a password or a passkey to sign in with',
    access: 'signed-in',
    fresh: true,
    audit: 'account.identity_unlinked',
    returns: z.object({ hostedIdentity: z.literal(false) }),
    errors: ['last_way_in'],
  }),
}

import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath } from '../http/page.ts'
import { limits, name } from '../http/text.ts'
import { accessErrors } from '../permissions.ts'
import { secondFactorCode, sessionPayload, tokenMetadata } from './accounts.ts'

/** A session of the caller, as its device told it. */
export const ownSession = z.object({
  id,
  current: z.boolean(),
  remember: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  userAgent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  practiceName: z.nullable(z.string()),
})
export type OwnSession = z.output<typeof ownSession>

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Kept by the maker of the device as well (synchronised), not by the device alone. */
  backedUp: z.boolean(),
})
export type Passkey = z.output<typeof passkey>

export const securityOverview = z.object({
  hasPassword: z.boolean(),
  /** Linked with an account in the hosted identity service. */
  hostedIdentity: z.boolean(),
  totp: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** Whether there is a short code, by which devices are handed over and taken back. */
  shortCode: z.boolean(),
  /** Too many wrong ones: it counts again after a real proof. */
  shortCodeBlocked: z.boolean(),
  passkeys: z.array(passkey),
  /** An address that waits for its link to be opened. */
  pendingEmail: z.nullable(z.string()),
})
export type SecurityOverview = z.output<typeof securityOverview>

/** What the browser's WebAuthn functions take and give, in the JSON form of WebAuthn Level 3. */
const webAuthnJson = z.record(z.string(), z.unknown())
const passkeyName = name(limits.name)
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Sessions, passkeys (WebAuthn) and the second factor (TOTP, RFC 6238) of the caller. */
export const securityEndpoints = {
  overview: endpoint({
    method: 'GET',
    path: '/auth/security',
    summary: 'How the caller signs in: password, passkeys, second factor',
    access: 'signed-in',
    handedOver: 'allowed',
    audit: null,
    returns: securityOverview,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'The open sessions of the caller, newest use first',
    access: 'signed-in',
    audit: null,
    returns: z.array(ownSession),
    metadata: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'Ends one session of the caller, on every server',
    access: 'signed-in',
    audit: 'account.session_ended',
    params: idPath,
    returns: z.object({ id }),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'Ends every session of the caller but this one',
    access: 'signed-in',
    audit: 'account.sessions_ended',
    returns: z.object({ ended: z.int() }),
  }),
  passkeyLoginOptions: endpoint({
    method: 'POST',
    path: '/auth/passkey/options',
    summary: 'A challenge for signing in with a passkey, good for five minutes and once',
    access: 'public',
    audit: null,
    returns: webAuthnJson,
    errors: ['rate_limited'],
  }),
  passkeyLogin: endpoint({
    method: 'POST',
    path: '/auth/passkey/login',
    summary: 'Signs in with a passkey; it counts as both factors because the device verified its user',
    access: 'public',
    audit: 'account.login',
    body: z.object({ response: webAuthnJson, remember: z.optional(z.boolean()) }),
    returns: sessionPayload,
    metadata: tokenMetadata,
    errors: ['passkey_rejected', 'user_not_activated', ...accessErrors, 'rate_limited'],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/auth/passkeys/options',
    summary: 'A challenge for making a passkey',
    access: 'signed-in',
    fresh: true,
    audit: null,
    returns: webAuthnJson,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/auth/passkeys',
    summary: 'Keeps a passkey that the device has made',
    access: 'signed-in',
    fresh: true,
    audit: 'account.passkey_added',
    body: z.object({ name: passkeyName, response: webAuthnJson }),
    returns: passkey,
    status: 201,
    errors: ['passkey_rejected', 'already_exists'],
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/auth/passkeys/:id',
    summary: 'Gives a passkey another name',
    access: 'signed-in',
    audit: 'account.passkey_renamed',
    params: idPath,
    body: z.object({ name: passkeyName }),
    returns: passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    summary: 'Removes a passkey and ends the other sessions',
    access: 'signed-in',
    fresh: true,
    audit: 'account.passkey_removed',
    params: idPath,
    returns: z.object({ id }),
  }),
  startTotp: endpoint({
    method: 'POST',
    path: '/auth/totp',
    summary: 'A secret for the authenticator app; it counts once a code confirms it',
    access: 'signed-in',
    fresh: true,
    audit: 'account.totp_started',
    returns: z.object({ secret: z.string(), uri: z.string() }),
    status: 201,
    errors: ['already_exists'],
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/auth/totp/confirm',
    summary:
      'Turns the second factor on with a first code; answers the recovery codes, shown this once; ends the other sessions',
    access: 'signed-in',
    fresh: true,
    audit: 'account.totp_enabled',
    body: z.object({ code: secondFactorCode }),
    returns: recoveryCodes,
    errors: ['invalid_code', 'already_exists', 'rate_limited'],
  }),
  disableTotp: endpoint({
    method: 'DELETE',
    path: '/auth/totp',
    summary: 'Turns the second factor off and ends the other sessions',
    access: 'signed-in',
    fresh: true,
    audit: 'account.totp_disabled',
    returns: z.object({ totp: z.literal(false) }),
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/totp/recoveryCodes',
    summary: 'New recovery codes; the former ones end',
    access: 'signed-in',
    fresh: true,
    audit: 'account.recovery_codes_made',
    returns: recoveryCodes,
  }),
}

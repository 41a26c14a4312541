import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { permissions } from '../permissions.ts'

export const keyFileLimits = {
  /** Bytes; a key with its certificates takes a few thousand. */
  bytes: 65_536,
  /** Characters of its password. */
  password: 200,
} as const

/** Days before the end of a certificate from which on the practice is told. */
export const endingDays = 30

/** Days before the end on which the owners are mailed, the first ones first. */
export const endingMailDays = [endingDays, 7] as const

/** What a practice signs its papers with, as far as anybody may know it. */
export const signingKey = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** Instants. */
  validFrom: z.string(),
  validUntil: z.string(),
  /** SHA-256 of the certificate. */
  fingerprint: z.string(),
  state: z.enum(['valid', 'ending', 'ended']),
})
export type SigningKeyFacts = z.output<typeof signingKey>

/**
 * Papers are signed with the supplied key while its certificate is valid, else with the one that was generated, which
 * comes to be with the first paper it signs.
 */
export const signingKeys = z.object({
  supplied: z.nullable(signingKey),
  generated: z.nullable(signingKey),
})
export type SigningKeys = z.output<typeof signingKeys>

const base64 = z
  .string()
  .check(z.maxLength(Math.ceil((keyFileLimits.bytes * 4) / 3) + 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))

export const signingKeyEndpoints = {
  find: endpoint({
    method: 'GET',
    path: '/paper/key',
    summary: 'The certificates that papers of the practice are signed with',
    access: permissions.readSigningKey,
    audit: null,
    returns: signingKeys,
  }),
  supply: endpoint({
    method: 'POST',
    path: '/paper/key',
    summary: 'Signs papers from now on with the key of a PKCS #12 file',
    access: permissions.changeSigningKey,
    audit: 'paper.key_supply',
    body: z.object({
      /** Base 64. */
      file: base64,
      password: z.string().check(z.maxLength(keyFileLimits.password)),
    }),
    returns: signingKeys,
    status: 201,
    errors: ['rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/paper/key',
    summary: 'Signs papers with the generated key again; what the supplied one signed still counts',
    access: permissions.changeSigningKey,
    audit: 'paper.key_remove',
    returns: signingKeys,
  }),
}

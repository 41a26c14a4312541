import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath, pageMetadata } from '../http/page.ts'
import { limits, name } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { keyScopes } from './practice-keys.scopes.ts'

/** How long a key may count, in days. */
export const keyLifetimes = [30, 90, 365] as const
export type KeyLifetime = (typeof keyLifetimes)[number]

/** Keys of one practice that count at the same time, at most. */
export const mostPracticeKeys = 50

/** What every key begins with: programs that look for lost secrets know it by that. */
export const keyPrefix = 'ulna_'

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** A key that another program works with in the name of the practice. Its secret is not among what is known of it. */
export const practiceKey = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** How its secret begins, to recognise it by. */
  beginning: z.string(),
  state: z.enum(keyStates),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  expiresAt: z.string(),
  /** The minute it was last used in. */
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** Null where it ended with the membership of whoever made it. */
  revokedBy: z.nullable(z.string()),
})
export type PracticeKey = z.output<typeof practiceKey>

export const practiceKeyInput = z.object({
  name: name(limits.name),
  scopes: z.array(z.enum(keyScopes)).check(z.minLength(1), z.maxLength(keyScopes.length)),
  /** Days. */
  lifetime: z.literal([...keyLifetimes]),
})
export type PracticeKeyInput = z.output<typeof practiceKeyInput>

/** A new key, with what programs send. It is told this once. */
export const madePracticeKey = z.object({ ...practiceKey.shape, secret: z.string() })
export type MadePracticeKey = z.output<typeof madePracticeKey>

/** Keys of the practice (decision 0052). */
export const practiceKeyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/practice/key',
    summary: 'The keys of the current practice, the newest first, those that ended among them',
    access: permissions.readPracticeKeys,
    audit: null,
    returns: z.array(practiceKey),
    metadata: pageMetadata,
  }),
  create: endpoint({
    method: 'POST',
    path: '/practice/key',
    summary: 'Makes a key and tells its secret, this once',
    access: permissions.changePracticeKeys,
    audit: 'practice_key.create',
    body: practiceKeyInput,
    returns: madePracticeKey,
    status: 201,
    errors: ['too_many_keys'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/practice/key/:id',
    summary: 'Ends a key at once; one that ended stays as it is',
    access: permissions.changePracticeKeys,
    audit: 'practice_key.revoke',
    params: idPath,
    returns: practiceKey,
  }),
}

import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'

export const shortCodeLimits = {
  digits: 6,
  /** So many wrong ones, and a real proof is asked for before another is looked at. */
  attempts: 5,
  /** How long after a real proof in the same session it is taken: a working day. */
  hours: 12,
} as const

export const shortCode = z.string().check(z.regex(/^\d{6}$/))

/** A body in which a short code may stand in the place of a fresh proof. */
export const shortCodeBody = z.optional(z.object({ code: z.optional(shortCode) }))

/**
 * What a short code is worth now, as `reauth_required` says in `params.shortCode` where one could do: it is taken, there is
 * none, too many were wrong, or the person has not proved who they are in this session and on this device of late.
 */
export type ShortCodeStanding = 'ready' | 'none' | 'blocked' | 'unproven'

/** The code by which a device is handed to a patient and taken back, and that opens nothing else (decision 0049). */
export const shortCodeEndpoints = {
  save: endpoint({
    method: 'PUT',
    path: '/auth/shortCode',
    summary: 'Sets the short code of the caller, in place of the former one',
    access: 'signed-in',
    fresh: true,
    audit: 'account.short_code_set',
    body: z.object({ code: shortCode }),
    returns: z.object({ shortCode: z.literal(true) }),
    errors: ['short_code_common'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/shortCode',
    summary: 'Removes the short code of the caller',
    access: 'signed-in',
    fresh: true,
    audit: 'account.short_code_removed',
    returns: z.object({ shortCode: z.literal(false) }),
  }),
}

import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, pageMetadata, pageQuery } from '../http/page.ts'
import { limits, line } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { type RetentionStart, retentionRules } from './retention.rules.ts'

/** What the term of a file is counted from. */
export const retentionStarts = ['discharge', 'last_attention'] as const satisfies readonly RetentionStart[]

/** Why a file goes on being kept beyond its term. It counts until it is lifted. */
export const retentionHold = z.object({
  id,
  patientId: id,
  reason: z.string(),
  placedBy: z.string(),
  placedAt: z.string(),
  liftedBy: z.nullable(z.string()),
  liftedAt: z.nullable(z.string()),
  liftReason: z.nullable(z.string()),
})
export type RetentionHold = z.output<typeof retentionHold>

const reason = line(limits.title).check(z.minLength(1))

export const holdInput = z.object({ reason })
export const liftInput = z.object({ reason })

/**
 * Where a file stands that was not asked for longer than its term: due; kept by a hold; or, where the term counts from
 * the discharge, open: a diagnosis that nobody closed keeps it.
 */
export const dueStates = ['due', 'held', 'open'] as const
export type DueState = (typeof dueStates)[number]

export const dueFile = z.object({
  patientId: id,
  firstName: z.string(),
  lastName: z.string(),
  fileId: z.string(),
  archived: z.boolean(),
  /** The last day that a record tells of, or on which a visit was not cancelled or missed. */
  lastAttention: z.string(),
  /** The last day on which a diagnosis was closed; null where none is. */
  lastDischarge: z.nullable(z.string()),
  /** The day from which the term is counted. */
  from: z.string(),
  /** The first day after the term. */
  dueSince: z.string(),
  state: z.enum(dueStates),
  /** Why it is kept; the newest of its holds. */
  holdReason: z.nullable(z.string()),
})
export type DueFile = z.output<typeof dueFile>

export const dueMetadata = z.extend(pageMetadata, {
  /** The rule that the practice has chosen, and the term it sets; null where no file is ever due. */
  rule: z.enum(retentionRules),
  term: z.nullable(z.object({ years: z.int(), from: z.enum(retentionStarts) })),
})

export const retentionEndpoints = {
  due: endpoint({
    method: 'GET',
    path: '/retention/due',
    summary:
      'Files whose term is over, longest first, with what keeps some of them: nothing is destroyed by being in the list',
    access: permissions.keepFiles,
    audit: 'retention.due_read',
    query: z.extend(pageQuery, { state: z.optional(z.enum(dueStates)) }),
    returns: z.array(dueFile),
    metadata: dueMetadata,
  }),
  holds: endpoint({
    method: 'GET',
    path: '/retention/holds/:patientId',
    summary: 'The holds on a file, newest first, those that were lifted too',
    access: permissions.keepFiles,
    audit: 'retention.holds_read',
    params: z.object({ patientId: idParam }),
    returns: z.array(retentionHold),
    metadata: pageMetadata,
  }),
  hold: endpoint({
    method: 'POST',
    path: '/retention/holds/:patientId',
    summary: 'Places a hold on a file, archived or not: it is not due until the hold is lifted',
    access: permissions.keepFiles,
    audit: 'retention.hold',
    params: z.object({ patientId: idParam }),
    body: holdInput,
    returns: retentionHold,
    status: 201,
  }),
  lift: endpoint({
    method: 'POST',
    path: '/retention/hold/:id/lift',
    summary: 'Lifts a hold, with a reason; one that was lifted stays as it is',
    access: permissions.keepFiles,
    audit: 'retention.lift',
    params: idPath,
    body: liftInput,
    returns: retentionHold,
  }),
}

import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { id, idPath, pageMetadata } from '../http/page.ts'
import { limits, message } from '../http/text.ts'
import { permissions } from '../permissions.ts'

/** Where it is: asked for, refused, waiting its turn, being made, ready, failed, removed. */
export const entriesStates = ['asked', 'refused', 'waiting', 'running', 'ready', 'failed', 'removed'] as const
export type EntriesState = (typeof entriesStates)[number]

/** How long a copy of somebody's entries lies ready, and how long a link to it leads there, once. */
export const entriesLifetimes = { archiveDays: 3, linkMinutes: 10 } as const

/** A copy of what one practitioner wrote in a practice, which an owner signs off. */
export const practitionerCopy = z.object({
  id,
  doctorId: id,
  /** Whose entries. */
  practitioner: z.string(),
  state: z.enum(entriesStates),
  /** What it is for, in the words of who asked. */
  reason: z.string(),
  askedBy: z.string(),
  /** Instants. */
  askedAt: z.string(),
  /** The owner who signed it off or refused it. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** On which ground it is handed over, or why it was refused. */
  answer: z.nullable(z.string()),
  /** Whether patients stand in it by name, or by the number of their file alone. */
  withNames: z.boolean(),
  patients: z.nullable(z.int()),
  records: z.nullable(z.int()),
  files: z.nullable(z.int()),
  /** Files that the store has lost. */
  missing: z.int(),
  /** Bytes. */
  size: z.nullable(z.int()),
  /** SHA-256 of the whole, hexadecimal. */
  sha256: z.nullable(z.string()),
  /** Of the certificate that it is signed with. */
  fingerprint: z.nullable(z.string()),
  madeAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
})
export type PractitionerCopy = z.output<typeof practitionerCopy>

export const entriesRequestInput = z.object({
  /** Whose entries; one's own where nobody is named. */
  doctorId: z.optional(z.nullable(id)),
  reason: message(3, limits.note),
})
export type EntriesRequestInput = z.output<typeof entriesRequestInput>

export const entriesSignOffInput = z.object({
  answer: message(3, limits.note),
  withNames: z._default(z.boolean(), false),
})
export type EntriesSignOffInput = z.output<typeof entriesSignOffInput>

export const entriesRefusalInput = z.object({ answer: message(3, limits.note) })

export const practitionerCopyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/entries',
    summary:
      'Copies of entries that were asked for, newest first: everybody’s for an owner, else the caller’s own',
    access: permissions.readEntryCopies,
    audit: null,
    returns: z.array(practitionerCopy),
    metadata: pageMetadata,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/entries',
    summary: 'Asks for a copy of what one wrote in the practice; an owner may ask for anybody’s',
    access: permissions.askForEntries,
    audit: 'entries.ask',
    body: entriesRequestInput,
    returns: practitionerCopy,
    status: 201,
    errors: ['owner_role_required', 'entries_asked_already'],
  }),
  signOff: endpoint({
    method: 'POST',
    path: '/entries/:id/signOff',
    summary: 'Signs off a copy: on which ground, and whether it names patients; it is made in the background',
    access: permissions.signOffEntries,
    audit: 'entries.sign_off',
    params: idPath,
    body: entriesSignOffInput,
    returns: practitionerCopy,
    errors: ['entries_decided'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/entries/:id/refuse',
    summary: 'Refuses a copy, and says why',
    access: permissions.signOffEntries,
    audit: 'entries.refuse',
    params: idPath,
    body: entriesRefusalInput,
    returns: practitionerCopy,
    errors: ['entries_decided'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/entries/:id/link',
    summary: 'A link to a ready copy, good once and for ten minutes; for whose entries they are, or an owner',
    access: permissions.fetchEntries,
    audit: 'entries.link',
    params: idPath,
    returns: z.object({
      /** Path below the address of the installation. */
      url: z.string(),
      /** Instant. */
      until: z.string(),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/entries/:id',
    summary: 'Takes a request back, or removes a copy, also while it is being made',
    access: permissions.readEntryCopies,
    audit: 'entries.remove',
    params: idPath,
    returns: z.object({ id }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/entries/file/:token',
    summary: 'The copy that a link leads to, once',
    access: 'public',
    audit: 'entries.fetch',
    params: z.object({ token: linkToken }),
    answers: ['application/zip'],
    errors: ['not_found', 'rate_limited'],
  }),
}

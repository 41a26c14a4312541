import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { id, idPath, pageMetadata } from '../http/page.ts'
import { line } from '../http/text.ts'
import { permissions } from '../permissions.ts'

/** Where an archive of a practice is: waits its turn, is being made, lies ready, failed, or was removed. */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'removed'] as const

/** How long an archive lies ready, and how long a link to it leads there, once. */
export const exportLifetimes = { archiveDays: 3, linkMinutes: 10 } as const

/** One archive of everything the practice has. */
export const practiceExport = z.object({
  id,
  state: z.enum(exportStates),
  /** Parts that are done, of how many; null before it begins. */
  progress: z.nullable(z.object({ done: z.int(), of: z.int() })),
  /** Whether it is encrypted for somebody's key. */
  encrypted: z.boolean(),
  /** Bytes. */
  size: z.nullable(z.int()),
  /** SHA-256 of the whole, hexadecimal. */
  sha256: z.nullable(z.string()),
  /** Of the certificate that it is signed with: compared with what the other end shows. */
  fingerprint: z.nullable(z.string()),
  rows: z.nullable(z.int()),
  files: z.nullable(z.int()),
  /** What is not as it should be: files that are gone, places of the trail, seals. */
  missing: z.int(),
  faults: z.int(),
  by: z.string(),
  /** Instants. */
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
})
export type PracticeExport = z.output<typeof practiceExport>

export const exportInput = z.object({
  /** Public key of age (https://age-encryption.org) that it is encrypted for; as it is where there is none. */
  recipient: z.optional(z.nullable(line(2000))),
})

export const practiceMoveEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/practice/export',
    summary: 'The archives of everything the practice has, newest first',
    access: permissions.readPracticeExports,
    audit: null,
    returns: z.array(practiceExport),
    metadata: pageMetadata,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/practice/export',
    summary: 'Makes an archive of everything the practice has, in the background; once a day',
    access: permissions.exportPractice,
    whileClosing: true,
    audit: 'practice.export_asked',
    body: exportInput,
    returns: practiceExport,
    status: 201,
    errors: ['rate_limited'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/practice/export/:id/link',
    summary: 'A link to a ready archive, good once and for ten minutes; the one before ends',
    access: permissions.exportPractice,
    whileClosing: true,
    audit: 'practice.export_link',
    params: idPath,
    returns: z.object({
      /** Path below the address of the installation. */
      url: z.string(),
      /** Instant. */
      until: z.string(),
    }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/practice/export/file/:token',
    summary: 'The archive that a link leads to, once',
    access: 'public',
    audit: 'practice.export_fetch',
    params: z.object({ token: linkToken }),
    answers: ['application/zip', 'application/octet-stream'],
    errors: ['not_found', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/practice/export/:id',
    summary: 'Removes an archive, also while it is being made',
    access: permissions.exportPractice,
    whileClosing: true,
    audit: 'practice.export_remove',
    params: idPath,
    returns: z.object({ id }),
  }),
}

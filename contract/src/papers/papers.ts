import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath } from '../http/page.ts'
import { line } from '../http/text.ts'
import { languages } from '../languages.ts'
import { permissions } from '../permissions.ts'
import { printedInput, printScopes } from '../records/records.print.ts'

/** A paper as it was issued: a PDF, signed by the practice, whose number anybody can check. */
export const issuedPaper = z.object({
  id,
  /** Printed on every page: the practice, then twelve signs nobody can guess. */
  code: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  pages: z.int(),
  /** Hexadecimal, of the whole file. */
  sha256: z.string(),
  issuedAt: z.string(),
})
export type IssuedPaper = z.output<typeof issuedPaper>

/** What a paper is of. */
export const paperScopes = [...printScopes, 'receipt', 'attendance', 'erasure', 'act', 'deletion'] as const
export type PaperScope = (typeof paperScopes)[number]

export const paperInput = z.object({
  ...printedInput.shape,
  /** Language of the paper; the reader's when it is not said. */
  language: z.optional(z.enum(languages)),
  /** Records that were entered in error too, marked as such. */
  withVoided: z._default(z.boolean(), false),
  /** The pictures of its records; their names stand there in any case. */
  withPictures: z._default(z.boolean(), true),
})

/**
 * What can be said of a paper or of one seal on it: `unchanged`, it is as it was issued and says what the record says;
 * `superseded`, it is as it was issued and the record says something else by now; `altered`, it is not as it was issued,
 * or what was signed was changed behind its seal; `unproved`, it may be as it was issued, and
 * the secret that would prove what was signed was lost; `erased`, it was issued here, and what it was made of has been
 * erased since; `unknown`, it was not issued here.
 */
export const paperStatuses = ['unchanged', 'superseded', 'altered', 'unproved', 'erased', 'unknown'] as const
export type PaperStatus = (typeof paperStatuses)[number]

/** What a number, a seal or a file proves. It never says whom the paper is about, nor who signed. */
export const verification = z.object({
  status: z.enum(paperStatuses),
  /** What was looked at: a whole file byte by byte, what a number stands for, or one signature. */
  compared: z.enum(['file', 'number', 'seal']),
  /** What is not as it was: the file, or what was signed. */
  altered: z.nullable(z.enum(['file', 'records'])),
  paper: z.nullable(
    z.object({
      practiceName: z.string(),
      scope: z.enum(paperScopes),
      /** Instant. */
      issuedAt: z.string(),
      pages: z.int(),
      /** Fingerprint (SHA-256) of the certificate it is signed with. */
      certificate: z.string(),
    }),
  ),
  seal: z.nullable(
    z.object({
      practiceName: z.string(),
      /** Instant. */
      signedAt: z.string(),
      /** Version of the record that was signed. */
      version: z.int(),
    }),
  ),
  /** Where the signatures were verified, when the practice came from another installation with them. */
  origin: z.nullable(
    z.object({
      /** Address of that installation. */
      address: z.string(),
      /** Instant. */
      at: z.string(),
      /** Fingerprint (SHA-256) of the certificate that its statement is signed with. */
      certificate: z.string(),
    }),
  ),
  /** What happened to its records since, how many of them. */
  since: z.nullable(
    z.object({
      changed: z.int(),
      added: z.int(),
      voided: z.int(),
      /** A signature was taken back. */
      withdrawn: z.int(),
    }),
  ),
})
export type Verification = z.output<typeof verification>

const crockford = '0-9A-HJKMNP-TV-Z'

/** A number as people write it: small letters, blanks, O for zero, I and L for one. */
export const readPaperCode = (text: string): string | null => {
  const signs = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return new RegExp(`^[${crockford}]{13,22}$`).test(signs) ? signs : null
}

/** Practice, then groups of four. */
export const formatPaperCode = (signs: string): string =>
  [signs.slice(0, -12), ...(signs.slice(-12).match(/.{4}/g) ?? [])].join('-')

/** How far a record has come: what a paper says of it, and what it is by now. */
export interface RecordStand {
  readonly id: number
  readonly version: number
  readonly voided: boolean
  readonly addenda: number
  /** Ids of the signatures that stood under it; papers of before say nothing of them. */
  readonly seals?: readonly string[]
}

export const paperEndpoints = {
  issue: endpoint({
    method: 'POST',
    path: '/paper/patient/:patientId',
    summary: 'Issues a file, a case or a record as a PDF, signed by the practice',
    access: permissions.readRecords,
    whileClosing: true,
    audit: 'paper.issue',
    params: z.object({ patientId: idParam }),
    body: paperInput,
    returns: issuedPaper,
    status: 201,
    errors: ['patient_record_not_match', 'storage_full', 'rate_limited'],
  }),
  readContent: endpoint({
    method: 'GET',
    path: '/paper/:id/content',
    summary: 'The PDF of an issued paper, for a day; what proves it stays',
    access: permissions.readRecords,
    audit: 'paper.read',
    params: idPath,
    answers: ['application/pdf'],
    errors: ['file_not_found'],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/verify',
    summary: 'Whether a paper, or what carries a seal, is as it was issued and still holds',
    access: 'public',
    audit: null,
    body: z.object({
      code: line(40),
      sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    }),
    returns: verification,
    errors: ['rate_limited'],
  }),
}

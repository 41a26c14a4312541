import * as z from 'zod/mini'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { linkToken } from '../http/link-token.ts'
import { id, idParam, idPath, pageMetadata } from '../http/page.ts'
import { limits, line } from '../http/text.ts'
import { languages } from '../languages.ts'
import { permissions } from '../permissions.ts'
import { reservedReasons } from '../record-class/record-class.ts'
import { keepableThings } from './patient-copies.reserved.ts'

/** Where a copy is: asked for, ready to be handed over, handed over; or nobody wants it any more. */
export const copyStates = ['asked', 'ready', 'handed_over', 'withdrawn'] as const
export type CopyState = (typeof copyStates)[number]

/** Who asked for it. */
export const copyAskers = ['patient', 'guardian', 'representative'] as const
/** How it was made sure that it is them. */
export const identityChecks = ['document', 'known', 'mandate'] as const
/** How it was handed over. */
export const handOverWays = ['stick', 'link', 'other'] as const

/** How long a copy lies ready, how long a link to it leads there, and how many wrong codes end it. */
export const copyLifetimes = {
  readyDays: 14,
  ownLinkMinutes: 10,
  patientLinkDays: 7,
  mostWrongCodes: 5,
} as const

/** What the law gives to answer: one month (GDPR art. 12.3). */
export const replyMonths = 1

/** A part beside the answers, a kind of answer, or one thing by its id. */
const partKeyText = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      new RegExp(`^([a-z][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)?|(${keepableThings.join('|')}):[0-9a-f-]{36})$`),
    ),
  )

/** What is kept back, or given, of a file: so many documents, files and visits are named one by one. */
export const partKeys = z.array(partKeyText).check(z.maxLength(2000))

export const patientCopy = z.object({
  id,
  patientId: id,
  patientName: z.string(),
  state: z.enum(copyStates),
  /** Calendar days. */
  askedOn: calendarDay,
  dueOn: calendarDay,
  askedBy: z.enum(copyAskers),
  identity: z.enum(identityChecks),
  /** Who noted the request. */
  notedBy: z.string(),
  language: z.nullable(z.enum(languages)),
  /** What is not in it: kinds of answers, documents, files, texts of visits. */
  keptBack: z.array(z.string()),
  /** Whether it names who opened the file. */
  withNames: z.boolean(),
  /** Bytes. */
  size: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  /** Instants. */
  madeAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** Until when a link that was given to the patient leads to it. */
  linkUntil: z.nullable(z.string()),
  handedOverAt: z.nullable(z.string()),
  handedOverBy: z.nullable(z.string()),
  handedOverHow: z.nullable(z.enum(handOverWays)),
  handedOverTo: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  withdrawnBy: z.nullable(z.string()),
  withdrawReason: z.nullable(z.string()),
})
export type PatientCopy = z.output<typeof patientCopy>

/** What a part of a file is: one beside the answers, a kind of answer, or one thing. */
export const copyPartKinds = ['beside', 'answer', ...keepableThings] as const

/** What stands in a file and may be kept back, and whether it is where nobody decides. */
export const copyPart = z.object({
  key: z.string(),
  kind: z.enum(copyPartKinds),
  /** The form, or what kind of document or file it is, in the language of the caller; empty of what is neither. */
  form: z.string(),
  /** The field, the title of a document, the name of a file, what is written of a visit; empty of what stands beside the answers. */
  label: z.string(),
  /** Day of a document, file or visit; null of what is no single thing. */
  day: z.nullable(calendarDay),
  /** Key of what takes it along: of the document that a file belongs to, of the texts of all visits. */
  of: z.nullable(z.string()),
  /** How many records have such an answer; how many files a document has. */
  count: z.int(),
  reserved: z.nullable(z.enum(reservedReasons)),
})
export type CopyPart = z.output<typeof copyPart>

export const copyRequestInput = z.object({
  askedOn: calendarDay,
  askedBy: z.enum(copyAskers),
  identity: z.enum(identityChecks),
})
export type CopyRequestInput = z.output<typeof copyRequestInput>

export const copyInput = z.object({
  language: z.optional(z.enum(languages)),
  keptBack: partKeys,
  /** Parts that are reserved and go in all the same, since a clinician decided so: every other reserved one stays out. */
  given: z._default(partKeys, []),
  withNames: z._default(z.boolean(), false),
})
export type CopyInput = z.output<typeof copyInput>

export const handOverInput = z.object({
  how: z.enum(handOverWays),
  /** To whom, where it was not the patient. */
  to: z.optional(z.nullable(line(limits.title))),
})
export type HandOverInput = z.output<typeof handOverInput>

export const copyWithdrawInput = z.object({ reason: line(limits.title).check(z.minLength(1)) })

/** What a patient types: eight signs, told another way than the link. */
export const copyCode = line(20)

export const patientCopyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/patient/:id/copies',
    summary: 'The copies of a file that were asked for, newest first',
    access: permissions.handOutCopies,
    audit: 'copy.list',
    params: idPath,
    returns: z.array(patientCopy),
    metadata: pageMetadata,
  }),
  due: endpoint({
    method: 'GET',
    path: '/copies/due',
    summary: 'Copies that were asked for and not handed over yet, the first due first',
    access: permissions.handOutCopies,
    audit: 'copy.due_read',
    returns: z.array(patientCopy),
    metadata: pageMetadata,
  }),
  dueCount: endpoint({
    method: 'GET',
    path: '/copies/due/count',
    summary: 'How many copies were asked for and not handed over yet, and by which day the first is due',
    access: permissions.handOutCopies,
    audit: null,
    returns: z.object({ count: z.int(), firstDueOn: z.nullable(calendarDay) }),
  }),
  parts: endpoint({
    method: 'GET',
    path: '/patient/:id/copies/parts',
    summary:
      'What stands in a file and may be kept back: kinds of answers, documents, files, texts of visits; those first that are unless somebody decides',
    access: permissions.handOutCopies,
    audit: 'copy.parts',
    params: idPath,
    returns: z.array(copyPart),
    metadata: pageMetadata,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/patient/:id/copies',
    summary:
      'Notes that a copy was asked for, by whom, and how it was made sure who they are: the month begins',
    access: permissions.handOutCopies,
    whileClosing: true,
    audit: 'copy.ask',
    params: z.object({ id: idParam }),
    body: copyRequestInput,
    returns: patientCopy,
    status: 201,
  }),
  make: endpoint({
    method: 'POST',
    path: '/copy/:id/make',
    summary:
      'Makes the copy, without what is kept back, which may take a minute; one that was made before goes',
    access: permissions.makeCopies,
    whileClosing: true,
    audit: 'copy.make',
    params: idPath,
    body: copyInput,
    returns: patientCopy,
    errors: ['copy_handed_over', 'copy_withdrawn', 'rate_limited', 'storage_full'],
  }),
  fetchLink: endpoint({
    method: 'POST',
    path: '/copy/:id/link',
    summary: 'A link to a ready copy for the caller, good once and for ten minutes',
    access: permissions.makeCopies,
    whileClosing: true,
    audit: 'copy.link',
    params: idPath,
    returns: z.object({ url: z.string(), until: z.string() }),
  }),
  share: endpoint({
    method: 'POST',
    path: '/copy/:id/share',
    summary:
      'A link for the patient, good for a week, and the code that goes another way; it is told this once',
    access: permissions.makeCopies,
    whileClosing: true,
    audit: 'copy.share',
    params: idPath,
    returns: z.object({ url: z.string(), code: z.string(), until: z.string() }),
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/copy/:id/handOver',
    summary: 'Notes that the copy was handed over, how and to whom',
    access: permissions.makeCopies,
    whileClosing: true,
    audit: 'copy.hand_over',
    params: idPath,
    body: handOverInput,
    returns: patientCopy,
    errors: ['copy_handed_over', 'copy_withdrawn'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/copy/:id/withdraw',
    summary:
      'Notes that a copy is wanted no more, or was asked for by mistake: it is due no longer, and what was made goes',
    access: permissions.handOutCopies,
    whileClosing: true,
    audit: 'copy.withdraw',
    params: idPath,
    body: copyWithdrawInput,
    returns: patientCopy,
    errors: ['copy_handed_over'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/copies/open',
    summary: 'Proves with the code that one may have the copy of a link; wrong ones end it',
    access: 'public',
    audit: 'copy.open',
    body: z.object({ token: linkToken, code: copyCode }),
    returns: z.object({ url: z.string() }),
    errors: ['not_found', 'copy_code_wrong', 'rate_limited'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/copies/file/:token',
    summary: 'The copy that a link leads to, once',
    access: 'public',
    audit: 'copy.fetch',
    params: z.object({ token: linkToken }),
    answers: ['application/zip'],
    errors: ['not_found', 'rate_limited'],
  }),
}

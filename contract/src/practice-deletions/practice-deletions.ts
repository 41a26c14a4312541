import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath, pageMetadata } from '../http/page.ts'
import { line, name, optionalLine } from '../http/text.ts'
import { permissions } from '../permissions.ts'
import { retentionRules } from '../retention/retention.rules.ts'
import { missingThings, practiceKinds, runningTerms } from './practice-deletions.rules.ts'

/** closing: to be destroyed on a day, and can be taken back; destroying: under way; done; taken_back. */
export const deletionStates = ['closing', 'destroying', 'done', 'taken_back'] as const
export type DeletionState = (typeof deletionStates)[number]

/** asked: an owner decided it; restored: it was deleted before and came back with a backup. */
export const deletionGrounds = ['asked', 'restored'] as const

/** Who keeps the files once the practice is gone, and answers for them. */
export const keeper = z.object({
  name: z.string(),
  address: z.string(),
  /** Mail address or phone number. */
  contact: z.string(),
})
export type Keeper = z.output<typeof keeper>

export const practiceDeletion = z.object({
  id,
  practiceName: z.string(),
  state: z.enum(deletionStates),
  ground: z.enum(deletionGrounds),
  askedBy: z.string(),
  /** Instants. */
  askedAt: z.string(),
  /** Nothing is destroyed before. */
  destroyAfter: z.string(),
  takenBackBy: z.nullable(z.string()),
  takenBackAt: z.nullable(z.string()),
  keeper: z.nullable(keeper),
  destroyedAt: z.nullable(z.string()),
  /** The number of its certificate; null before there is one. */
  paperCode: z.nullable(z.string()),
})
export type PracticeDeletion = z.output<typeof practiceDeletion>

/** What keeps the files of the practice, how many of them and until when. */
export const runningTermOfPractice = z.object({
  term: z.enum(runningTerms),
  count: z.int(),
  /** The last day of the longest; null: without an end. */
  until: z.nullable(z.string()),
})
export type RunningTermOfPractice = z.output<typeof runningTermOfPractice>

/** The archive of the practice that lacks least. */
export const deletionArchive = z.object({
  id,
  /** Instant at which it was ready. */
  readyAt: z.string(),
  encrypted: z.boolean(),
  sha256: z.string(),
  fingerprint: z.string(),
  current: z.boolean(),
  verified: z.boolean(),
  fetched: z.boolean(),
  arrived: z.boolean(),
})
export type DeletionArchive = z.output<typeof deletionArchive>

/** What there is to lose, what keeps it, and what is missing until it may go. */
export const deletionStand = z.object({
  /** The one that goes on; null where nobody asked. */
  deletion: z.nullable(practiceDeletion),
  practiceName: z.string(),
  counts: z.array(z.object({ kind: z.enum(practiceKinds), count: z.int() })),
  /** Of files in the store. */
  bytes: z.int(),
  visitsAhead: z.int(),
  /** Packages with sessions that are paid and not taken. */
  balances: z.int(),
  rule: z.enum(retentionRules),
  terms: z.array(runningTermOfPractice),
  /** Whether who keeps the files has to be named, and an archive has to be whole. */
  kept: z.boolean(),
  archive: z.nullable(deletionArchive),
  missing: z.array(z.enum(missingThings)),
})
export type DeletionStand = z.output<typeof deletionStand>

export const deletionInput = z.object({
  /** The name of the practice, as it stands in its settings. */
  name: name(),
  /** Who keeps the files: required while anything keeps them, all three or none. */
  keeperName: optionalLine(200),
  keeperAddress: optionalLine(300),
  /** Mail address or phone number. */
  keeperContact: optionalLine(254),
})
export type DeletionInput = z.output<typeof deletionInput>

/** What `npm run import` prints at the receiver: fingerprint of the certificate and digest of the manifest. */
export const arrivalInput = z.object({ fingerprint: line(200), digest: line(200) })
export type ArrivalInput = z.output<typeof arrivalInput>

export const practiceDeletionEndpoints = {
  stand: endpoint({
    method: 'GET',
    path: '/practice/deletion',
    summary: 'What would go with the practice, what keeps it, and whether it is to be deleted',
    access: permissions.readPracticeDeletion,
    audit: null,
    returns: deletionStand,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/practice/deletion',
    summary:
      'Closes the practice for thirty days, in which it is only read and can be taken back, and deletes it then with everything it has',
    access: permissions.deletePractice,
    audit: 'practice.deletion_asked',
    body: deletionInput,
    returns: practiceDeletion,
    status: 201,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/practice/deletion/take-back',
    summary: 'Takes the deletion back: the practice goes on as it was',
    access: permissions.deletePractice,
    whileClosing: true,
    audit: 'practice.deletion_taken_back',
    returns: practiceDeletion,
    errors: ['deletion_not_now'],
  }),
  arrival: endpoint({
    method: 'POST',
    path: '/practice/deletion/arrival',
    summary: 'Proves that an archive has arrived elsewhere, by what the import printed there',
    access: permissions.deletePractice,
    whileClosing: true,
    audit: 'practice.deletion_arrival',
    body: arrivalInput,
    returns: deletionStand,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/practice/deletions/mine',
    summary: 'Practices that the caller owned when they were deleted, newest first',
    access: 'signed-in',
    audit: null,
    returns: z.array(practiceDeletion),
    metadata: pageMetadata,
  }),
  certificate: endpoint({
    method: 'GET',
    path: '/practice/deletion/:id/certificate',
    summary: 'The certificate of a deletion, for whoever owned the practice',
    access: 'signed-in',
    audit: null,
    params: idPath,
    answers: ['application/pdf'],
    errors: ['not_found'],
  }),
}

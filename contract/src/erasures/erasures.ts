import * as z from 'zod/mini'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath, pageMetadata, pageQuery } from '../http/page.ts'
import { limits, line } from '../http/text.ts'
import { copyAskers, identityChecks } from '../patient-copies/patient-copies.ts'
import { permissions } from '../permissions.ts'
import { retentionRules } from '../retention/retention.rules.ts'
import { erasureFates, erasureKinds, graceDays, keptReasons } from './erasures.rules.ts'

/** whole: the file; partial: what no law keeps while the term of the file runs. */
export const erasureScopes = ['whole', 'partial'] as const
export type ErasureScope = (typeof erasureScopes)[number]

/** term_over: the list of what is due; request: the person asked; restored: erased before, and back from a backup. */
export const erasureGrounds = ['term_over', 'request', 'restored'] as const
export type ErasureGround = (typeof erasureGrounds)[number]

/** blocked: to be destroyed on a day, and can be taken back; destroying: under way; done; taken_back. */
export const erasureStates = ['blocked', 'destroying', 'done', 'taken_back'] as const
export type ErasureState = (typeof erasureStates)[number]

const keptItem = z.object({
  kind: z.enum(erasureKinds),
  count: z.int(),
  /** The last day on which it is kept; null: without an end. */
  until: z.nullable(z.string()),
  reason: z.enum(keptReasons),
})
export type KeptItem = z.output<typeof keptItem>

/** What becomes of one kind of thing in a file. */
export const erasureItem = z.object({
  kind: z.enum(erasureKinds),
  count: z.int(),
  fate: z.enum(erasureFates),
  until: z.nullable(z.string()),
  reason: z.nullable(z.enum(keptReasons)),
})
export type ErasureItem = z.output<typeof erasureItem>

/** What would become of a file, item by item, if it were erased now. */
export const erasurePreview = z.object({
  patientId: id,
  archived: z.boolean(),
  /** What can go today: all of it, or what no law keeps. */
  scope: z.enum(erasureScopes),
  rule: z.enum(retentionRules),
  /** The first day after the term; null where none is set, or the file has nothing that one counts from. */
  dueSince: z.nullable(z.string()),
  /** Why it is held, which wins over everything else. */
  holdReason: z.nullable(z.string()),
  needsNotices: z.boolean(),
  items: z.array(erasureItem),
})
export type ErasurePreview = z.output<typeof erasurePreview>

export const erasure = z.object({
  id,
  /** A number that leads to nobody once it is done. */
  patientId: id,
  /** Whom it is about, until the whole file is destroyed. */
  name: z.nullable(z.string()),
  /** The numbers by which the file was called here, as far as they may stay (decision 0065). */
  fileNumbers: z.array(z.string()),
  /** The act on which it stands together with others, and the number of that; null for one by itself. */
  actId: z.nullable(id),
  actNumber: z.nullable(z.int()),
  scope: z.enum(erasureScopes),
  ground: z.enum(erasureGrounds),
  state: z.enum(erasureStates),
  /** Who asked for it, since which day, and how it was made sure that it is them; null where nobody asked. */
  askedOn: z.nullable(z.string()),
  askedBy: z.nullable(z.enum(copyAskers)),
  identity: z.nullable(z.enum(identityChecks)),
  decidedBy: z.string(),
  decidedAt: z.string(),
  /** Nothing is destroyed before this instant. */
  destroyAfter: z.string(),
  takenBackBy: z.nullable(z.string()),
  takenBackAt: z.nullable(z.string()),
  /** Whether a hold keeps it from being destroyed. */
  held: z.boolean(),
  needsNotices: z.boolean(),
  newspaper: z.nullable(z.string()),
  firstNoticeOn: z.nullable(z.string()),
  secondNoticeOn: z.nullable(z.string()),
  reviewedOn: z.nullable(z.string()),
  destroyedAt: z.nullable(z.string()),
  /** When its newest certificate was made; null until it is done. */
  certifiedAt: z.nullable(z.string()),
  /** What was destroyed, how many of which kind. */
  counts: z.array(z.object({ kind: z.enum(erasureKinds), count: z.int() })),
  /** What was not, and why. */
  kept: z.array(keptItem),
})
export type Erasure = z.output<typeof erasure>

export const blockInput = z.object({
  ground: z.enum(['term_over', 'request']),
  /** What the preview said would go; where it is something else by now nothing happens. */
  scope: z.optional(z.enum(erasureScopes)),
  /** Who asked, since when, and how it was made sure that it is them: all three where the ground is a request. */
  askedOn: z.optional(z.nullable(calendarDay)),
  askedBy: z.optional(z.nullable(z.enum(copyAskers))),
  identity: z.optional(z.nullable(z.enum(identityChecks))),
  /** How long it can be taken back. */
  graceDays: z._default(
    z.int().check(z.minimum(graceDays.least), z.maximum(graceDays.most)),
    graceDays.usual,
  ),
})
export type BlockInput = z.output<typeof blockInput>

const day = z.optional(z.nullable(calendarDay))

/** The steps of Colombia before anything is destroyed; what is not said stays as it was. */
export const noticesInput = z.object({
  newspaper: z.optional(z.nullable(line(limits.name))),
  firstNoticeOn: day,
  secondNoticeOn: day,
  reviewedOn: day,
})
export type NoticesInput = z.output<typeof noticesInput>

export const erasureEndpoints = {
  preview: endpoint({
    method: 'GET',
    path: '/erasure/patient/:patientId',
    summary: 'What would become of a file item by item: what goes, what the law keeps until when, and why',
    access: permissions.readErasures,
    audit: 'erasure.preview',
    params: z.object({ patientId: idParam }),
    returns: erasurePreview,
  }),
  block: endpoint({
    method: 'POST',
    path: '/erasure/patient/:patientId',
    summary:
      'Blocks an archived file: nobody sees it any more, and it is destroyed once the days to take it back are over. While its term runs only what no law keeps goes, at once',
    access: permissions.erasePatients,
    audit: 'erasure.block',
    params: z.object({ patientId: idParam }),
    body: blockInput,
    returns: erasure,
    status: 201,
    errors: ['patient_not_archived', 'patient_on_hold', 'erasure_not_now', 'version_conflict'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/erasures',
    summary: 'Erasures of the practice, newest first: those to come, and the trace of those that were',
    access: permissions.readErasures,
    audit: 'erasure.list',
    query: pageQuery,
    returns: z.array(erasure),
    metadata: pageMetadata,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/erasure/:id/take-back',
    summary:
      'Takes an erasure back before its day: the file is archived as it was; one that was taken back stays so',
    access: permissions.erasePatients,
    audit: 'erasure.take_back',
    params: idPath,
    returns: erasure,
    errors: ['erasure_not_now'],
  }),
  notices: endpoint({
    method: 'PUT',
    path: '/erasure/:id/notices',
    summary:
      'Notes the notices and the review that come before a file is destroyed, where the law asks for them',
    access: permissions.erasePatients,
    audit: 'erasure.notices',
    params: idPath,
    body: noticesInput,
    returns: erasure,
    errors: ['erasure_not_now'],
  }),
  rest: endpoint({
    method: 'POST',
    path: '/erasure/:id/rest',
    summary:
      'Destroys what a law kept of an erased file and keeps no longer: whom old receipts name; what is kept still stays as it is',
    access: permissions.erasePatients,
    audit: 'erasure.destroy',
    params: idPath,
    returns: erasure,
    errors: ['erasure_not_now'],
  }),
  certificate: endpoint({
    method: 'GET',
    path: '/erasure/:id/certificate',
    summary:
      'The certificate of what was destroyed and what is kept, as the practice signed it when the erasure ended: a PDF that stays as it is',
    access: permissions.readErasures,
    audit: 'paper.read',
    params: idPath,
    answers: ['application/pdf'],
    errors: ['erasure_not_now'],
  }),
}

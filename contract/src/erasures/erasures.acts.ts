import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idPath, pageMetadata, pageQuery } from '../http/page.ts'
import { permissions } from '../permissions.ts'
import { graceDays, mostOnAct } from './erasures.rules.ts'
import { noticesInput } from './erasures.ts'

/** Files that one decision destroys together: what Colombia asks for (Resolución 839 de 2017, decision 0065). */
export const erasureAct = z.object({
  id,
  /** Counted up in the practice. */
  number: z.int(),
  decidedBy: z.string(),
  decidedAt: z.string(),
  /** Nothing of it is destroyed before this instant; null once nothing waits any more. */
  destroyAfter: z.nullable(z.string()),
  newspaper: z.nullable(z.string()),
  firstNoticeOn: z.nullable(z.string()),
  secondNoticeOn: z.nullable(z.string()),
  reviewedOn: z.nullable(z.string()),
  /** How many of its files wait to be destroyed, how many of those a hold keeps, and what became of the others. */
  files: z.object({ waiting: z.int(), held: z.int(), destroyed: z.int(), takenBack: z.int() }),
  /** When the act was drawn up: nothing waits any more, and something was destroyed. */
  issuedAt: z.nullable(z.string()),
})
export type ErasureAct = z.output<typeof erasureAct>

export const actInput = z.object({
  /** Files whose term is over, each of which has to go as a whole; all of them are blocked, or none. */
  patientIds: z.array(id).check(z.minLength(1), z.maxLength(mostOnAct)),
  /** How long each can be taken back. */
  graceDays: z._default(
    z.int().check(z.minimum(graceDays.least), z.maximum(graceDays.most)),
    graceDays.usual,
  ),
})
export type ActInput = z.output<typeof actInput>

export const erasureActEndpoints = {
  block: endpoint({
    method: 'POST',
    path: '/erasures/act',
    summary:
      'Blocks files whose term is over on one act, as each would be blocked by itself: all of them or, where something stands in the way of one, none',
    access: permissions.erasePatients,
    audit: 'erasure.act_block',
    body: actInput,
    returns: erasureAct,
    status: 201,
    errors: ['patient_not_archived', 'patient_on_hold', 'erasure_not_now'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/erasures/acts',
    summary: 'Acts of the practice, newest first, with what became of their files',
    access: permissions.readErasures,
    audit: 'erasure.act_list',
    query: pageQuery,
    returns: z.array(erasureAct),
    metadata: pageMetadata,
  }),
  notices: endpoint({
    method: 'PUT',
    path: '/erasures/act/:id/notices',
    summary: 'Notes the notices and the review for every file of an act that still waits',
    access: permissions.erasePatients,
    audit: 'erasure.act_notices',
    params: idPath,
    body: noticesInput,
    returns: erasureAct,
    errors: ['erasure_not_now'],
  }),
  paper: endpoint({
    method: 'GET',
    path: '/erasures/act/:id/paper',
    summary:
      'The act with its inventory, in Spanish, as the practice signed it when the last file was destroyed: a PDF that stays as it is',
    access: permissions.readErasures,
    audit: 'paper.read',
    params: idPath,
    answers: ['application/pdf'],
    errors: ['erasure_not_now'],
  }),
}

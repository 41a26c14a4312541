import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { permissions } from '../permissions.ts'

/** What a new practice sets up before anything else, in the order in which it is offered. */
export const firstStepNames = ['hours', 'issuer', 'logo', 'consents', 'patients', 'team'] as const

export const firstSteps = z.object({
  /** Each is done when the practice says so: nothing has to be ticked off. */
  steps: z.array(z.object({ name: z.enum(firstStepNames), done: z.boolean() })),
})
export type FirstSteps = z.output<typeof firstSteps>

export const firstStepsEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/practice/first-steps',
    summary:
      'What a new practice sets up, and what of it is done: hours, who issues receipts, logo, consents, patients of before, team. They are put away in its configurations',
    access: permissions.changePractice,
    audit: null,
    returns: firstSteps,
  }),
}

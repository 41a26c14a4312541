import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { idPath } from '../http/page.ts'
import { message, name } from '../http/text.ts'
import { permissions } from '../permissions.ts'

/**
 * For whom a blocked file may still be read (Ley Orgánica 3/2018, art. 32): a court or the prosecution; an authority that is
 * competent; whoever makes or defends a claim that came out of the treatment.
 */
export const disclosureGrounds = ['court', 'authority', 'claim'] as const

export const disclosureInput = z.object({
  ground: z.enum(disclosureGrounds),
  /** Who asks. */
  askedBy: name(200),
  /** In which matter. */
  reason: message(3, 500),
})
export type DisclosureInput = z.output<typeof disclosureInput>

export const blockedFileEndpoints = {
  disclose: endpoint({
    method: 'POST',
    path: '/erasure/:id/disclosure',
    summary:
      'A blocked file whole, as an archive with a signed PDF, for whom the law still lets read it; it stays blocked',
    access: permissions.discloseBlocked,
    whileClosing: true,
    audit: 'erasure.disclose',
    params: idPath,
    body: disclosureInput,
    answers: ['application/zip'],
    errors: ['erasure_not_now', 'rate_limited'],
  }),
}

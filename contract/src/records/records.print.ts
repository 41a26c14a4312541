import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam } from '../http/page.ts'
import { permissions } from '../permissions.ts'

/** What of a file goes onto paper: all of it, one case with its sessions, or one record. */
export const printScopes = ['file', 'case', 'record'] as const
export type PrintScope = (typeof printScopes)[number]

export const printedInput = z.object({
  scope: z.enum(printScopes),
  /** The case or the record. */
  recordId: z.optional(id),
})

/** When it was printed, an instant of the server's clock: every page says it. */
export const printing = z.object({ at: z.string() })
export type Printing = z.output<typeof printing>

export const printEndpoints = {
  print: endpoint({
    method: 'POST',
    path: '/record/print/:patientId',
    summary: 'Notes that a file, or a part of it, is put onto paper, and says when',
    access: permissions.readRecords,
    whileClosing: true,
    audit: 'record.print',
    params: z.object({ patientId: idParam }),
    body: printedInput,
    returns: printing,
    status: 201,
    errors: ['patient_record_not_match'],
  }),
}

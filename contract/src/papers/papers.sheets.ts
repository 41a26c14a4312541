import * as z from 'zod/mini'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, idParam, idPath } from '../http/page.ts'
import { languages } from '../languages.ts'
import { permissions } from '../permissions.ts'
import { issuedPaper } from './papers.ts'

/** Language of the paper; the reader's when it is not said. */
const language = z.optional(z.enum(languages))

/** Whose visits: those of a package, or of some days on the practice's clock, both included. */
export const attendanceInput = z.object({
  packageId: z.optional(z.nullable(id)),
  from: z.optional(z.nullable(calendarDay)),
  to: z.optional(z.nullable(calendarDay)),
  language,
})
export type AttendanceInput = z.output<typeof attendanceInput>

/** Papers without clinical content: who keeps the desk issues them too. */
export const sheetEndpoints = {
  issueReceipt: endpoint({
    method: 'POST',
    path: '/paper/receipt/:receiptId',
    summary: 'A receipt with the balance of its package as a PDF, signed by the practice',
    access: permissions.readReceipts,
    whileClosing: true,
    audit: 'paper.issue',
    params: z.object({ receiptId: idParam }),
    body: z.object({ language }),
    returns: issuedPaper,
    status: 201,
    errors: ['storage_full', 'rate_limited'],
  }),
  issueAttendance: endpoint({
    method: 'POST',
    path: '/paper/attendance/:patientId',
    summary: 'The visits of a patient, by days or by package, as a PDF, signed by the practice',
    access: permissions.issueAttendance,
    whileClosing: true,
    audit: 'paper.issue',
    params: z.object({ patientId: idParam }),
    body: attendanceInput,
    returns: issuedPaper,
    status: 201,
    errors: ['storage_full', 'rate_limited'],
  }),
  readSheet: endpoint({
    method: 'GET',
    path: '/paper/sheet/:id/content',
    summary: 'The PDF of a receipt or an attendance sheet, for a day; what proves it stays',
    access: permissions.readReceipts,
    audit: 'paper.read',
    params: idPath,
    answers: ['application/pdf'],
    errors: ['file_not_found'],
  }),
}

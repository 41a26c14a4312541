import * as z from 'zod/mini'
import { calendarDay } from '../http/dates.ts'
import { endpoint } from '../http/endpoint.ts'
import { permissions } from '../permissions.ts'

/** How much a sheet says: `clinical` with alerts, last note and balance, `agenda` agenda and phones alone. */
export const sheetContents = ['clinical', 'agenda'] as const
export type SheetContents = (typeof sheetContents)[number]

/** Days ahead, today included, of which there is a sheet. */
export const sheetDaysAhead = 15

/** From this hour on, on the practice's clock, the next day's sheet is the one that is meant. */
export const sheetTurnsAt = '12:00'

/** At this hour, on the practice's clock, the next day's sheets are made where the practice wishes it. */
export const eveningOfSheets = '19:00'

/** The password of the sheets of one kind. */
const sheetPassword = z.object({
  password: z.string(),
  /** Since when it is the one that sheets are locked with. */
  since: z.string(),
})

/** What opens the sheets that whoever asks may fetch. */
export const sheetPasswords = z.object({
  agenda: sheetPassword,
  /** Null for members without clinical access. */
  clinical: z.nullable(sheetPassword),
})
export type SheetPasswords = z.output<typeof sheetPasswords>

/** The sheet of a day, for when Ulna cannot be reached (decision 0070). */
export const daySheetEndpoints = {
  fetch: endpoint({
    method: 'GET',
    path: '/calendar/day-sheet',
    operationId: 'calendarDaySheet',
    summary: 'The sheet of a day as a PDF that is locked with the password of the practice (AES-256)',
    access: permissions.readDaySheets,
    audit: 'day_sheet.fetch',
    query: z.object({
      /** Today or one of the next days; else the next one with a visit, which until noon may be today. */
      day: z.optional(calendarDay),
      /** What is on it; else as much as the caller may read. */
      contents: z.optional(z.enum(sheetContents)),
    }),
    answers: ['application/pdf'],
    errors: ['clinical_access_required', 'day_sheet_without_password', 'rate_limited'],
  }),
  passwords: endpoint({
    method: 'POST',
    path: '/practice/day-sheet/passwords',
    summary: 'Tells what opens the sheets that the caller may fetch; made where there is nothing yet',
    access: permissions.readSheetPasswords,
    audit: 'day_sheet.passwords_read',
    returns: sheetPasswords,
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/practice/day-sheet/passwords',
    summary: 'Locks sheets with other passwords from now on, and tells those that the caller may know',
    access: permissions.changeSheetPasswords,
    audit: 'day_sheet.passwords_replaced',
    returns: sheetPasswords,
  }),
}

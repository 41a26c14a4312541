import * as z from 'zod/mini'
import { id } from '../http/page.ts'

/** What becomes of a course whose package has too few sessions or ends before its last date. */
export const shortages = ['refuse', 'keepFirst'] as const

/**
 * What makes a series a course: the open case of its patient that it is planned from and, where it is paid ahead, the
 * package that keeps a session for each date. `keepFirst` books all dates and keeps sessions for the first ones.
 */
export const courseInput = z.object({
  caseId: id,
  packageId: z.optional(z.nullable(id)),
  shortage: z._default(z.enum(shortages), 'refuse'),
})
export type CourseInput = z.output<typeof courseInput>

/** How many dates of a course with a package have a session kept for them, and how many do not. */
export const courseSessions = z.object({
  /** Those for which a session is kept. */
  kept: z.int(),
  without: z.int(),
})
export type CourseSessions = z.output<typeof courseSessions>

/** Visits that were moved past the last day of the package that keeps their sessions. */
export const afterPackage = z.object({
  visits: z.int(),
  /** Last day on the practice's calendar; of several packages the earliest. */
  lastDay: z.string(),
})
export type AfterPackage = z.output<typeof afterPackage>

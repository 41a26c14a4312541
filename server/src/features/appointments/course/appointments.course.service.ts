import type {
  AfterPackage,
  CourseInput,
  CourseSessions,
} from '@ulna/contract/appointments/appointments.course'
import { type Cover, permissionToCount } from '@ulna/contract/session-packages/session-packages.rules'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { requirePermission } from '../../../platform/sessions/access.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { lockPatientFile } from '../../patients/patients.service.ts'
import { requireOpenCase } from '../../records/records.open-case.service.ts'
import { keepForCourse, type PlannedVisits } from '../../session-packages/session-packages.course.service.ts'
import { keptAfterEnd } from '../../session-packages/session-packages.last-day.service.ts'
import { requirePackage } from '../../session-packages/session-packages.service.ts'
import { localTime } from '../appointments.recurrence.ts'
import { findCourse, insertCourse } from './appointments.course.repository.ts'

/** A date of a course that is booked. */
interface BookedDate {
  readonly id: number
  readonly start: number
  readonly doctorId: number
}

export interface CourseWish extends CourseInput {
  readonly patientId: number
}

/** The course a new series is to be; undefined where it is none. It is always somebody's. */
export const courseWishOf = ({
  course,
  patientId,
}: {
  readonly course?: CourseInput | null | undefined
  readonly patientId?: number | null | undefined
}): CourseWish | undefined => {
  if (!course) return undefined
  if (typeof patientId !== 'number') throw new AppError('patient_record_not_match')
  return { ...course, patientId }
}

/**
 * Stores the course of a new series; answers its id. Its file is held, so that nobody closes the case meanwhile, and
 * whoever books must be allowed to count the sessions of everybody who treats.
 */
export const beginCourse = async (
  tx: Tx,
  actor: PracticeActor,
  { patientId, caseId, packageId = null }: CourseWish,
  doctorIds: readonly number[],
): Promise<number> => {
  await lockPatientFile(tx, actor, patientId)
  await requireOpenCase(tx, actor, patientId, caseId)
  if (packageId !== null) {
    await requirePackage(tx, actor, packageId)
    for (const doctorId of new Set(doctorIds))
      requirePermission(actor, permissionToCount(doctorId, actor.doctorId))
  }
  return insertCourse(tx, actor, { patientId, caseId, packageId })
}

const plannedBy = (
  packageId: number,
  patientId: number,
  dates: readonly BookedDate[],
  { timezone }: PracticeActor,
): PlannedVisits => ({
  packageId,
  patientId,
  visits: [...dates]
    .sort((a, b) => a.start - b.start)
    .map(({ id, start }) => ({ id, day: localTime(start, timezone).day })),
})

const courseSessionsOf = ({ kept, short, late }: Cover): CourseSessions => ({ kept, without: short + late })

/** Keeps the sessions of a course that was just booked; undefined where no package is to keep any. */
export const keepCourseSessions = async (
  tx: Tx,
  actor: PracticeActor,
  { packageId, patientId, shortage }: CourseWish,
  dates: readonly BookedDate[],
): Promise<CourseSessions | undefined> => {
  if (typeof packageId !== 'number') return undefined
  return courseSessionsOf(
    await keepForCourse(tx, actor, plannedBy(packageId, patientId, dates, actor), shortage),
  )
}

/** Dates that a change made in a series of a course; undefined where no package is to keep sessions for them. */
export const plannedOf = async (
  tx: Tx,
  actor: PracticeActor,
  {
    courseId,
    patientId,
    dates,
  }: { courseId: number | null; patientId: number | null; dates: readonly BookedDate[] },
): Promise<PlannedVisits | undefined> => {
  if (courseId === null || dates.length === 0) return undefined
  const course = await findCourse(tx, actor.practiceId, courseId)
  if (!course || course.packageId === null || course.patientId !== patientId) return undefined
  return plannedBy(course.packageId, patientId, dates, actor)
}

/** What a move says of visits that come to lie after the last day of their package. */
export const afterPackageMetadata = async (
  tx: Tx,
  { practiceId, timezone }: PracticeActor,
  moved: readonly { readonly id: number; readonly start: number }[],
): Promise<{ afterPackage?: AfterPackage }> => {
  const visits = moved.map(({ id, start }) => ({ id, day: localTime(start, timezone).day }))
  const afterPackage = await keptAfterEnd(tx, practiceId, visits)
  return afterPackage ? { afterPackage } : {}
}

/** What a change of a course says of the dates it made. */
export const courseMetadata = (cover: Cover | undefined): { course?: CourseSessions } =>
  cover ? { course: courseSessionsOf(cover) } : {}

/** What the audit trail says of a booked course. */
export const courseTrail = (course: CourseWish | undefined, sessions: CourseSessions | undefined) =>
  course ? { case: course.caseId, package: course.packageId ?? null, kept: sessions?.kept ?? 0 } : {}

import type { Tx } from '../../../platform/database/database.ts'

/** The visits that are planned from a case, and the package that keeps their sessions. */
export interface Course {
  readonly patientId: number
  readonly caseId: number
  readonly packageId: number | null
}

/** Stores a course; answers its id. */
export const insertCourse = async (
  tx: Tx,
  { practiceId, userId }: { readonly practiceId: number; readonly userId: number },
  { patientId, caseId, packageId }: Course,
): Promise<number> => {
  const { id } = await tx
    .insertInto('appointment_courses')
    .values({
      practice_id: practiceId,
      patient_id: patientId,
      case_id: caseId,
      package_id: packageId,
      user_id: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findCourse = (tx: Tx, practiceId: number, id: number): Promise<Course | undefined> =>
  tx
    .selectFrom('appointment_courses')
    .select(['patient_id as patientId', 'case_id as caseId', 'package_id as packageId'])
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .executeTakeFirst()

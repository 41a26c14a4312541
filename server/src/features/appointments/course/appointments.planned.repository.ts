import type { PlannedVisits } from '@ulna/contract/appointments/appointments.planned'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { isToCome } from '../appointments.repository.ts'

/** The visits to come of a patient by case and package, those that come first at the head. */
export const findPlanned = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<PlannedVisits[]> => {
  const { rows } = await sql<PlannedVisits>`
    select c.case_id as "caseId", u.package_id as "packageId", count(*)::int as visits, iso(min(a.start_at)) as next
    from appointments a
      left join appointment_series s on s.practice_id = ${practiceId} and s.id = a.series_id
      left join appointment_courses c on c.practice_id = ${practiceId} and c.id = s.course_id
        and c.patient_id = a.patient_id
      left join session_package_uses u on u.practice_id = ${practiceId} and u.appointment_id = a.id
        and u.state = 'reserved'
    where ${isToCome(practiceId, patientId)}
    group by c.case_id, u.package_id order by min(a.start_at), c.case_id, u.package_id`.execute(tx)
  return rows
}

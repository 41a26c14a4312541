import type { LooseEnds } from '@ulna/contract/patient-archive/patient-archive'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { isToCome } from './appointments.repository.ts'

/** The visits to come of a patient, soonest first. */
export const findVisitsToCome = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<LooseEnds['visits']> => {
  const { rows } = await sql<LooseEnds['visits'][number]>`
    select a.id, iso(a.start_at) as start, d.full_name as "doctorName", a.series_id is not null as repeats
    from appointments a join doctors d on d.practice_id = ${practiceId} and d.id = a.doctor_id
    where ${isToCome(practiceId, patientId)}
    order by a.start_at, a.id`.execute(tx)
  return rows
}

/** Holds all appointments of a patient, so that none comes to lie ahead meanwhile. */
export const lockAppointmentsOf = async (tx: Tx, practiceId: number, patientId: number): Promise<void> => {
  await sql`
    select from appointments where practice_id = ${practiceId} and patient_id = ${patientId}
    order by id for update`.execute(tx)
}

import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { isToCome } from '../appointments.repository.ts'

/** Who a calendar is for, and where and on which clock. */
export interface CalendarPatient {
  readonly firstName: string
  readonly lastName: string
  /** The patient's, else the practice's. */
  readonly language: Language
  readonly practice: string
  readonly timezone: string
}

export const findCalendarPatient = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<CalendarPatient | undefined> => {
  const { rows } = await sql<CalendarPatient>`
    select p.first_name as "firstName", p.last_name as "lastName", coalesce(p.language, r.locale) as language,
      r.name as practice, r.timezone
    from patients p join practices r on r.id = p.practice_id
    where p.practice_id = ${practiceId} and p.id = ${patientId}`.execute(tx)
  return rows[0]
}

export interface VisitToCome {
  readonly uid: string
  readonly version: number
  readonly changedAt: Date
  readonly start: Date
  readonly end: Date
  readonly practitioner: string
}

/** The visits to come of a patient, by start. */
export const findCalendarVisits = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
): Promise<readonly VisitToCome[]> => {
  const { rows } = await sql<VisitToCome>`
    select a.uid, a.version, coalesce(a.updated_at, a.created_at) as "changedAt", a.start_at as start, a.end_at as end,
      d.full_name as practitioner
    from appointments a join doctors d on d.practice_id = ${practiceId} and d.id = a.doctor_id
    where ${isToCome(practiceId, patientId)}
    order by a.start_at, a.id`.execute(tx)
  return rows
}

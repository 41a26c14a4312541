import type { WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { sql } from 'kysely'
import { absenceWire } from '../../features/schedules/schedules.absences.repository.ts'
import { scheduleWire } from '../../features/schedules/schedules.repository.ts'
import { waitingWire } from '../../features/wait-list/wait-list.repository.ts'
import type { Tx } from '../../platform/database/database.ts'

export interface HoursRow {
  readonly doctor_id: number
  readonly hours: readonly WorkingPeriod[]
}

/** Stores when practitioners work, with the first version of each. */
export const insertSchedules = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  rows: readonly HoursRow[],
): Promise<void> => {
  await sql`
    with s as (
      insert into schedules (practice_id, doctor_id, hours)
      select ${practiceId}::bigint, r.doctor_id, r.hours
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(doctor_id bigint, hours jsonb)
      returning *
    )
    insert into schedule_versions (practice_id, doctor_id, version, author_user_id, body)
    select s.practice_id, s.doctor_id, s.version, ${userId}::bigint, ${scheduleWire}
    from s join doctors d on d.practice_id = ${practiceId} and d.id = s.doctor_id
    returning 1`.execute(tx)
}

export interface AbsenceRow {
  readonly doctor_id: number | null
  readonly start_at: string
  readonly end_at: string
  readonly title: string
}

/** Stores when somebody, or everybody, is away, with the first version of each. */
export const insertAbsences = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  rows: readonly AbsenceRow[],
): Promise<void> => {
  await sql`
    with b as (
      insert into absences (practice_id, doctor_id, start_at, end_at, title)
      select ${practiceId}::bigint, r.doctor_id, r.start_at, r.end_at, r.title
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(doctor_id bigint, start_at timestamptz, end_at timestamptz, title text)
      returning *
    )
    insert into absence_versions (practice_id, absence_id, version, author_user_id, body)
    select b.practice_id, b.id, b.version, ${userId}::bigint, ${absenceWire} from b
    returning 1`.execute(tx)
}

export interface WaitingRow {
  readonly patient_id: number
  readonly doctor_id: number | null
  readonly minutes: number
  readonly weekdays: readonly number[]
  readonly from_time: string
  readonly to_time: string
  readonly latest: string
  readonly note: string
  readonly created_at: string
}

/** Stores who waits for a time, with the first version of each. */
export const insertWaiting = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  rows: readonly WaitingRow[],
): Promise<void> => {
  await sql`
    with w as (
      insert into wait_list (practice_id, patient_id, doctor_id, minutes, weekdays, from_time, to_time, latest, note, created_at)
      select ${practiceId}::bigint, r.patient_id, r.doctor_id, r.minutes,
        array(select json_array_elements_text(r.weekdays)::smallint), r.from_time, r.to_time, r.latest, r.note, r.created_at
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(patient_id bigint, doctor_id bigint, minutes smallint,
        weekdays json, from_time time, to_time time, latest date, note text, created_at timestamptz)
      returning *
    )
    insert into wait_list_versions (practice_id, wait_list_id, version, author_user_id, at, body)
    select w.practice_id, w.id, w.version, ${userId}::bigint, w.created_at, ${waitingWire}
    from w join patients p on p.practice_id = ${practiceId} and p.id = w.patient_id
      left join doctors d on d.practice_id = ${practiceId} and d.id = w.doctor_id
    returning 1`.execute(tx)
}

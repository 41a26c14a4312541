import type { Today } from '@ulna/contract/appointments/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Json, jsonOf } from '../../platform/database/wire.ts'

/** Unsigned records of an author from the last days, newest first, as a wire array of the contract's Today. */
export const findUnsigned = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  editHours: number,
): Promise<Json<Today['unsigned']>> => {
  const { rows } = await sql<{ rows: Json<Today['unsigned']> }>`
    select '[' || coalesce(string_agg(concat('{"recordId":', r.id, ',"patientId":', r.patient_id, ',"patientName":',
      to_json(p.full_name), ',"type":"', r.type, '","subtype":', coalesce('"' || r.subtype || '"', 'null'),
      ',"sessionNumber":', coalesce(r.session_number::text, 'null'), ',"date":"', iso(r.occurred_at),
      '","editableUntil":"', iso(r.created_at + make_interval(secs => ${editHours * 3600})), '"}'), ',' order by r.created_at desc), '') || ']' as rows
    from (
      select * from records
      where practice_id = ${practiceId} and author_id = ${doctorId} and not signed and voided_at is null
        and created_at > now() - make_interval(secs => ${editHours * 3600})
      order by created_at desc limit 10
    ) r join patients p on p.practice_id = r.practice_id and p.id = r.patient_id`.execute(tx)
  return rows[0]?.rows ?? jsonOf([])
}

/**
 * The open cases of the author come first, as a list: they are few and have an index, while the planner, which cannot
 * know how few, would look through the records of everybody who was seen.
 */
export const withoutNextVisit = (
  practiceId: number,
  doctorId: number,
  clinical: boolean,
): RawBuilder<{ rows: Json<Today['withoutNextVisit']> }> => sql`
    with open_cases as materialized (
      select r.id, r.practice_id, r.patient_id, r.name from records r
      where r.practice_id = ${practiceId} and r.author_id = ${doctorId} and r.case_status = 'active' and r.voided_at is null
    )
    select '[' || coalesce(string_agg(concat('{"patientId":', c.patient_id, ',"patientName":', to_json(c.full_name),
      ',"caseId":', c.id, ',"caseName":', case when ${clinical} then coalesce(to_json(c.name)::text, 'null') else 'null' end,
      ',"lastControl":', coalesce('"' || iso(c.last_control) || '"', 'null'), '}'), ',' order by c.last_control desc), '') || ']' as rows
    from (
      select r.id, r.patient_id, r.name, p.full_name, p.last_control
      from open_cases r join patients p on p.practice_id = r.practice_id and p.id = r.patient_id
      where p.last_control > now() - interval '120 days'
        and not exists (
          select 1 from appointments a where a.practice_id = r.practice_id and a.patient_id = r.patient_id
            and a.start_at > now() and a.status in ('booked', 'arrived')
        )
      order by p.last_control desc limit 5
    ) c`

/** At most 5 patients with an active case of a practitioner and no visit ahead, latest control first, as a wire array. */
export const findWithoutNextVisit = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  clinical: boolean,
): Promise<Json<Today['withoutNextVisit']>> => {
  const { rows } = await withoutNextVisit(practiceId, doctorId, clinical).execute(tx)
  return rows[0]?.rows ?? jsonOf([])
}

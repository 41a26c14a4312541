import type { Today } from '@ulna/contract/today/today'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared, preparedOfRows } from '../../platform/database/prepared.ts'
import { type Json, jsonOf } from '../../platform/database/wire.ts'
import { nextNumber } from './records.numbers.repository.ts'

type Unsigned = Today['unsigned'][number]

/** An unsigned record, with the version of the form that it was written in. */
export interface UnsignedRow extends Omit<Unsigned, 'className'> {
  readonly classId: string
  readonly classVersion: number
}

interface UnsignedWish {
  readonly practiceId: number
  readonly doctorId: number
  /** Seconds in which a record may be changed. */
  readonly window: number
}

const readUnsigned = prepared<UnsignedRow, UnsignedWish>(({ practiceId, doctorId, window: seconds }) => {
  const window = sql`make_interval(secs => ${seconds}::float8)`
  return sql`
    select r.id as "recordId", r.patient_id as "patientId", p.full_name as "patientName", r.type, r.subtype, r.name,
      r.session_number as "sessionNumber", iso(r.occurred_at) as date, iso(r.created_at + ${window}) as "editableUntil",
      r.class_id as "classId", r.class_version as "classVersion"
    from records r join patients p on p.practice_id = ${practiceId} and p.id = r.patient_id
    where r.practice_id = ${practiceId} and r.author_id = ${doctorId} and not r.signed and r.voided_at is null
      and not p.archived and r.created_at > now() - ${window}
    order by r.created_at desc limit 10`
})

/** At most ten unsigned records of an author from the last days, newest first. */
export const findUnsigned = (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  editHours: number,
): Promise<UnsignedRow[]> => readUnsigned(tx, { practiceId, doctorId, window: editHours * 3600 })

/**
 * The open cases of the author come first, as a list: they are few and have an index, while the planner, which cannot
 * know how few, would look through the records of everybody who was seen.
 */
export const withoutNextVisit = ({
  practiceId,
  doctorId,
  clinical,
}: Readonly<Record<'practiceId' | 'doctorId' | 'clinical', RawBuilder<unknown>>>): RawBuilder<{
  rows: Json<Today['withoutNextVisit']>
}> => sql`
    with open_cases as materialized (
      select r.id, r.patient_id, r.name from records r
      where r.practice_id = ${practiceId} and r.author_id = ${doctorId} and r.case_status = 'active' and r.voided_at is null
    )
    select '[' || coalesce(string_agg(concat('{"patientId":', c.patient_id, ',"patientName":', to_json(c.full_name),
      ',"caseId":', c.id, ',"caseName":', case when ${clinical}::boolean then coalesce(to_json(c.name)::text, 'null') else 'null' end,
      ',"lastControl":', coalesce('"' || iso(c.last_control) || '"', 'null'), '}'), ',' order by c.last_control desc), '') || ']' as rows
    from (
      select r.id, r.patient_id, r.name, p.full_name, p.last_control
      from open_cases r join patients p on p.practice_id = ${practiceId} and p.id = r.patient_id
      where not p.archived and p.last_control > now() - interval '120 days'
        and not exists (
          select 1 from appointments a where a.practice_id = ${practiceId} and a.patient_id = r.patient_id
            and a.start_at > now() and a.status in ('booked', 'arrived')
        )
      order by p.last_control desc limit 5
    ) c`

const readWithoutNextVisit = prepared<
  { rows: Json<Today['withoutNextVisit']> },
  { readonly practiceId: number; readonly doctorId: number; readonly clinical: boolean }
>(withoutNextVisit)

/** At most 5 patients with an active case of a practitioner and no visit ahead, latest control first, as a wire array. */
export const findWithoutNextVisit = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
  clinical: boolean,
): Promise<Json<Today['withoutNextVisit']>> => {
  const [row] = await readWithoutNextVisit(tx, { practiceId, doctorId, clinical })
  return row?.rows ?? jsonOf([])
}

/** A visit of a patient with a practitioner. */
export interface PatientVisit {
  readonly appointmentId: number
  readonly patientId: number
  readonly doctorId: number
}

export interface VisitRecords {
  readonly appointmentId: number
  readonly caseName: string | null
  readonly sessionNumber: number | null
  readonly unsigned: boolean
}

export interface VisitDay {
  readonly practiceId: number
  /** On this clock. */
  readonly timezone: string
  readonly day: string
}

const visitColumns = {
  id: (visit: PatientVisit) => visit.appointmentId,
  patient_id: (visit: PatientVisit) => visit.patientId,
  doctor_id: (visit: PatientVisit) => visit.doctorId,
}

const readVisitRecords = preparedOfRows<VisitRecords, PatientVisit, VisitDay & { readonly authorId: number }>(
  visitColumns,
  (values, visits) => {
    const { day, authorId } = values
    const zone = sql`${values.timezone}::text`
    const from = sql`(${day}::text::timestamp at time zone ${zone})`
    // A day on which the clocks change has 23 hours or 25.
    const until = sql`((${day}::text::date + 1)::timestamp at time zone ${zone})`
    const practice = sql`${values.practiceId}::bigint`
    return sql`
    select v.id as "appointmentId", c.name as "caseName",
      coalesce(f.session_number, case when c.id is not null then ${nextNumber(practice, sql`c.id`)} end) as "sessionNumber",
      coalesce(not f.signed and f.author_id = ${authorId}, false) as unsigned
    from ${visits}
    left join lateral (
      select r.session_number, r.case_id, r.signed, r.author_id from records r
      where r.practice_id = ${practice} and r.patient_id = v.patient_id and r.subtype = 'follow_up' and r.voided_at is null
        and r.occurred_at >= ${from} and r.occurred_at < ${until}
      order by r.author_id = v.doctor_id desc, r.occurred_at desc, r.id desc limit 1
    ) f on true
    left join lateral (
      select r.id, r.name from records r
      where r.practice_id = ${practice} and r.patient_id = v.patient_id and r.subtype = 'case' and r.voided_at is null
        and case when f.case_id is null then r.case_status = 'active' else r.id = f.case_id end
      order by r.author_id = v.doctor_id desc, r.occurred_at desc, r.id desc limit 1
    ) c on true`
  },
)

/**
 * What was written at the visits of a day, or will be: the follow-up of that day, the practitioner's first, and its
 * case; without one the active case that was opened last, the practitioner's first. `authorId`: whose unsigned count.
 */
export const findVisitRecords = (
  tx: Tx,
  day: VisitDay,
  visits: readonly PatientVisit[],
  authorId: number,
): Promise<VisitRecords[]> => readVisitRecords(tx, visits, { ...day, authorId })

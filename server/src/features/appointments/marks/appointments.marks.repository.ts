import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type Range, type RangeValues, startsIn, valuesOf } from '../appointments.repository.ts'

export interface MarkPlace {
  readonly practiceId: number
  readonly timezone: string
  readonly clinical: boolean
}

interface MarkRow {
  readonly id: number
  readonly patientId: number
  readonly isFirst: boolean
  readonly isWritten: boolean
  readonly hasAlert: boolean
}

const readMarks = prepared<MarkRow, MarkPlace & RangeValues>((values) => {
  const { practiceId, clinical } = values
  const timezone = sql`${values.timezone}::text`
  return sql`
    select a.id, a.patient_id as "patientId",
      a.status <> 'cancelled' and not exists (
        select from appointments e where e.practice_id = ${practiceId} and e.patient_id = a.patient_id
          and e.start_at < a.start_at and e.status <> 'cancelled'
      ) and not exists (
        select from records r where r.practice_id = ${practiceId} and r.patient_id = a.patient_id and r.type = 'control'
          and r.voided_at is null and r.occurred_at < a.start_at - interval '12 hours'
      ) as "isFirst",
      exists (
        select from records r where r.practice_id = ${practiceId} and r.patient_id = a.patient_id and r.type = 'control'
          and r.voided_at is null
          and (r.occurred_at at time zone ${timezone})::date = (a.start_at at time zone ${timezone})::date
      ) as "isWritten",
      ${clinical}::boolean and exists (
        select from records r where r.practice_id = ${practiceId} and r.patient_id = a.patient_id and r.type = 'med_hist'
          and r.voided_at is null
          and (coalesce(r.data ->> 'warning', '') <> '' or coalesce(r.data ->> 'allergies', '') <> '')
      ) as "hasAlert"
    from appointments a
    where a.practice_id = ${practiceId} and a.patient_id is not null and ${startsIn(values)}
    order by a.id`
})

/** What the agenda marks on the appointments with a patient that start within a range. */
export const findMarks = (tx: Tx, place: MarkPlace, range: Range): Promise<MarkRow[]> =>
  readMarks(tx, { ...place, ...valuesOf(range) })

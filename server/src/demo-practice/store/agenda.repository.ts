import type { Appointment } from '@ulna/contract/appointments/appointments'
import type { RepeatRule } from '@ulna/contract/appointments/appointments.series'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { wire, wireObject } from '../../platform/database/wire.ts'
import { inChunks, past, type Writers } from './practice.repository.ts'

export interface SeriesRow {
  readonly id: number
  readonly rule: RepeatRule
  readonly until: string
  readonly timezone: string
  readonly first_day: string
  /** `HH:mm`. */
  readonly wall_time: string
  readonly duration_ms: number
  readonly taken_out: readonly string[]
}

/** Stores series without their dates. */
export const insertSeries = async (tx: Tx, practiceId: number, rows: readonly SeriesRow[]): Promise<void> => {
  await sql`
    insert into appointment_series (practice_id, id, rule, until, timezone, first_day, wall_time, duration_ms, taken_out)
    select ${practiceId}::bigint, r.id, r.rule, r.until, r.timezone, r.first_day, r.wall_time, r.duration_ms,
      array(select json_array_elements_text(r.taken_out)::date)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, rule jsonb, until date, timezone text, first_day date,
      wall_time time, duration_ms integer, taken_out json)
    returning 1`.execute(tx)
}

export interface AppointmentRow {
  readonly id: number
  readonly doctor_id: number
  readonly patient_id: number | null
  readonly start_at: string
  readonly end_at: string
  readonly title: string | null
  readonly note: string | null
  readonly status: string
  readonly confirmed: boolean
  readonly cancel_reason: string | null
  readonly created_at: string
  readonly updated_at: string | null
  readonly series_id: number | null
  /** The day the rule of the series gives. */
  readonly occurs_on: string | null
  /** The first date of the series. */
  readonly parent: number | null
}

/** An appointment as booked, or as it is since its status was set. */
const appointmentWire = (version: number): RawBuilder<string> =>
  wireObject<Appointment>({
    id: wire.number('a.id'),
    uid: wire.plain('a.uid'),
    version: sql.lit(version),
    doctorId: wire.number('a.doctor_id'),
    doctorName: wire.text('d.full_name'),
    patientId: wire.optionalNumber('a.patient_id'),
    patientName: wire.optionalText('p.full_name'),
    start: wire.instant('a.start_at'),
    end: wire.instant('a.end_at'),
    title: wire.optionalText('a.title'),
    note: wire.optionalText('a.note'),
    patientNote: wire.nothing,
    confirmed: wire.flag('a.confirmed'),
    status: version === 1 ? sql`'"booked"'` : wire.plain('a.status'),
    cancelReason: version === 1 ? wire.nothing : wire.optionalText('a.cancel_reason'),
    cancelledLate: version === 1 ? wire.nothing : sql`coalesce(a.cancelled_late::text, 'null')`,
    parent: wire.optionalNumber('a.parent'),
    every: wire.optionalJson('a.every'),
    until: wire.optionalInstant('a.until'),
    detached: wire.flag('a.detached'),
    allowOverlap: wire.flag('a.allow_overlap'),
    overlapReason: wire.optionalText('a.overlap_reason'),
    importedFrom: wire.nothing,
    createdAt: wire.instant('a.created_at'),
    updatedAt: version === 1 ? wire.nothing : wire.optionalInstant('a.updated_at'),
  })

/** Stores appointments with their versions; the series they are dates of stand there before. */
export const insertAppointments = async (
  tx: Tx,
  writers: Writers,
  rows: readonly AppointmentRow[],
): Promise<void> => {
  const { practiceId, receptionist } = writers
  await inChunks(rows, (chunk) =>
    sql`insert into appointments (practice_id, id, version, doctor_id, patient_id, patient_wire_name, user_id, start_at, end_at,
        title, note, status, confirmed, cancel_reason, cancelled_at, cancelled_late, created_at, updated_at, series_id, occurs_on,
        parent, every, until)
      select ${practiceId}::bigint, r.id, case when r.updated_at is null then 1 else 2 end, r.doctor_id, r.patient_id,
        (select p.wire_name from patients p where p.practice_id = ${practiceId} and p.id = r.patient_id), ${receptionist}::bigint,
        r.start_at, r.end_at, r.title, r.note, r.status, r.confirmed, r.cancel_reason,
        case when r.status = 'cancelled' then ${past('r.updated_at')} end,
        case when r.status = 'cancelled' then r.start_at - r.updated_at < interval '24 hours' end, ${past('r.created_at')}, ${past('r.updated_at')},
        r.series_id, r.occurs_on, r.parent, s.rule, ((s.until + 1)::timestamp - interval '1 ms') at time zone s.timezone
      from json_to_recordset(${chunk}) as r(id bigint, doctor_id bigint, patient_id bigint, start_at timestamptz,
        end_at timestamptz, title text, note text, status text, confirmed boolean, cancel_reason text, created_at timestamptz,
        updated_at timestamptz, series_id bigint, occurs_on date, parent bigint)
      left join appointment_series s on s.practice_id = ${practiceId} and s.id = r.series_id
      returning 1`.execute(tx),
  )
  const joined = sql`appointments a join doctors d on d.practice_id = ${practiceId} and d.id = a.doctor_id
    left join patients p on p.practice_id = ${practiceId} and p.id = a.patient_id where a.practice_id = ${practiceId}`
  await sql`
    insert into appointment_versions (practice_id, appointment_id, version, author_user_id, at, body)
    select a.practice_id, a.id, 1, a.user_id, a.created_at, ${appointmentWire(1)} from ${joined}
    union all
    select a.practice_id, a.id, 2, a.user_id, a.updated_at, ${appointmentWire(2)} from ${joined} and a.version = 2
    returning 1`.execute(tx)
}

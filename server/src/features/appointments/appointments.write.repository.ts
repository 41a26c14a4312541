import type { Appointment, AppointmentStatus } from '@ulna/contract/appointments/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { WireRow } from '../../platform/database/wire.ts'
import type { Day } from './appointments.recurrence.ts'
import { appointmentWire, holdNames, keptName, refuseNobody } from './appointments.repository.ts'
import type { Standing } from './appointments.standing.ts'

export interface AppointmentState extends Standing {
  readonly id: number
  readonly version: number
  readonly patientId: number | null
  readonly lane: number
  readonly seriesId: number | null
  /** The day its series gave it. */
  readonly occursOn: Day | null
}

interface StateColumns extends Omit<AppointmentState, 'start' | 'end'> {
  readonly startAt: Date
  readonly endAt: Date
}

const toState = ({ startAt, endAt, ...columns }: StateColumns): AppointmentState => ({
  ...columns,
  start: startAt.getTime(),
  end: endAt.getTime(),
})

const lockState = prepared<StateColumns, { readonly practiceId: number; readonly id: number }>(
  ({ practiceId, id }) => sql`
    select id, version, doctor_id as "doctorId", patient_id as "patientId", start_at as "startAt", end_at as "endAt",
      status, allow_overlap as "allowOverlap", lane, series_id as "seriesId", occurs_on::text as "occursOn"
    from appointments where practice_id = ${practiceId} and id = ${id} for update`,
)

/** The state of an appointment, locked until the transaction ends. */
export const lockAppointment = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<AppointmentState | undefined> => {
  const [row] = await lockState(tx, { practiceId, id })
  return row && toState(row)
}

export interface AppointmentColumns {
  readonly doctor_id?: number
  readonly patient_id?: number | null
  readonly start_at?: string
  readonly end_at?: string
  readonly title?: string | null
  readonly note?: string | null
  readonly patient_note?: string | null
  readonly confirmed?: boolean
  readonly status?: AppointmentStatus
  readonly cancel_reason?: string | null
  readonly allow_overlap?: boolean
  readonly overlap_reason?: string | null
  readonly lane?: number
  readonly detached?: boolean
}

interface WrittenAppointment extends WireRow<Appointment> {
  readonly id: number
}

/** An appointment as it is stored first: what was not said of it is empty. */
type NewAppointment = Required<Omit<AppointmentColumns, 'parent' | 'detached'>> & {
  readonly practice_id: number
  readonly user_id: number
  readonly patient_wire_name: string | null
  readonly lane: number
  readonly late_minutes: number
}

const unsaid = {
  patient_id: null,
  title: null,
  note: null,
  patient_note: null,
  confirmed: false,
  status: 'booked',
  cancel_reason: null,
  allow_overlap: false,
  overlap_reason: null,
} as const

/** Whether a cancellation that comes now is later than the practice allows. */
const isLate = (start: RawBuilder<unknown>, lateMinutes: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${start} - now() < make_interval(mins => ${lateMinutes}::int)`

const minutesOf = (hours: number): number => Math.round(hours * 60)

const insertWithVersion = prepared<WrittenAppointment, NewAppointment>(
  (a) => sql`
    with a as (
      insert into appointments (practice_id, user_id, doctor_id, patient_id, patient_wire_name, start_at, end_at, title, note,
        patient_note, confirmed, status, cancel_reason, cancelled_at, cancelled_late, allow_overlap, overlap_reason, lane)
      values (${a.practice_id}, ${a.user_id}, ${a.doctor_id}, ${a.patient_id}, ${a.patient_wire_name},
        ${a.start_at}::timestamptz, ${a.end_at}, ${a.title}, ${a.note}, ${a.patient_note}, ${a.confirmed}, ${a.status}::text,
        ${a.cancel_reason}, choose(${a.status}::text = 'cancelled', now(), null::timestamptz),
        choose(${a.status}::text = 'cancelled', ${isLate(sql`${a.start_at}::timestamptz`, a.late_minutes)}, null::boolean),
        ${a.allow_overlap}, ${a.overlap_reason}, ${a.lane})
      returning *
    ), written as (
      select a.practice_id, a.id, a.version, a.user_id, ${appointmentWire} as wire
      from a join doctors d on d.practice_id = ${a.practice_id} and d.id = a.doctor_id
    ), kept as (
      insert into appointment_versions (practice_id, appointment_id, version, author_user_id, body)
      select practice_id, id, version, user_id, wire from written returning 1
    )
    select id, wire from written`,
)

/**
 * Stores the appointment and its first version in one statement; answers its id and its wire JSON. `lateHours`: hours
 * before its start after which a cancellation is late, for one that is noted as cancelled at once.
 */
export const insertAppointment = async (
  tx: Tx,
  { practiceId, userId }: { readonly practiceId: number; readonly userId: number },
  columns: AppointmentColumns &
    Pick<NewAppointment, 'doctor_id' | 'start_at' | 'end_at' | 'lane' | 'patient_wire_name'>,
  lateHours: number,
): Promise<WrittenAppointment> => {
  const [written] = await insertWithVersion(tx, {
    ...unsaid,
    ...columns,
    practice_id: practiceId,
    user_id: userId,
    late_minutes: minutesOf(lateHours),
  })
  if (!written) throw new Error('the appointment was not stored')
  return written
}

/** A cancellation keeps when it came, and whether that was later than the practice allows. */
const cancelling = (status: AppointmentStatus | undefined, lateHours: number) => {
  if (status === undefined) return {}
  if (status !== 'cancelled') return { cancelled_at: null, cancelled_late: null }
  const late = isLate(sql`start_at`, sql`${minutesOf(lateHours)}`)
  return {
    cancelled_at: sql<Date>`choose(status = 'cancelled', cancelled_at, now())`,
    cancelled_late: sql<boolean>`choose(status = 'cancelled', cancelled_late, ${late})`,
  }
}

/** `lateHours`: hours before its start after which a cancellation is late. */
export const updateAppointmentRow = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<AppointmentState>,
  { columns, lateHours }: { columns: AppointmentColumns; lateHours: number },
): Promise<void> => {
  const { patient_id: patientId } = columns
  const names = await holdNames(tx, practiceId, patientId === undefined ? [] : [patientId])
  const name = patientId === undefined ? {} : { patient_wire_name: keptName(names, patientId) }
  await tx
    .updateTable('appointments')
    .set((set) => ({
      ...columns,
      ...name,
      ...cancelling(columns.status, lateHours),
      version: set('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
  await refuseNobody(tx, practiceId, names)
}

import type { Clash } from '@ulna/contract/appointments/appointments.series'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared, preparedAmong } from '../../platform/database/prepared.ts'
import { type Json, parseJson } from '../../platform/database/wire.ts'
import type { Booked, Stretch } from './appointments.lanes.ts'
import { joined } from './appointments.repository.ts'

type Expression = RawBuilder<unknown>

/** What is in an agenda, with enough to say who is in the way. */
export interface AgendaRow extends Booked {
  readonly doctorId: number
  readonly doctorName: string
  readonly patientId: number | null
  readonly patientName: string | null
  readonly title: string | null
}

interface AgendaColumns extends Omit<AgendaRow, 'start' | 'end' | 'patientName'> {
  readonly patientName: Json<string> | null
  readonly startAt: Date
  readonly endAt: Date
}

const toRow = ({ startAt, endAt, patientName, ...row }: AgendaColumns): AgendaRow => ({
  ...row,
  patientName: patientName === null ? null : parseJson(patientName),
  start: startAt.getTime(),
  end: endAt.getTime(),
})

export const clashOf = ({ lane: _, start, end, ...row }: AgendaRow): Clash => ({
  ...row,
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
})

const agendaColumns = sql`
  a.id, a.start_at as "startAt", a.end_at as "endAt", case when a.allow_overlap then null else a.lane end as lane,
  a.doctor_id as "doctorId", d.full_name as "doctorName", a.patient_id as "patientId", a.patient_wire_name as "patientName",
  a.title`

interface Where {
  readonly practiceId: number
  readonly doctorIds: readonly number[]
  /** Appointments that are about to change and so are in nobody's way. */
  readonly exceptIds: readonly number[]
}

/** The first and the last instant of which the contract speaks. */
const [firstInstant, lastInstant] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map(Date.parse)

/** What looks around an appointment does not look beyond the years the contract knows. */
const instantText = (instant: number): string =>
  new Date(Math.min(Math.max(instant, firstInstant ?? 0), lastInstant ?? 0)).toISOString()

/** A single stretch is null: its span says it all, and no row's JSON has to be read for it. */
const stretchesJson = (stretches: readonly Stretch[]): string | null => {
  if (stretches.length === 1) return null
  return JSON.stringify(
    stretches.map(({ start, end }) => ({
      start_at: instantText(start),
      end_at: instantText(end),
    })),
  )
}

/** Which appointments are asked for: not the ones of `exceptIds`; those that touch a stretch between `from` and `to`. */
interface Touching {
  readonly practiceId: number
  readonly exceptIds: number[]
  readonly stretches: string | null
  readonly from: string
  readonly to: string
}

/** Cancelled appointments stand in no agenda. */
const standing = (
  whose: Expression,
  { practiceId, exceptIds, stretches, from, to }: { readonly [K in keyof Touching]: Expression },
): RawBuilder<AgendaColumns> => sql`
  select ${agendaColumns} from ${joined(practiceId)}
  where a.practice_id = ${practiceId} and ${whose} and a.status <> 'cancelled' and not a.id = any(${exceptIds}::bigint[])
    and a.start_at < ${to}::timestamptz and a.start_at > ${from}::timestamptz - interval '24 hours'
    and a.end_at > ${from}::timestamptz
    and (${stretches}::json is null or exists (
      select from json_to_recordset(${stretches}::json) as w (start_at timestamptz, end_at timestamptz)
      where a.start_at < w.end_at and a.end_at > w.start_at))
  order by a.start_at, a.id`

const standingInAgendas = preparedAmong<AgendaColumns, Touching>((values, isAmong) =>
  standing(isAmong(sql`a.doctor_id`), values),
)

const standingOfPatient = prepared<AgendaColumns, Touching & { readonly patientId: number }>((values) =>
  standing(sql`a.patient_id = ${values.patientId}`, values),
)

const touching = (
  { practiceId, exceptIds }: Pick<Where, 'practiceId' | 'exceptIds'>,
  stretches: readonly Stretch[],
): Touching => ({
  practiceId,
  exceptIds: [...exceptIds],
  stretches: stretchesJson(stretches),
  from: instantText(Math.min(...stretches.map(({ start }) => start))),
  to: instantText(Math.max(...stretches.map(({ end }) => end))),
})

/** Appointments as they stand in their agendas. */
export const findAgendaRows = async (
  tx: Tx,
  practiceId: number,
  ids: readonly number[],
): Promise<AgendaRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<AgendaColumns>`
    select ${agendaColumns} from ${joined(practiceId)}
    where a.practice_id = ${practiceId} and a.id = any(${ids}::bigint[]) order by a.start_at, a.id`.execute(
    tx,
  )
  return rows.map(toRow)
}

/** What stands in these agendas and touches one of the stretches, by start; cancelled ones do not stand there. */
export const findBooked = async (
  tx: Tx,
  where: Where,
  stretches: readonly Stretch[],
): Promise<AgendaRow[]> => {
  if (stretches.length === 0) return []
  const rows = await standingInAgendas(tx, where.doctorIds, touching(where, stretches))
  return rows.map(toRow)
}

/** Other visits of a patient that touch one of the stretches, with whomever they are. */
export const findPatientVisits = async (
  tx: Tx,
  where: { practiceId: number; patientId: number; exceptIds: readonly number[] },
  stretches: readonly Stretch[],
): Promise<AgendaRow[]> => {
  if (stretches.length === 0) return []
  const { patientId } = where
  const rows = await standingOfPatient(tx, { patientId, ...touching(where, stretches) })
  return rows.map(toRow)
}

/** Whether there is such a patient in this practice. */
export const isPatientHere = async (tx: Tx, practiceId: number, patientId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('patients')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('id', '=', patientId)
    .executeTakeFirst()
  return row !== undefined
}

interface Agenda {
  readonly doctorId: number
  readonly fullName: string
  /** Patients seen at once. */
  readonly capacity: number
  /** Whether it is offered to others, as `bookable` of the contract's doctor says: that of a clinical member. */
  readonly isOffered: boolean
}

/** The agendas that can be booked. */
export const findAgendas = async (tx: Tx, practiceId: number): Promise<Agenda[]> => {
  const { rows } = await sql<Agenda>`
    select d.id as "doctorId", d.full_name as "fullName", d.capacity, m.clinical as "isOffered"
    from doctors d join memberships m on m.practice_id = ${practiceId} and m.doctor_id = d.id
    where d.practice_id = ${practiceId} and d.bookable and m.ended_at is null order by d.full_name, d.id`.execute(
    tx,
  )
  return rows
}

const capacity = prepared<{ capacity: number }, { readonly practiceId: number; readonly doctorId: number }>(
  ({ practiceId, doctorId }) => sql`
    select d.capacity from doctors d join memberships m on m.practice_id = ${practiceId} and m.doctor_id = d.id
    where d.practice_id = ${practiceId} and d.id = ${doctorId} and d.bookable and m.ended_at is null`,
)

/** How many patients a practitioner sees at once; undefined when the agenda cannot be booked. */
export const findCapacity = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
): Promise<number | undefined> => {
  const [row] = await capacity(tx, { practiceId, doctorId })
  return row?.capacity
}

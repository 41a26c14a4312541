import type { Tx } from '../../platform/database/database.ts'
import { practiceTimezone } from '../plan/calendar.ts'
import type { DemoPlan } from '../plan/plan.ts'
import { clock, practitioners, weekOf } from '../plan/staff.ts'
import { at, type Team } from '../plan/team.ts'
import { insertAppointments, insertSeries } from './agenda.repository.ts'
import { takeIds } from './practice.repository.ts'
import { insertAbsences, insertSchedules, insertWaiting } from './schedules.repository.ts'

/** Stores the series of a plan; answers their ids by their keys. */
const storeSeries = async (
  tx: Tx,
  team: Team,
  { series }: DemoPlan,
): Promise<ReadonlyMap<number, number>> => {
  const ids = await takeIds(tx, series.length)
  const rows = series.map((one, index) => ({
    id: at(ids, index),
    rule: one.rule,
    until: one.until,
    timezone: practiceTimezone,
    first_day: one.firstDay,
    wall_time: clock(one.start),
    duration_ms: one.minutes * 60_000,
    taken_out: one.takenOut,
  }))
  await insertSeries(tx, team.practiceId, rows)
  return new Map(series.map(({ key }, index) => [key, at(ids, index)]))
}

/** The first date of each series, by the key of the series. */
const firstDates = ({ appointments }: DemoPlan, ids: readonly number[]): ReadonlyMap<number, number> => {
  const firsts = new Map<number, number>()
  for (const [index, { series }] of appointments.entries())
    if (series && !firsts.has(series.key)) firsts.set(series.key, at(ids, index))
  return firsts
}

const storeAppointments = async (
  tx: Tx,
  team: Team,
  plan: DemoPlan,
  patientIds: readonly number[],
): Promise<void> => {
  const seriesIds = await storeSeries(tx, team, plan)
  const ids = await takeIds(tx, plan.appointments.length)
  const parents = firstDates(plan, ids)
  const rows = plan.appointments.map(({ series, ...planned }, index) => ({
    id: at(ids, index),
    doctor_id: at(team.doctorIds, planned.practitioner),
    patient_id: planned.patient === null ? null : at(patientIds, planned.patient),
    start_at: planned.start,
    end_at: planned.end,
    title: planned.title,
    note: planned.note,
    status: planned.status,
    confirmed: planned.confirmed,
    cancel_reason: planned.cancelReason,
    created_at: planned.bookedAt,
    updated_at: planned.settledAt,
    series_id: (series && seriesIds.get(series.key)) ?? null,
    occurs_on: series?.on ?? null,
    parent: (series && parents.get(series.key)) ?? null,
  }))
  await insertAppointments(tx, team, rows)
}

/** Stores appointments and series, when everybody works and is away, and who waits for a time. */
export const storeAgenda = async (
  tx: Tx,
  team: Team,
  plan: DemoPlan,
  patientIds: readonly number[],
): Promise<void> => {
  const { practiceId, owner, receptionist, doctorIds } = team
  await storeAppointments(tx, team, plan, patientIds)
  const hours = practitioners.map((one) => ({ doctor_id: at(doctorIds, one), hours: weekOf(one) }))
  await insertSchedules(tx, practiceId, owner, hours)
  const absences = plan.absences.map(({ practitioner, start, end, title }) => ({
    doctor_id: practitioner === null ? null : at(doctorIds, practitioner),
    start_at: start,
    end_at: end,
    title,
  }))
  await insertAbsences(tx, practiceId, owner, absences)
  const waiting = plan.waiting.map(
    ({ patient, practitioner, minutes, weekdays, from, to, latest, note, since }) => ({
      patient_id: at(patientIds, patient),
      doctor_id: practitioner === null ? null : at(doctorIds, practitioner),
      minutes,
      weekdays,
      from_time: from,
      to_time: to,
      latest,
      note,
      created_at: since,
    }),
  )
  await insertWaiting(tx, practiceId, receptionist, waiting)
}

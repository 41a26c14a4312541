import type { Schedule, ScheduleChange, WorkingPeriod } from '@ulna/contract/schedules/schedules'
import { minutesOfDay, workingHours } from '@ulna/contract/schedules/schedules.rules'
import { AppError } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  answerText,
  type ListText,
  listText,
  parseJson,
  type WireText,
} from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import { clockOf } from './schedules.clock.ts'
import { type Agenda, freeTimes } from './schedules.free.ts'
import { timesOfWeek } from './schedules.hours.ts'
import { common, hullOf, type Interval, overlaps, without } from './schedules.intervals.ts'
import { mayWriteSchedule } from './schedules.policy.ts'
import {
  findHours,
  findSchedules,
  type HoursRow,
  keepScheduleVersion,
  lockSchedule,
  type ScheduleState,
  writeCapacity,
  writeHours,
} from './schedules.repository.ts'
import { type AbsenceTime, findAbsenceTimes } from './schedules.times.repository.ts'

export type { Interval } from './schedules.intervals.ts'

/** When each practitioner works whose agenda can be booked. */
export const listSchedules = (db: Database, actor: PracticeActor): Promise<ListText<Schedule>> =>
  lookUp(db, actor, async (tx) => listText(await findSchedules(tx, actor.practiceId)))

const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  doctorId: number,
  version?: number,
): Promise<Authorized<ScheduleState>> => {
  const state = await lockSchedule(tx, actor.practiceId, doctorId)
  if (!state) throw new AppError('not_found')
  await refuseStale(version, state, () => parseJson(state.wire))
  return authorized(state)
}

const inOrder = (hours: readonly WorkingPeriod[] | null): readonly WorkingPeriod[] | null =>
  hours && [...hours].sort((a, b) => a.weekday - b.weekday || minutesOfDay(a.from) - minutesOfDay(b.from))

/**
 * Changes when somebody works and how many patients they see at once. No appointment is refused or moved by it. Refuses
 * with assistant_role_required, not_found and version_conflict.
 */
export const changeSchedule = (
  db: Database,
  actor: PracticeActor,
  doctorId: number,
  { hours, capacity, version }: ScheduleChange,
): Promise<WireText<Schedule>> =>
  change(db, actor, async (tx) => {
    mayWriteSchedule(actor, doctorId)
    const state = await currentState(tx, actor, doctorId, version)
    await writeHours(tx, actor.practiceId, state, inOrder(hours === undefined ? state.hours : hours))
    if (capacity !== undefined) await writeCapacity(tx, actor.practiceId, state, capacity)
    const wire = await keepScheduleVersion(tx, actor.practiceId, doctorId, actor.userId)
    await announce(tx, actor.practiceId, { topic: 'schedules', ids: [doctorId] })
    const fields = [
      ...(hours === undefined ? [] : ['hours']),
      ...(capacity === undefined ? [] : ['capacity']),
    ]
    return audited(
      { action: 'schedule.update', subject: { type: 'doctor', id: doctorId }, detail: { fields } },
      answerText(wire),
    )
  })

/** Whose agendas are asked about, and on which clock. */
export type AgendaOwner = Pick<PracticeActor, 'practiceId' | 'timezone' | 'configurations'>

/** A time in the agenda of a practitioner; milliseconds since 1970, end exclusive. */
export interface AgendaSlot extends Interval {
  readonly doctorId: number
}

type TimesByPractitioner = ReadonlyMap<number, readonly Interval[]>

/** When each of some practitioners works within a range, absences aside. */
export const workingTimes = (
  { timezone, configurations }: AgendaOwner,
  schedules: readonly HoursRow[],
  range: Interval,
): TimesByPractitioner => {
  const clock = clockOf(timezone, range)
  return new Map(
    schedules.map(({ doctorId, hours }) => [
      doctorId,
      timesOfWeek(clock, workingHours(hours, configurations.agenda), range),
    ]),
  )
}

const isAbout = ({ doctorId }: AbsenceTime, slot: { readonly doctorId: number }): boolean =>
  doctorId === null || doctorId === slot.doctorId

/** Working times without absences. */
export const withoutAbsences = (
  times: TimesByPractitioner,
  absences: readonly AbsenceTime[],
): TimesByPractitioner =>
  new Map(
    [...times].map(([doctorId, working]) => [
      doctorId,
      without(
        working,
        absences.filter((absence) => isAbout(absence, { doctorId })),
      ),
    ]),
  )

const noTimes: TimesByPractitioner = new Map()

/**
 * When practitioners can be booked within some windows: their working hours without absences, whatever is booked
 * already. Milliseconds since 1970, in order, those that touch as one; who does not work in this practice is not in it.
 * Two statements, however many practitioners and windows there are.
 */
export const openTimes = async (
  tx: Tx,
  owner: AgendaOwner,
  doctorIds: readonly number[],
  windows: readonly Interval[],
): Promise<TimesByPractitioner> => {
  const range = hullOf(windows)
  if (!range) return noTimes
  const [schedules, absences] = await Promise.all([
    findHours(tx, owner.practiceId, doctorIds),
    findAbsenceTimes(tx, owner.practiceId, doctorIds, range),
  ])
  const open = withoutAbsences(workingTimes(owner, schedules, range), absences)
  return new Map([...open].map(([doctorId, times]) => [doctorId, common(times, windows)]))
}

const practitionersOf = (slots: readonly AgendaSlot[]): number[] => [
  ...new Set(slots.map(({ doctorId }) => doctorId)),
]

/**
 * For each slot the title of the absence it touches, the practitioner's or the whole practice's, the earliest where
 * there are several; null where there is none. One statement for all of them.
 */
export const absenceAt = async (
  tx: Tx,
  { practiceId }: Pick<AgendaOwner, 'practiceId'>,
  slots: readonly AgendaSlot[],
): Promise<(string | null)[]> => {
  const range = hullOf(slots)
  if (!range) return []
  const absences = await findAbsenceTimes(tx, practiceId, practitionersOf(slots), range)
  return slots.map(
    (slot) => absences.find((absence) => isAbout(absence, slot) && overlaps(absence, slot))?.title ?? null,
  )
}

/**
 * For each slot whether any of it lies outside the working hours of its practitioner, absences aside. Who does not work
 * in this practice has no hours. One statement for all of them.
 */
export const isOutsideHours = async (
  tx: Tx,
  owner: AgendaOwner,
  slots: readonly AgendaSlot[],
): Promise<boolean[]> => {
  const range = hullOf(slots)
  if (!range) return []
  const working = workingTimes(owner, await findHours(tx, owner.practiceId, practitionersOf(slots)), range)
  return slots.map(
    ({ doctorId, start, end }) =>
      !working.get(doctorId)?.some((time) => time.start <= start && end <= time.end),
  )
}

/** Open times of an agenda at every moment of which there is room for one more appointment. */
export const timesWithRoom = (agenda: Omit<Agenda, 'doctorId'>): readonly Interval[] => freeTimes(agenda)

import { type AppError, invalidField } from '../../../platform/app-error.ts'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { refuseAttendanceAhead } from '../appointments.attendance.ts'
import type { DecidedTime } from '../appointments.decisions.ts'
import { mayWriteAgenda } from '../appointments.policy.ts'
import { requireAgendas, requireRoom } from '../appointments.room.service.ts'
import { isElsewhere, needsRoom, type Standing } from '../appointments.standing.ts'
import type { SeriesRow } from './appointments.series.repository.ts'
import {
  type Became,
  type Changing,
  isChanged,
  madeTimes,
  rowsAfter,
} from './appointments.series.rows-after.ts'

export interface Outcome {
  readonly covered: readonly Authorized<SeriesRow>[]
  readonly changed: readonly Authorized<Became>[]
  readonly made: readonly DecidedTime[]
  readonly removed: readonly Authorized<SeriesRow>[]
  /**
   * Lanes of changed ones by id, of made ones by their place in the list, counted down from -1; and of others that got
   * another one to make room.
   */
  readonly lanes: ReadonlyMap<number, number>
}

export const madeKey = (index: number): number => -1 - index

/** Whom dates come to that were somebody else's, or nobody's yet. */
const newPractitioners = (
  before: ReadonlyMap<number, SeriesRow>,
  changed: readonly Became[],
  made: readonly DecidedTime[],
): number[] => [
  ...changed.filter((row) => before.get(row.id)?.doctorId !== row.doctorId).map(({ doctorId }) => doctorId),
  ...made.map(({ doctorId }) => doctorId),
]

/** What goes elsewhere, or is placed anew where it is, is in nobody's way where it stood. */
const leavesItsPlace = (before: Standing, after: Standing): boolean =>
  after.status === 'cancelled' || isElsewhere(before, after) || needsRoom(before, after)

/** A change leaves at least one date: to delete a series is said so. */
const noDateLeft = ({ input }: Changing): AppError =>
  invalidField(input.dates === undefined ? 'until' : 'dates', 'field_range')

export const outcomeOf = async (tx: Tx, actor: PracticeActor, changing: Changing): Promise<Outcome> => {
  const before = new Map(changing.covered.map((row) => [row.id, row]))
  const covered = changing.covered.map((row) => mayWriteAgenda(actor, row))
  const became = rowsAfter(changing).map((row) => mayWriteAgenda(actor, row))
  const changed = became.filter((row) => {
    const old = before.get(row.id)
    return !row.isDropped && old !== undefined && isChanged(old, row)
  })
  await refuseAttendanceAhead(
    tx,
    actor,
    changed.map((row) => ({ before: before.get(row.id), after: row })),
  )
  const gone = new Set([
    ...changing.plan.removed,
    ...became.flatMap((row) => (row.isDropped ? [row.id] : [])),
  ])
  const removed = covered.filter(({ id }) => gone.has(id))
  const made = madeTimes(changing)
  for (const time of made) mayWriteAgenda(actor, time)
  const seats = [
    ...changed.flatMap((row) => {
      const old = before.get(row.id)
      return old && needsRoom(old, row) ? [{ ...row, key: row.id }] : []
    }),
    ...made.flatMap((time, index) => (time.allowOverlap ? [] : [{ ...time, key: madeKey(index) }])),
  ]
  if (changing.covered.length + made.length === removed.length) throw noDateLeft(changing)
  await requireAgendas(tx, actor.practiceId, newPractitioners(before, changed, made))
  // Those that stay where they are stand in the way of the others.
  const leaving = changed.filter((row) => {
    const old = before.get(row.id)
    return old !== undefined && leavesItsPlace(old, row)
  })
  const exceptIds = [...leaving.map(({ id }) => id), ...gone]
  return { covered, changed, made, removed, lanes: await requireRoom(tx, actor, seats, exceptIds) }
}

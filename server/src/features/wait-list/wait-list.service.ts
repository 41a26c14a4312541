import {
  mostFitting,
  type WaitingPatient,
  type WaitingPatientChange,
  type WaitingPatientInput,
} from '@ulna/contract/wait-list/wait-list'
import { AppError, invalidField } from '../../platform/app-error.ts'
import { type Authorized, authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import { givenColumns } from '../../platform/database/given-columns.ts'
import {
  answerText,
  type ListText,
  listText,
  type PageWish,
  type WireText,
} from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import { refuseStale, versionConflict } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, view } from '../../platform/use-case.ts'
import { holdUnarchived, refuseArchived } from '../patients/patients.service.ts'
import { requirePractitioner } from '../practices/practices.service.ts'
import {
  findFitting,
  findWaiting,
  findWaitingOf,
  findWaitingWire,
  insertWaiting,
  keepWaitingVersion,
  lockWaiting,
  updateWaitingRow,
  type WaitingColumns,
  type WaitingState,
} from './wait-list.repository.ts'

const wireOf = async (tx: Tx, actor: PracticeActor, id: number): Promise<WireText<WaitingPatient>> => {
  const wire = await findWaitingWire(tx, actor.practiceId, id)
  if (wire === undefined) throw new AppError('not_found')
  return answerText(wire)
}

/** Who waits, the longest first. */
export const listWaiting = (
  db: Database,
  actor: PracticeActor,
  wish: PageWish,
): Promise<ListText<WaitingPatient>> =>
  view(db, actor, async (tx) => {
    const page = await findWaiting(tx, actor.practiceId, wish)
    return audited({ action: 'wait_list.list', detail: { count: page.total } }, listText(page, wish))
  })

export interface FreedTimeWish {
  readonly start: string
  readonly end: string
  readonly doctorId?: number | undefined
}

/** No appointment is longer, so no time that falls free is. */
const longestMinutes = 24 * 60

const requireSpan = ({ start, end }: FreedTimeWish): void => {
  const minutes = (Date.parse(end) - Date.parse(start)) / 60_000
  if (minutes <= 0) throw invalidField('end', 'field_range')
  if (minutes > longestMinutes) throw invalidField('end', 'field_max', { max: longestMinutes })
}

/** Patients for whom a time that fell free would do, on the practice's clock. */
export const listFitting = async (
  db: Database,
  actor: PracticeActor,
  { start, end, doctorId }: FreedTimeWish,
): Promise<ListText<WaitingPatient>> => {
  requireSpan({ start, end })
  return view(db, actor, async (tx) => {
    if (doctorId !== undefined) await requirePractitioner(tx, actor, doctorId)
    const freed = { start, end, doctorId, timezone: actor.timezone }
    const page = await findFitting(tx, actor.practiceId, freed, mostFitting)
    return audited(
      { action: 'wait_list.list', detail: { start, end, count: page.total } },
      listText(page, { limit: mostFitting, offset: 0 }),
    )
  })
}

type Wishes = Pick<WaitingState, 'minutes' | 'from' | 'to' | 'earliest' | 'latest'>

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Refuses wishes that no time could ever fulfil. */
const requireFulfillable = ({ minutes, from, to, earliest, latest }: Wishes): void => {
  if (earliest !== null && latest !== null && earliest > latest) throw invalidField('latest', 'field_range')
  if (from !== null && to !== null && from >= to) throw invalidField('to', 'field_range')
  const room = minuteOf(to ?? '24:00') - minuteOf(from ?? '00:00')
  if (minutes > room) throw invalidField('minutes', 'field_max', { max: room })
}

const columnsOf = (input: WaitingPatientInput | WaitingPatientChange): WaitingColumns => {
  const { doctorId, minutes, weekdays, from, to, earliest, latest, note } = input
  return givenColumns({
    doctor_id: doctorId,
    minutes,
    weekdays: weekdays && [...new Set(weekdays)].sort(),
    from_time: from,
    to_time: to,
    earliest,
    latest,
    note,
    status: 'status' in input ? input.status : undefined,
  })
}

/** What every write of the list leaves behind, besides its row in the trail. */
const noteChange = async (tx: Tx, actor: PracticeActor, id: number): Promise<void> => {
  await keepWaitingVersion(tx, actor.practiceId, id, actor.userId)
  await announce(tx, actor.practiceId, { topic: 'wait-list', ids: [id] })
}

const subjectOf = (id: number) => ({ type: 'wait_list', id })

/** Puts a patient on the list; whether the practitioner is of this practice is the foreign key's to say. */
export const addWaiting = (
  db: Database,
  actor: PracticeActor,
  input: WaitingPatientInput,
): Promise<WireText<WaitingPatient>> => {
  const { minutes, patientId, from = null, to = null, earliest = null, latest = null } = input
  requireFulfillable({ minutes, from, to, earliest, latest })
  return change(db, actor, async (tx) => {
    await holdUnarchived(tx, actor, patientId)
    const id = await insertWaiting(tx, actor.practiceId, {
      ...columnsOf(input),
      patient_id: patientId,
      minutes,
    })
    await noteChange(tx, actor, id)
    return audited(
      { action: 'wait_list.create', patientId, subject: subjectOf(id) },
      await wireOf(tx, actor, id),
    )
  })
}

const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  version?: number,
): Promise<Authorized<WaitingState>> => {
  const state = await lockWaiting(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  await refuseArchived(tx, actor, state.patientId)
  await refuseStale(version, state, async () => (await wireOf(tx, actor, id)).value())
  return authorized(state)
}

/** What is wished once the change is made; what the change does not name stays. */
const wishesAfter = (state: WaitingState, input: WaitingPatientChange): Wishes => ({
  minutes: input.minutes ?? state.minutes,
  from: input.from === undefined ? state.from : input.from,
  to: input.to === undefined ? state.to : input.to,
  earliest: input.earliest === undefined ? state.earliest : input.earliest,
  latest: input.latest === undefined ? state.latest : input.latest,
})

/**
 * Changes what is wished, or says what became of it. Refuses with version_conflict an old version, and to book whoever
 * does not wait any more, as a colleague booked or withdrew them meanwhile.
 */
export const changeWaiting = (
  db: Database,
  actor: PracticeActor,
  id: number,
  input: WaitingPatientChange,
): Promise<WireText<WaitingPatient>> =>
  change(db, actor, async (tx) => {
    const state = await currentState(tx, actor, id, input.version)
    if (input.status === 'booked' && state.status !== 'waiting')
      throw versionConflict((await wireOf(tx, actor, id)).value())
    requireFulfillable(wishesAfter(state, input))
    const columns = columnsOf(input)
    await updateWaitingRow(tx, actor.practiceId, state, columns)
    await noteChange(tx, actor, id)
    const { patientId } = state
    const detail = { fields: Object.keys(columns), ...(input.status ? { status: input.status } : {}) }
    return audited(
      { action: 'wait_list.update', patientId, subject: subjectOf(id), detail },
      await wireOf(tx, actor, id),
    )
  })

/** Takes a patient off the list. What was booked or withdrawn is on it no more. */
export const withdrawWaiting = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const state = await currentState(tx, actor, id)
    const { patientId, status } = state
    if (status !== 'waiting') throw new AppError('not_found')
    await updateWaitingRow(tx, actor.practiceId, state, { status: 'withdrawn' })
    await noteChange(tx, actor, id)
    return audited({ action: 'wait_list.withdraw', patientId, subject: subjectOf(id) }, { id })
  })

/** How often a patient stands on the list. */
export const countWaiting = async (tx: Tx, actor: PracticeActor, patientId: number): Promise<number> =>
  (await findWaitingOf(tx, actor.practiceId, patientId)).length

/** Takes a patient off the list wherever they stand on it, in the write that says why; answers how often that was. */
export const withdrawPatient = async (tx: Tx, actor: PracticeActor, patientId: number): Promise<number> => {
  const ids = await findWaitingOf(tx, actor.practiceId, patientId)
  for (const id of ids) {
    await updateWaitingRow(tx, actor.practiceId, await currentState(tx, actor, id), { status: 'withdrawn' })
    await noteChange(tx, actor, id)
  }
  return ids.length
}

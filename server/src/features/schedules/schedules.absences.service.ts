import type { MetadataOf } from '@ulna/contract/http/endpoint'
import {
  type Absence,
  type AbsenceChange,
  type AbsenceInput,
  type absenceEndpoints,
  longestAbsenceDays,
  longestAbsenceRangeDays,
} from '@ulna/contract/schedules/schedules'
import { AppError, invalidField } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type Json,
  joinObject,
  jsonOf,
  type ListText,
  listText,
  parseJson,
  WireText,
} from '../../platform/database/wire.ts'
import { announce } from '../../platform/news/news.ts'
import { refuseStale } from '../../platform/refuse-stale.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change, type Database, lookUp } from '../../platform/use-case.ts'
import {
  type AbsenceColumns,
  type AbsenceState,
  deleteAbsence,
  findAbsences,
  findAppointmentsIn,
  insertAbsence,
  lockAbsence,
  updateAbsence,
  worksHere,
} from './schedules.absences.repository.ts'
import { mayWriteAbsence } from './schedules.policy.ts'
import { checkedRange, type RangeWish } from './schedules.range.ts'

/** The absences of everybody and of the practice itself in a time. */
export const listAbsences = (
  db: Database,
  actor: PracticeActor,
  wish: RangeWish,
): Promise<ListText<Absence>> => {
  const range = checkedRange(wish, actor.timezone, longestAbsenceRangeDays)
  return lookUp(db, actor, async (tx) => listText(await findAbsences(tx, actor.practiceId, range)))
}

const checkOrder = ({ start, end }: AbsenceColumns): void => {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000
  if (days <= 0) throw invalidField('end', 'field_range')
  if (days > longestAbsenceDays) throw invalidField('end', 'field_max', { max: longestAbsenceDays })
}

/** Nobody is away from a practice they do not work in. */
const checkPractitioner = async (tx: Tx, actor: PracticeActor, doctorId: number | null): Promise<void> => {
  if (doctorId === null || (await worksHere(tx, actor.practiceId, doctorId))) return
  throw new AppError('not_found')
}

type AbsenceText = WireText<Absence, MetadataOf<typeof absenceEndpoints.create>>

/** The absence as it was written, and which appointments lie in it. */
const answerOf = async (
  tx: Tx,
  actor: PracticeActor,
  wire: Json<Absence>,
  columns: AbsenceColumns,
): Promise<{ readonly text: AbsenceText; readonly total: number }> => {
  const { rows, total } = await findAppointmentsIn(tx, actor.practiceId, columns)
  const metadata = joinObject({ total: jsonOf(total), appointments: rows })
  return { text: new WireText(wire, metadata), total }
}

const tell = (tx: Tx, { practiceId }: PracticeActor, id: number): Promise<void> =>
  announce(tx, practiceId, { topic: 'schedules', ids: [id] })

/**
 * Enters an absence. The appointments that lie in it are told in the metadata; nothing is refused or moved. Refuses with
 * assistant_role_required and not_found.
 */
export const enterAbsence = (db: Database, actor: PracticeActor, input: AbsenceInput): Promise<AbsenceText> =>
  change(db, actor, async (tx) => {
    mayWriteAbsence(actor, input)
    checkOrder(input)
    await checkPractitioner(tx, actor, input.doctorId)
    const { id, wire } = await insertAbsence(tx, actor.practiceId, actor.userId, input)
    const { text, total } = await answerOf(tx, actor, wire, input)
    await tell(tx, actor, id)
    return audited(
      { action: 'absence.create', subject: { type: 'absence', id }, detail: { appointments: total } },
      text,
    )
  })

const currentState = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  version?: number,
): Promise<AbsenceState> => {
  const state = await lockAbsence(tx, actor.practiceId, id)
  if (!state) throw new AppError('not_found')
  await refuseStale(version, state, () => parseJson(state.wire))
  return state
}

const columnsAfter = (state: AbsenceState, input: AbsenceChange): AbsenceColumns => ({
  doctorId: input.doctorId === undefined ? state.doctorId : input.doctorId,
  start: input.start ?? state.start.toISOString(),
  end: input.end ?? state.end.toISOString(),
  title: input.title ?? state.title,
})

const fieldsOf = ({ version: _, ...input }: AbsenceChange): string[] =>
  Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/**
 * Changes an absence, also whose it is. Refuses with assistant_role_required for either of them, not_found and
 * version_conflict.
 */
export const changeAbsence = (
  db: Database,
  actor: PracticeActor,
  id: number,
  input: AbsenceChange,
): Promise<AbsenceText> =>
  change(db, actor, async (tx) => {
    const state = await currentState(tx, actor, id, input.version)
    const columns = columnsAfter(state, input)
    const absence = mayWriteAbsence(actor, state)
    mayWriteAbsence(actor, columns)
    checkOrder(columns)
    if (columns.doctorId !== state.doctorId) await checkPractitioner(tx, actor, columns.doctorId)
    const { userId } = actor
    const { wire } = await updateAbsence(tx, actor.practiceId, absence, { userId, ...columns })
    const { text, total } = await answerOf(tx, actor, wire, columns)
    await tell(tx, actor, id)
    const detail = { fields: fieldsOf(input), appointments: total }
    return audited({ action: 'absence.update', subject: { type: 'absence', id }, detail }, text)
  })

/** Removes an absence. Refuses with assistant_role_required and not_found. */
export const removeAbsence = (db: Database, actor: PracticeActor, id: number): Promise<{ id: number }> =>
  change(db, actor, async (tx) => {
    const absence = mayWriteAbsence(actor, await currentState(tx, actor, id))
    await deleteAbsence(tx, actor.practiceId, actor.userId, absence)
    await tell(tx, actor, id)
    return audited({ action: 'absence.delete', subject: { type: 'absence', id } }, { id })
  })

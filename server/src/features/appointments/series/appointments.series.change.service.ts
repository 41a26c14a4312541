import type { SeriesChange } from '@ulna/contract/appointments/appointments'
import type {
  BookingMetadata,
  RepeatRule,
  SeriesScope,
} from '@ulna/contract/appointments/appointments.series'
import { AppError } from '../../../platform/app-error.ts'
import { type Authorized, authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseNow } from '../../../platform/database/database-clock.ts'
import { jsonOf, WireText } from '../../../platform/database/wire.ts'
import type { PracticeActor } from '../../../platform/sessions/actor.ts'
import { type Audited, audited, change, type Database } from '../../../platform/use-case.ts'
import { refuseArchived } from '../../patients/patients.service.ts'
import { settleVisits } from '../../session-packages/session-packages.settle.service.ts'
import { changeOne, checkTimes, refuseOlder } from '../appointments.booking.service.ts'
import { confirmSeries, isNews, tellAgenda } from '../appointments.news.service.ts'
import { wireOf } from '../appointments.service.ts'
import { isAtOtherTime } from '../appointments.standing.ts'
import { type BookingText, patientClashesAt } from '../appointments.surroundings.service.ts'
import { afterPackageMetadata, courseMetadata, plannedOf } from '../course/appointments.course.service.ts'
import { coveredBy } from './appointments.series.occurrences.ts'
import { type Outcome, outcomeOf } from './appointments.series.outcome.service.ts'
import { keepReplaced, writeOutcome } from './appointments.series.outcome.write.service.ts'
import {
  findRows,
  findSeries,
  insertSeries,
  type SeriesRow,
  type StoredSeries,
  seriesIdOf,
} from './appointments.series.repository.ts'
import { type Changing, contentAfter, type LockedChange } from './appointments.series.rows-after.ts'
import { newSeries, refuseCut } from './appointments.series.service.ts'
import { planOf, wishOf } from './appointments.series.wish.ts'

/** The series of an occurrence, locked; undefined for an appointment that is in none. */
export const lockSeriesOf = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<{ readonly stored: Authorized<StoredSeries>; readonly named: SeriesRow } | undefined> => {
  const seriesId = await seriesIdOf(tx, practiceId, id)
  if (seriesId === null) return undefined
  const stored = await findSeries(tx, practiceId, seriesId, { lock: true })
  const named = stored?.rows.find((row) => row.id === id)
  // Somebody split or deleted the series between the two statements: what it is now decides.
  if (!stored || !named) return lockSeriesOf(tx, practiceId, id)
  return { stored: authorized(stored), named }
}

/** The named occurrence, or when it went the first that is left of those the change covers. */
const answerFor = (
  { named, covered }: Changing,
  { removed }: Outcome,
  madeIds: readonly number[],
): number => {
  const gone = new Set(removed.map(({ id }) => id))
  const left = covered.filter(({ id }) => !gone.has(id))
  return gone.has(named.id) ? (left[0]?.id ?? madeIds[0] ?? named.id) : named.id
}

/** Occurrences that go to another time. */
const movedBy = ({ covered }: Changing, { changed }: Outcome): SeriesRow[] => {
  const before = new Map(covered.map((row) => [row.id, row]))
  return changed.filter((row) => {
    const was = before.get(row.id)
    return was !== undefined && isAtOtherTime(was, row)
  })
}

/** Occurrences of which their patient is told anew. */
const newsIds = ({ covered }: Changing, { changed }: Outcome): number[] => {
  const before = new Map(covered.map((row) => [row.id, row]))
  const isTold = (row: SeriesRow): boolean => {
    const was = before.get(row.id)
    return was === undefined || isNews(was, row)
  }
  return changed.filter(isTold).map(({ id }) => id)
}

const carryOut = async (
  tx: Tx,
  actor: PracticeActor,
  changing: LockedChange,
): Promise<Audited<BookingText>> => {
  const outcome = await outcomeOf(tx, actor, changing)
  const written = await writeOutcome(tx, actor, changing, outcome)
  const patientId = contentAfter(changing.named, changing).patientId
  const stretches = [...outcome.changed, ...outcome.made]
  const ownIds = [...outcome.changed.map(({ id }) => id), ...written.madeIds]
  const touchedIds = [...ownIds, ...outcome.removed.map(({ id }) => id)]
  const made = outcome.made.map((time, index) => ({ ...time, id: written.madeIds[index] ?? 0 }))
  const planned = await plannedOf(tx, actor, { courseId: changing.stored.courseId, patientId, dates: made })
  const cover = await settleVisits(tx, actor, touchedIds, planned)
  const warning = await afterPackageMetadata(tx, actor, movedBy(changing, outcome))
  await tellAgenda(tx, actor, 'any')
  await confirmSeries(tx, actor, [...newsIds(changing, outcome), ...written.madeIds])
  const metadata: BookingMetadata = {
    total: outcome.changed.length + outcome.made.length + outcome.removed.length,
    patientClashes: await patientClashesAt(tx, actor, { patientId, stretches, exceptIds: ownIds }),
    undo: await keepReplaced(tx, actor, { changing, outcome, written }),
    ...courseMetadata(cover),
    ...warning,
  }
  const id = answerFor(changing, outcome, written.madeIds)
  const { payload } = await wireOf(tx, actor, id)
  const detail = {
    total: metadata.total,
    fields: Object.keys(changing.input),
    ...(cover ? { kept: cover.kept } : {}),
  }
  return audited(
    { action: 'appointment.series_update', patientId, subject: { type: 'appointment', id }, detail },
    new WireText(payload, jsonOf(metadata)),
  )
}

/** A single appointment that begins to repeat: it becomes the first occurrence. */
const asSeries = async (
  tx: Tx,
  actor: PracticeActor,
  id: number,
  input: SeriesChange & { readonly every: RepeatRule },
): Promise<{ readonly stored: Authorized<StoredSeries>; readonly named: SeriesRow }> => {
  const [row] = await findRows(tx, actor.practiceId, [id], true)
  if (!row) throw new AppError('not_found')
  if ((await seriesIdOf(tx, actor.practiceId, id)) !== null) throw new BeganMeanwhile()
  const start = new Date(row.start).toISOString()
  const end = new Date(row.end).toISOString()
  const series = newSeries({ start, end, every: input.every, until: input.until }, actor.timezone)
  const { count: _, ...rule } = input.every
  const single = { ...series, rule: { ...rule, count: 1 }, until: null }
  const seriesId = await insertSeries(tx, actor.practiceId, single, null)
  const named = { ...row, on: series.firstDay, detached: false }
  const stored = { id: seriesId, series: single, courseId: null, snapshot: 'null', rows: [named] }
  return { stored: authorized(stored), named }
}

const isRepeating = (every: RepeatRule | null | undefined): every is RepeatRule => every?.repeat === true

/**
 * Changes a whole series, or an occurrence and the following ones (product-decisions.md §9). New times of the named occurrence
 * move all that are covered alike; occurrences in the past, attended ones and those moved by themselves keep theirs.
 * Of a single appointment it makes a series where the change says so, and else changes that one by itself.
 */
export const changeSeries = (
  db: Database,
  actor: PracticeActor,
  { id, scope, input }: { id: number; scope: SeriesScope; input: SeriesChange },
): Promise<BookingText> =>
  change(db, actor, async (tx) => {
    const found = await lockSeriesOf(tx, actor.practiceId, id)
    const { every } = input
    if (!found && !isRepeating(every)) return changeOne(tx, actor, id, input)
    const { stored, named } =
      found ?? (await asSeries(tx, actor, id, { ...input, every: every as RepeatRule }))
    await refuseOlder(tx, actor, named, input.version)
    checkTimes(input, named)
    const now = await databaseNow(tx)
    const wanted = wishOf(stored, named, scope, input)
    const wish = found ? wanted : { ...wanted, rule: every ?? undefined }
    const covered = coveredBy(stored.rows, named, wish.scope)
    await refuseArchived(tx, actor, ...covered.map(({ patientId }) => patientId))
    const plan = planOf(stored, wish, now)
    const planned = plan.moved.length + plan.kept.length + plan.made.length
    if (plan.cut) refuseCut(plan.series, planned)
    return carryOut(tx, actor, { stored, named, covered, plan, input, now, isNew: !found })
  }).catch((error: unknown) => {
    if (error instanceof BeganMeanwhile) return changeSeries(db, actor, { id, scope, input })
    throw error
  })

/**
 * While its row was waited for, somebody else made it the first of a series. That one is what is to be changed, and it is
 * locked before its occurrences: the change starts again.
 */
class BeganMeanwhile extends Error {
  override readonly name = 'BeganMeanwhile'
}

import type { AuditRow, PatientOpening } from '@ulna/contract/audit/audit.trail'
import { type ListText, listText, type PageWish } from '../../platform/database/wire.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { FileAnswer } from '../../platform/http/route.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, type Database, view } from '../../platform/use-case.ts'
import { requirePatient } from '../patients/patients.service.ts'
import { trailAsCsv } from './audit.csv.ts'
import { findOpenings, findTrail, findTrailRecords, type TrailFilter } from './audit.repository.ts'

/** Rows of an export at most. */
const mostExported = 100_000

/** Names of the filters, for the trail, which is not told for which days or whom. */
const namesOf = (filter: TrailFilter): string[] =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** The trail of the practice, newest first. Reading it leaves a row too. */
export const readTrail = (
  db: Database,
  actor: PracticeActor,
  { limit, offset, ...filter }: TrailFilter & PageWish,
): Promise<ListText<AuditRow>> =>
  view(db, actor, async (tx) => {
    const page = { limit, offset }
    const found = await findTrail(tx, actor, filter, page)
    const detail = { count: found.total, filters: namesOf(filter) }
    return audited({ action: 'audit.read', detail }, listText(found, page))
  })

const dayIn = (timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date())

/** The newest rows of the trail as a CSV file called after today; some exports an hour, as they are dear. */
export const exportTrail = async (
  db: Database,
  rateLimits: RateLimits,
  actor: PracticeActor,
  filter: TrailFilter,
): Promise<FileAnswer> => {
  await rateLimits.take(['trailExports', `user ${actor.userId}`])
  const rows = await view(db, actor, async (tx) => {
    const found = await findTrailRecords(tx, actor, filter, mostExported)
    return audited(
      { action: 'audit.export', detail: { count: found.length, filters: namesOf(filter) } },
      found,
    )
  })
  return new FileAnswer(await trailAsCsv(rows), 'text/csv; charset=utf-8', {
    'content-disposition': `attachment; filename="audit-${dayIn(actor.timezone)}.csv"`,
  })
}

/** Who opened or changed a patient's file, newest first. */
export const readOpenings = (
  db: Database,
  actor: PracticeActor,
  patientId: number,
  { limit, offset, from, to }: Pick<TrailFilter, 'from' | 'to'> & PageWish,
): Promise<ListText<PatientOpening>> =>
  view(db, actor, async (tx) => {
    await requirePatient(tx, actor, patientId)
    const page = { limit, offset }
    const found = await findOpenings(tx, actor, { from, to, patientId }, page)
    return audited(
      { action: 'patient.openings_read', patientId, detail: { count: found.total } },
      listText(found, page),
    )
  })

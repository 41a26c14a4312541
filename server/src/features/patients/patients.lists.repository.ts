import type { PatientRow } from '@ulna/contract/patients/patients'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { joinWire, jsonOf, type PageWish, type WireList, type WireRow } from '../../platform/database/wire.ts'
import { patientRowWire } from './patients.wire.ts'

interface PageRow extends WireRow<PatientRow> {
  readonly total: number
}

const countPatients = async (tx: Tx, practiceId: number, where: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from patients p where p.practice_id = ${practiceId} and ${where}`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

/** Patients that meet a condition on `p`, by name, a page of them. `total` is for a count that costs less. */
export const findPatientsWhere = async (
  tx: Tx,
  practiceId: number,
  {
    where,
    wish: { limit, offset },
    total = sql`count(*) over ()::int`,
  }: { where: RawBuilder<unknown>; wish: PageWish; total?: RawBuilder<number> | undefined },
): Promise<WireList<PatientRow>> => {
  const { rows } = await sql<PageRow>`
    select ${patientRowWire} as wire, ${total} as total
    from patients p where p.practice_id = ${practiceId} and ${where}
    order by p.sort_name, p.id limit ${limit} offset ${offset}`.execute(tx)
  const [first] = rows
  if (first) return { rows: joinWire(rows), total: first.total }
  // Behind the last page no row says how many there are.
  return { rows: jsonOf([]), total: offset === 0 ? 0 : await countPatients(tx, practiceId, where) }
}

/** All patients by name, a page of them: those that are archived, or the others. Counts by the index, reads only the page. */
export const findPatients = (
  tx: Tx,
  practiceId: number,
  wish: PageWish,
  archived = false,
): Promise<WireList<PatientRow>> =>
  findPatientsWhere(tx, practiceId, {
    where: sql`p.archived = ${archived}`,
    wish,
    total: sql`(select count(*)::int from patients where practice_id = ${practiceId} and archived = ${archived})`,
  })

const readLatest = prepared<WireRow<PatientRow>, { readonly practiceId: number; readonly limit: number }>(
  ({ practiceId, limit }) => {
    const newest = (condition: RawBuilder<unknown>) => sql`
    select r.patient_id, r.occurred_at from records r
    where r.practice_id = ${practiceId} and r.type = 'control' and r.voided_at is null and ${condition}
      and not exists (
        select from patients q where q.practice_id = ${practiceId} and q.id = r.patient_id and q.archived)
    order by r.occurred_at desc limit 1`
    return sql`
    with recursive latest as (
      select first.*, array[first.patient_id] as seen from (${newest(sql`true`)}) first
      union all
      select next.*, l.seen || next.patient_id from latest l,
        lateral (${newest(sql`r.occurred_at <= l.occurred_at and r.patient_id <> all (l.seen)`)}) next
      where cardinality(l.seen) < ${limit}::int
    )
    select ${patientRowWire} as wire
    from latest join patients p on p.practice_id = ${practiceId} and p.id = latest.patient_id
    order by p.last_control desc, p.id desc`
  },
)

/** Patients with a control, newest first: from one record to the next that is of nobody seen before and not archived. */
export const findLatestPatients = async (
  tx: Tx,
  practiceId: number,
  limit: number,
): Promise<WireList<PatientRow>> => {
  const rows = await readLatest(tx, { practiceId, limit })
  return { rows: joinWire(rows), total: rows.length }
}

/** What is known of somebody who may be registered already; `exceptId` is the patient themselves. */
export interface Likeness {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly birthDate?: string | undefined
  readonly socialId?: string | undefined
  readonly exceptId?: number | undefined
}

/**
 * At most 10 patients with the same social id, or the same normalised name and birth date. Archived ones too: who comes
 * back after years is brought back, not registered again.
 */
export const findLikePatients = (
  tx: Tx,
  practiceId: number,
  like: Likeness,
): Promise<WireList<PatientRow>> => {
  const sameSocialId = like.socialId
    ? sql`p.social_id is not null and fold(p.social_id) = fold(${like.socialId}::text)`
    : sql`false`
  const sameName =
    like.firstName && like.lastName && like.birthDate
      ? sql`p.archived in (false, true) and p.sort_name = fold(${`${like.firstName} ${like.lastName}`}::text) and p.birth_date = ${like.birthDate}::date`
      : sql`false`
  const other = like.exceptId === undefined ? sql`true` : sql`p.id <> ${like.exceptId}`
  return findPatientsWhere(tx, practiceId, {
    where: sql`((${sameSocialId}) or (${sameName})) and ${other}`,
    wish: {
      limit: 10,
      offset: 0,
    },
  })
}

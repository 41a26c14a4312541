import type { AuditRow, PatientOpening } from '@ulna/contract/audit/audit.trail'
import type { AuditAction } from '@ulna/contract/audit-actions'
import { type RawBuilder, sql } from 'kysely'
import { strandCount } from '../../platform/audit/audit.strands.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  joinWire,
  type PageWish,
  type WireList,
  type WireRow,
  wire,
  wireObject,
} from '../../platform/database/wire.ts'
import { fileOf, isOfFile } from '../../platform/patient-aliases.ts'

export interface TrailFilter {
  /** Days on the clock of `timezone`, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly userId?: number | undefined
  readonly patientId?: number | undefined
  readonly action?: AuditAction | undefined
}

/** The practice whose trail is read, and its clock. */
export interface TrailOwner {
  readonly practiceId: number
  readonly timezone: string
}

export const conditionsOf = (
  { practiceId, timezone }: TrailOwner,
  filter: TrailFilter,
): RawBuilder<unknown> => {
  const { from, to, userId, patientId, action } = filter
  const conditions = [sql`practice_id = ${practiceId}`]
  if (from !== undefined) conditions.push(sql`at >= ${from}::timestamp at time zone ${timezone}`)
  if (to !== undefined)
    conditions.push(sql`at < (${to}::timestamp + interval '1 day') at time zone ${timezone}`)
  // Who signs in is not signed in yet: such a row names them as its subject.
  if (userId !== undefined)
    conditions.push(
      sql`(user_id = ${userId} or (user_id is null and subject_type = 'user' and subject_id = ${userId}))`,
    )
  if (patientId !== undefined) conditions.push(isOfFile(sql`patient_id`, practiceId, patientId))
  if (action !== undefined) conditions.push(sql`action = ${action}`)
  return sql.join(conditions, sql` and `)
}

/** Rows of one moment in different strands have no order of their own; this one is always the same. */
const newestFirst = sql`at desc, strand, seq desc`

const columns = sql`practice_id, strand, seq, at, action, user_id, practice_key_id, patient_id,
  subject_type, subject_id, detail, ip`

export const trailRows = (where: RawBuilder<unknown>, { limit, offset }: PageWish): RawBuilder<unknown> =>
  sql`select ${columns} from audit_events where ${where} order by ${newestFirst} limit ${limit} offset ${offset}`

/** The newest rows of all strands: the last ones of each are on the primary key, and those are enough. */
const newest = (practiceId: number, { limit, offset }: PageWish): RawBuilder<unknown> => sql`
  select last.* from generate_series(0, ${sql.lit(strandCount - 1)}) s cross join lateral (
    select ${columns} from audit_events where practice_id = ${practiceId} and strand = s
    order by seq desc limit ${limit + offset}
  ) last
  order by ${newestFirst} limit ${limit} offset ${offset}`

// Who is no member and never was one remains a number: the practice does not learn the name of somebody it invited.
const withNames = (practiceId: number, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from (${rows}) e
  left join doctors d on d.practice_id = ${practiceId} and d.user_id = e.user_id
  left join practice_keys k on k.practice_id = ${practiceId} and k.id = e.practice_key_id
  left join patients p on p.practice_id = ${practiceId} and p.id = ${fileOf(practiceId, sql`e.patient_id`)}
  order by e.at desc, e.strand, e.seq desc`

const rowWire = wireObject<AuditRow>({
  key: sql`'"' || e.strand || '-' || e.seq || '"'`,
  at: wire.instant('e.at'),
  action: wire.plain('e.action'),
  userId: wire.optionalNumber('e.user_id'),
  userName: wire.optionalText('d.full_name'),
  practiceKeyId: wire.optionalNumber('e.practice_key_id'),
  practiceKeyName: wire.optionalText('k.name'),
  patientId: wire.optionalNumber('e.patient_id'),
  patientName: wire.optionalText('p.full_name'),
  subjectType: wire.optionalText('e.subject_type'),
  subjectId: wire.optionalNumber('e.subject_id'),
  detail: sql.ref('e.detail'),
  ip: wire.optionalText('e.ip'),
})

const countRows = async (tx: Tx, where: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit_events where ${where}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** How many rows there are: strands have no gaps, so their heads know. */
const countAll = async (tx: Tx, practiceId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(seq), 0)::int as total from audit_heads where practice_id = ${practiceId}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Until how far back the last rows of each strand are cheaper than sorting the whole trail. */
const nearOffset = 2000

const isUnfiltered = (filter: TrailFilter): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** A page of the trail, newest first. */
export const findTrail = async (
  tx: Tx,
  owner: TrailOwner,
  filter: TrailFilter,
  page: PageWish,
): Promise<WireList<AuditRow>> => {
  const where = conditionsOf(owner, filter)
  const all = isUnfiltered(filter)
  const rows = all && page.offset <= nearOffset ? newest(owner.practiceId, page) : trailRows(where, page)
  const [{ rows: wires }, total] = await Promise.all([
    sql<WireRow<AuditRow>>`select ${rowWire} as wire ${withNames(owner.practiceId, rows)}`.execute(tx),
    all ? countAll(tx, owner.practiceId) : countRows(tx, where),
  ])
  return { rows: joinWire(wires), total }
}

/** A row as it stands in an export. */
export interface TrailRecord extends Omit<AuditRow, 'detail'> {
  readonly detail: string
}

/** Rows of the trail for an export, newest first. */
export const findTrailRecords = async (
  tx: Tx,
  owner: TrailOwner,
  filter: TrailFilter,
  most: number,
): Promise<TrailRecord[]> => {
  const rows = trailRows(conditionsOf(owner, filter), { limit: most, offset: 0 })
  const { rows: records } = await sql<TrailRecord>`
    select e.strand || '-' || e.seq as key, iso(e.at) as at, e.action, e.user_id as "userId", d.full_name as "userName",
      e.practice_key_id as "practiceKeyId", k.name as "practiceKeyName", e.patient_id as "patientId", p.full_name as "patientName", e.subject_type as "subjectType",
      e.subject_id as "subjectId", e.detail, e.ip
    ${withNames(owner.practiceId, rows)}`.execute(tx)
  return records
}

const openingWire = wireObject<PatientOpening>({
  at: wire.instant('e.at'),
  action: wire.plain('e.action'),
  userId: wire.optionalNumber('e.user_id'),
  userName: wire.optionalText('d.full_name'),
  practiceKeyId: wire.optionalNumber('e.practice_key_id'),
  practiceKeyName: wire.optionalText('k.name'),
  ip: wire.optionalText('e.ip'),
})

/** Rows that name a patient, newest first. */
export const findOpenings = async (
  tx: Tx,
  owner: TrailOwner,
  filter: TrailFilter,
  page: PageWish,
): Promise<WireList<PatientOpening>> => {
  const where = conditionsOf(owner, filter)
  const [{ rows }, total] = await Promise.all([
    sql<
      WireRow<PatientOpening>
    >`select ${openingWire} as wire ${withNames(owner.practiceId, trailRows(where, page))}`.execute(tx),
    countRows(tx, where),
  ])
  return { rows: joinWire(rows), total }
}

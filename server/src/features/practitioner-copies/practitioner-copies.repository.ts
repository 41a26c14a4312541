import {
  type EntriesSignOffInput,
  type EntriesState,
  entriesLifetimes,
  type PractitionerCopy,
} from '@ulna/contract/practitioner-copies/practitioner-copies'
import type { Language } from '@ulna/contract/record-class/record-class'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'
import { claimRow, isUnderWay } from '../../platform/jobs/made-in-background.ts'
import { followOneTimeLink, isStillMember, type LinkedRows } from '../../platform/sessions/one-time-links.ts'

export interface EntriesKey {
  readonly practiceId: number
  readonly id: number
}

export const linkedEntries: LinkedRows = {
  table: 'practitioner_copies',
  number: 'link_number',
  by: 'link_by',
  until: 'link_until',
}

const nameOf = (table: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${table}.id`)} is null then 'null' else
    to_json(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})::text end`

const copyWire = wireObject<PractitionerCopy>({
  id: wire.number('c.id'),
  doctorId: wire.number('c.doctor_id'),
  practitioner: wire.text('d.full_name'),
  state: wire.plain('c.state'),
  reason: wire.text('c.reason'),
  askedBy: nameOf('a'),
  askedAt: wire.instant('c.asked_at'),
  decidedBy: nameOf('o'),
  decidedAt: wire.optionalInstant('c.decided_at'),
  answer: wire.optionalText('c.answer'),
  withNames: wire.flag('c.with_names'),
  patients: wire.optionalNumber('c.patient_count'),
  records: wire.optionalNumber('c.record_count'),
  files: wire.optionalNumber('c.file_count'),
  missing: wire.number('c.missing'),
  size: wire.optionalNumber('c.size'),
  sha256: wire.optionalText('c.sha256'),
  fingerprint: wire.optionalText('c.fingerprint'),
  madeAt: wire.optionalInstant('c.made_at'),
  expiresAt: wire.optionalInstant('c.expires_at'),
})

const joined = (
  practiceId: number,
): RawBuilder<unknown> => sql`join doctors d on d.practice_id = ${practiceId} and d.id = c.doctor_id
  join users a on a.id = c.asked_by left join users o on o.id = c.decided_by`

/** How many are told: the older ones are in the trail. */
const mostTold = 50

/** Copies that were asked for, newest first: those of one practitioner, or of all. */
export const findEntries = async (
  tx: Tx,
  practiceId: number,
  doctorId: number | null,
): Promise<WireList<PractitionerCopy>> => {
  const { rows } = await sql<WireList<PractitionerCopy>>`
    select ${wireArray(copyWire, sql`c.id desc`)} as rows, count(*)::int as total
    from (select * from practitioner_copies
      where practice_id = ${practiceId} and ${doctorId === null ? sql`true` : sql`doctor_id = ${doctorId}`}
      order by id desc limit ${mostTold}) c ${joined(practiceId)}`.execute(tx)
  return rows[0] ?? noRows
}

export const findEntriesWire = async (
  tx: Tx,
  { practiceId, id }: EntriesKey,
): Promise<Json<PractitionerCopy>> => {
  const { rows } = await sql<WireRow<PractitionerCopy>>`
    select ${copyWire} as wire from practitioner_copies c ${joined(practiceId)}
    where c.practice_id = ${practiceId} and c.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('the copy was not found')
  return found.wire
}

/** Whether the practice has such a practitioner, also one who left. */
export const hasPractitioner = async (tx: Tx, practiceId: number, doctorId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from doctors where practice_id = ${practiceId} and id = ${doctorId}`.execute(tx)
  return rows.length > 0
}

export const insertEntries = async (
  tx: Tx,
  practiceId: number,
  asked: {
    readonly doctorId: number
    readonly reason: string
    readonly userId: number
    readonly language: Language
  },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into practitioner_copies (practice_id, doctor_id, reason, asked_by, language)
    values (${practiceId}, ${asked.doctorId}, ${asked.reason}, ${asked.userId}, ${asked.language})
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the request was not stored')
  return id
}

export interface StoredEntries extends EntriesKey {
  readonly doctorId: number
  readonly state: EntriesState
  readonly storageKey: string | null
  readonly withNames: boolean
  readonly language: Language
  readonly reason: string
  readonly answer: string | null
  readonly decidedBy: number | null
}

const stateColumns = sql`practice_id as "practiceId", id, doctor_id as "doctorId", state,
  storage_key as "storageKey", with_names as "withNames", language, reason, answer, decided_by as "decidedBy"`

/** A copy, which nobody else changes until the transaction ends. */
export const lockEntries = async (
  tx: Tx,
  { practiceId, id }: EntriesKey,
): Promise<StoredEntries | undefined> => {
  const { rows } = await sql<StoredEntries>`
    select ${stateColumns} from practitioner_copies where practice_id = ${practiceId} and id = ${id}
    for update`.execute(tx)
  return rows[0]
}

/** What an owner decided: it waits to be made, or is refused. */
export const writeDecision = async (
  tx: Tx,
  { practiceId, id }: Authorized<StoredEntries>,
  decision: EntriesSignOffInput & { readonly state: 'waiting' | 'refused'; readonly userId: number },
): Promise<void> => {
  await sql`
    update practitioner_copies set state = ${decision.state}, decided_by = ${decision.userId}, decided_at = now(),
      answer = ${decision.answer}, with_names = ${decision.withNames}
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Nobody gets it any more; the row tells that it was asked for. */
export const writeRemoved = async (tx: Tx, { practiceId, id }: Authorized<StoredEntries>): Promise<void> => {
  await sql`
    update practitioner_copies set state = 'removed', storage_key = null, link_by = null, link_until = null
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

const table = 'practitioner_copies'

/** Takes a copy that waits, or whose maker is gone; undefined where there is nothing to do. */
export const claimEntries = (tx: Tx, key: EntriesKey): Promise<StoredEntries | undefined> =>
  claimRow(tx, table, key, stateColumns)

/** Whether somebody still has to look after it. */
export const isBeingMade = (tx: Tx, key: EntriesKey): Promise<boolean> => isUnderWay(tx, table, key)

/** Notes that somebody is at it. */
export const noteAlive = async (tx: Tx, { practiceId, id }: EntriesKey): Promise<void> => {
  await sql`
    update practitioner_copies set touched_at = now()
    where practice_id = ${practiceId} and id = ${id} and state = 'running'`.execute(tx)
}

export interface MadeEntries {
  readonly storageKey: string
  readonly size: number
  readonly sha256: string
  readonly fingerprint: string
  /** Of whom it says anything. */
  readonly patientIds: readonly number[]
  readonly records: number
  readonly files: number
  readonly missing: number
}

/** Notes that a copy lies ready; false when it was removed meanwhile. */
export const noteReady = async (
  tx: Tx,
  { practiceId, id }: EntriesKey,
  made: MadeEntries,
): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`
    update practitioner_copies set state = 'ready', storage_key = ${made.storageKey}, size = ${made.size},
      sha256 = ${made.sha256}, fingerprint = ${made.fingerprint}, patient_count = ${made.patientIds.length},
      record_count = ${made.records}, file_count = ${made.files}, missing = ${made.missing}, made_at = now(),
      expires_at = now() + make_interval(days => ${entriesLifetimes.archiveDays}), touched_at = now()
    where practice_id = ${practiceId} and id = ${id} and state = 'running' returning id`.execute(tx)
  return rows.length > 0
}

export const noteFailed = async (tx: Tx, { practiceId, id }: EntriesKey): Promise<void> => {
  await sql`
    update practitioner_copies set state = 'failed'
    where practice_id = ${practiceId} and id = ${id} and state in ('waiting', 'running')`.execute(tx)
}

export interface FollowedEntries {
  readonly storageKey: string
  readonly size: number
  readonly userId: number
}

/** Follows a link, which so ends; whoever asked for it has to be an owner still, or whose entries they are. */
export const followEntries = (
  tx: Tx,
  key: EntriesKey & { readonly number: number },
): Promise<FollowedEntries | undefined> =>
  followOneTimeLink(tx, {
    rows: linkedEntries,
    key,
    answer: sql`r.storage_key as "storageKey", r.size, r.linked_by as "userId"`,
    where: sql`r.state = 'ready' and ${isStillMember(
      key.practiceId,
      sql`m.clinical and (m.role = 'owner' or exists (
      select from doctors d where d.practice_id = ${key.practiceId} and d.id = r.doctor_id and d.user_id = m.user_id))`,
    )}`,
  })

/** Patients of whom a practitioner wrote anything that may be seen, in the order of their names. */
export const findPatientsOfAuthor = async (
  tx: Tx,
  practiceId: number,
  doctorId: number,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.id from patients p where p.practice_id = ${practiceId} and p.id in (
      select r.patient_id from records r where r.practice_id = ${practiceId} and r.author_id = ${doctorId}
      union
      select r.patient_id from record_addenda a join records r on r.practice_id = ${practiceId} and r.id = a.record_id
      where a.practice_id = ${practiceId} and a.author_id = ${doctorId})
    order by p.sort_name, p.id`.execute(tx)
  return rows.map(({ id }) => Number(id))
}

import type { Erasure, ErasureGround, ErasureScope, ErasureState } from '@ulna/contract/erasures/erasures'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  type Json,
  joinWire,
  type PageWish,
  type WireList,
  type WireRow,
  wire,
  wireObject,
} from '../../platform/database/wire.ts'

const nameOf = (table: 'd' | 't') => sql`coalesce(to_json(${sql.ref(`${table}.full_name`)})::text, 'null')`

const erasureWire = (practiceId: number): RawBuilder<Json<Erasure>> =>
  wireObject<Erasure>({
    id: wire.number('e.id'),
    patientId: wire.number('e.patient_id'),
    name: sql`case when e.state = 'done' and e.scope = 'whole' then 'null' else coalesce(to_json(p.full_name)::text, 'null') end`,
    fileNumbers: wire.json('e.file_numbers'),
    actId: wire.optionalNumber('e.act_id'),
    actNumber: wire.optionalNumber('a.number'),
    scope: wire.plain('e.scope'),
    ground: wire.plain('e.ground'),
    state: wire.plain('e.state'),
    askedOn: wire.optionalPlain('e.asked_on'),
    askedBy: wire.optionalText('e.asked_by'),
    identity: wire.optionalText('e.identity'),
    decidedBy: sql`coalesce(to_json(d.full_name)::text, '""')`,
    decidedAt: wire.instant('e.decided_at'),
    destroyAfter: wire.instant('e.destroy_after'),
    takenBackBy: nameOf('t'),
    takenBackAt: wire.optionalInstant('e.taken_back_at'),
    held: wire.boolean(sql`e.state = 'blocked' and exists (select from patient_holds h
    where h.practice_id = ${practiceId} and h.patient_id = e.patient_id and h.lifted_at is null)`),
    needsNotices: wire.flag('e.needs_notices'),
    newspaper: wire.optionalText('e.newspaper'),
    firstNoticeOn: wire.optionalPlain('e.first_notice_on'),
    secondNoticeOn: wire.optionalPlain('e.second_notice_on'),
    reviewedOn: wire.optionalPlain('e.reviewed_on'),
    destroyedAt: wire.optionalInstant('e.destroyed_at'),
    certifiedAt: sql`coalesce((select '"' || iso(max(c.issued_at)) || '"' from erasure_papers c
    where c.practice_id = ${practiceId} and c.erasure_id = e.id), 'null')`,
    counts: wire.json('e.counts'),
    kept: wire.json('e.kept'),
  })

const joined = (practiceId: number): RawBuilder<unknown> => sql`erasures e
  left join patients p on p.practice_id = ${practiceId} and p.id = e.patient_id
  left join doctors d on d.practice_id = ${practiceId} and d.user_id = e.decided_by
  left join doctors t on t.practice_id = ${practiceId} and t.user_id = e.taken_back_by
  left join erasure_acts a on a.practice_id = ${practiceId} and a.id = e.act_id`

interface CountedRow extends WireRow<Erasure> {
  readonly total: number
}

/** Erasures of a practice, newest first. */
export const findErasures = async (
  tx: Tx,
  practiceId: number,
  { limit, offset }: PageWish,
): Promise<WireList<Erasure>> => {
  const { rows } = await sql<CountedRow>`
    select ${erasureWire(practiceId)} as wire, (select count(*)::int from erasures where practice_id = ${practiceId}) as total
    from ${joined(practiceId)} where e.practice_id = ${practiceId}
    order by e.decided_at desc, e.id desc limit ${limit} offset ${offset}`.execute(tx)
  const [first] = rows
  return { rows: joinWire(rows), total: first?.total ?? (await countErasures(tx, practiceId)) }
}

const countErasures = async (tx: Tx, practiceId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from erasures where practice_id = ${practiceId}`.execute(tx)
  return rows[0]?.total ?? 0
}

export const findErasureWire = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<Json<Erasure> | undefined> => {
  const { rows } = await sql<WireRow<Erasure>>`
    select ${erasureWire(practiceId)} as wire from ${joined(practiceId)} where e.practice_id = ${practiceId} and e.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.wire
}

/** When the last of an erased file was destroyed, or nothing of it was yet. */
export const findLastDestroyed = async (tx: Tx, practiceId: number, id: number): Promise<string | null> => {
  const { rows } = await sql<{ at: string | null }>`
    select iso(greatest(destroyed_at, rest_destroyed_at)) as at from erasures
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
  return rows[0]?.at ?? null
}

export interface ErasureRow {
  readonly id: number
  readonly patientId: number
  readonly patientUid: string
  readonly scope: ErasureScope
  readonly ground: ErasureGround
  readonly state: ErasureState
  readonly decidedBy: number
  /** The act on which it stands; null for one by itself. */
  readonly actId: number | null
  /** Its day came, and the notices and the review that the law asks for are noted. */
  readonly isReady: boolean
  /** Somebody has a hold on the file. */
  readonly isHeld: boolean
  readonly needsNotices: boolean
  readonly firstNoticeOn: string | null
  readonly secondNoticeOn: string | null
  readonly newspaper: string | null
  /** Whether what was destroyed is noted already. */
  readonly isCounted: boolean
}

/** The state of an erasure, locked until the transaction ends. */
export const lockErasure = async (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<ErasureRow | undefined> => {
  const { rows } = await sql<ErasureRow>`
    select id, patient_id as "patientId", patient_uid as "patientUid", scope, ground, state, decided_by as "decidedBy",
      act_id as "actId", needs_notices as "needsNotices", to_char(first_notice_on, 'YYYY-MM-DD') as "firstNoticeOn",
      to_char(second_notice_on, 'YYYY-MM-DD') as "secondNoticeOn", newspaper, counts <> '[]' as "isCounted",
      destroy_after <= now() and (not needs_notices or (second_notice_on is not null and reviewed_on is not null))
        as "isReady",
      exists (select from patient_holds h
        where h.practice_id = ${practiceId} and h.patient_id = erasures.patient_id and h.lifted_at is null) as "isHeld"
    from erasures where practice_id = ${practiceId} and id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Everything that a patient is recognised by who comes again. */
export interface FileDigests {
  readonly documentDigest: Buffer | null
  readonly personDigest: Buffer | null
  /** Of the document without signs, of files that became part of theirs, and of numbers in other systems. */
  readonly knownDigests: readonly Buffer[]
}

export interface NewErasure {
  readonly practiceId: number
  readonly patientId: number
  readonly scope: ErasureScope
  readonly ground: ErasureGround
  readonly userId: number
  /** Days until it may be destroyed. */
  readonly days: number
  readonly needsNotices: boolean
  /** Of a whole file. */
  readonly digests: FileDigests | null
  /** Who asked for it; null where nobody did. */
  readonly asked: Asked | null
  /** What the file was called, as far as that may stay. */
  readonly fileNumbers: readonly string[]
  /** The act that it goes on, with the days that its inventory names. */
  readonly onAct: OnAct | null
}

export interface OnAct {
  readonly actId: number
  readonly attendedFrom: string
  readonly attendedUntil: string
}

/** A request of a person: since when, by whom, and how it was made sure that it is them. */
export interface Asked {
  readonly askedOn: string
  readonly askedBy: string
  readonly identity: string
}

/** Notes an erasure that was decided; undefined when one of the whole file goes on or is over. */
export const insertErasure = async (tx: Tx, one: NewErasure): Promise<number | undefined> => {
  const patient = await tx
    .selectFrom('patients')
    .select('uid')
    .where('practice_id', '=', one.practiceId)
    .where('id', '=', one.patientId)
    .executeTakeFirst()
  if (!patient) return undefined
  const { rows } = await sql<{ id: number }>`
    insert into erasures (practice_id, patient_id, patient_uid, scope, ground, state, decided_by, destroy_after,
      needs_notices, document_digest, person_digest, known_digests, asked_on, asked_by, identity, file_numbers,
      act_id, attended_from, attended_until)
    values (${one.practiceId}, ${one.patientId}, ${patient.uid}, ${one.scope}, ${one.ground}, 'blocked', ${one.userId},
      now() + make_interval(days => ${one.days}::int), ${one.needsNotices}, ${one.digests?.documentDigest ?? null},
      ${one.digests?.personDigest ?? null}, ${[...(one.digests?.knownDigests ?? [])]}::bytea[],
      ${one.asked?.askedOn ?? null}::date, ${one.asked?.askedBy ?? null}, ${one.asked?.identity ?? null},
      ${JSON.stringify(one.fileNumbers)}, ${one.onAct?.actId ?? null}, ${one.onAct?.attendedFrom ?? null}::date,
      ${one.onAct?.attendedUntil ?? null}::date)
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** Whether the file is blocked: out of sight, its past visits too. */
export const writeBlocked = async (
  tx: Tx,
  practiceId: number,
  patientId: number,
  isBlocked: boolean,
): Promise<void> => {
  await sql`
    update patients set blocked_at = choose(${isBlocked}, either(blocked_at, now()), null::timestamptz)
    where practice_id = ${practiceId} and id = ${patientId}`.execute(tx)
  await sql`
    update appointments set blocked = ${isBlocked} where practice_id = ${practiceId} and patient_id = ${patientId}`.execute(
    tx,
  )
}

export const writeTakenBack = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
  userId: number,
): Promise<void> => {
  await sql`
    update erasures set state = 'taken_back', taken_back_by = ${userId}, taken_back_at = now()
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

export interface Notices {
  readonly newspaper: string | null
  readonly firstNoticeOn: string | null
  readonly secondNoticeOn: string | null
  readonly reviewedOn: string | null
}

export const findNotices = async (tx: Tx, practiceId: number, id: number): Promise<Notices> => {
  const { rows } = await sql<Notices>`
    select newspaper, to_char(first_notice_on, 'YYYY-MM-DD') as "firstNoticeOn",
      to_char(second_notice_on, 'YYYY-MM-DD') as "secondNoticeOn", to_char(reviewed_on, 'YYYY-MM-DD') as "reviewedOn"
    from erasures where practice_id = ${practiceId} and id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no erasure ${id}`)
  return row
}

/** Notes the steps before a destruction, which waits until a patient can claim the file no longer. */
export const writeNotices = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<ErasureRow>,
  {
    newspaper,
    firstNoticeOn,
    secondNoticeOn,
    reviewedOn,
    months,
    timezone,
  }: Notices & {
    readonly months: number
    readonly timezone: string
  },
): Promise<void> => {
  await sql`
    update erasures set newspaper = ${newspaper}, first_notice_on = ${firstNoticeOn}::date,
      second_notice_on = ${secondNoticeOn}::date, reviewed_on = ${reviewedOn}::date,
      destroy_after = greatest(destroy_after, coalesce((${secondNoticeOn}::date + make_interval(months => ${months}::int,
        days => 1))::timestamp at time zone ${timezone}::text, destroy_after))
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Instant from which it may be destroyed. */
export const findDestroyAfter = async (tx: Tx, practiceId: number, id: number): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    select destroy_after as at from erasures where practice_id = ${practiceId} and id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no erasure ${id}`)
  return row.at
}

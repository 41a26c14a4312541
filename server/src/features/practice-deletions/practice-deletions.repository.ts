import type { Keeper, PracticeDeletion } from '@ulna/contract/practice-deletions/practice-deletions'
import { sql } from 'kysely'
import type { Authorized } from '../../platform/authorized.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../platform/database/wire.ts'

const keeperWire = sql`case when d.keeper_name is null then 'null' else
  json_build_object('name', d.keeper_name, 'address', d.keeper_address, 'contact', d.keeper_contact)::text end`

const nameOf = (user: string) =>
  sql`to_json(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)})`

const deletionWire = wireObject<PracticeDeletion>({
  id: wire.number('d.id'),
  practiceName: wire.text('d.practice_name'),
  state: wire.plain('d.state'),
  ground: wire.plain('d.ground'),
  askedBy: nameOf('a'),
  askedAt: wire.instant('d.asked_at'),
  destroyAfter: wire.instant('d.destroy_after'),
  takenBackBy: sql`coalesce(${nameOf('b')}::text, 'null')`,
  takenBackAt: wire.optionalInstant('d.taken_back_at'),
  keeper: keeperWire,
  destroyedAt: wire.optionalInstant('d.destroyed_at'),
  paperCode: wire.optionalText('d.paper_code'),
})

const joined = sql`practice_deletions d join users a on a.id = d.asked_by left join users b on b.id = d.taken_back_by`

export const findDeletionWire = async (tx: Tx, id: number): Promise<WireRow<PracticeDeletion>['wire']> => {
  const { rows } = await sql<WireRow<PracticeDeletion>>`
    select ${deletionWire} as wire from ${joined} where d.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('the deletion was not found')
  return found.wire
}

/** The deletions of practices that a person owned then, newest first. */
export const findDeletionsOf = async (tx: Tx, userId: number): Promise<WireList<PracticeDeletion>> => {
  const { rows } = await sql<WireList<PracticeDeletion>>`
    select ${wireArray(deletionWire, sql`d.id desc`)} as rows, count(*)::int as total
    from ${joined} where d.state = 'done'
      and d.id in (select deletion_id from practice_deletion_owners where user_id = ${userId})`.execute(tx)
  return rows[0] ?? noRows
}

export interface DeletionRow {
  readonly id: number
  readonly practiceId: number
  readonly practiceUid: string
  readonly practiceName: string
  readonly timezone: string
  readonly state: PracticeDeletion['state']
  readonly ground: PracticeDeletion['ground']
  readonly language: 'es' | 'en' | 'it'
  readonly askedBy: number
  readonly askedByName: string
  readonly askedAt: string
  readonly destroyAfter: Date
  /** Its day came. */
  readonly isReady: boolean
  readonly keeper: Keeper | null
  readonly toldAt: Date | null
  readonly hasPaper: boolean
  readonly hasBegun: boolean
}

const row = sql`
  d.id, d.practice as "practiceId", d.practice_uid as "practiceUid", d.practice_name as "practiceName", d.timezone, d.state,
  d.ground, d.language, d.asked_by as "askedBy", a.first_name || ' ' || a.last_name as "askedByName",
  iso(d.asked_at) as "askedAt", d.destroy_after as "destroyAfter", d.destroy_after <= now() as "isReady",
  d.told_at as "toldAt", d.paper is not null as "hasPaper", d.begun_at is not null as "hasBegun",
  d.keeper_name as "keeperName", d.keeper_address as "keeperAddress", d.keeper_contact as "keeperContact"`

type Stored = Omit<DeletionRow, 'keeper'> & {
  readonly keeperName: string | null
  readonly keeperAddress: string | null
  readonly keeperContact: string | null
}

const ofStored = ({ keeperName, keeperAddress, keeperContact, ...rest }: Stored): DeletionRow => ({
  ...rest,
  keeper:
    keeperName === null
      ? null
      : { name: keeperName, address: keeperAddress ?? '', contact: keeperContact ?? '' },
})

/** A deletion, which nobody else changes until the transaction ends. */
export const lockDeletion = async (tx: Tx, id: number): Promise<DeletionRow | undefined> => {
  const { rows } = await sql<Stored>`
    select ${row} from practice_deletions d join users a on a.id = d.asked_by where d.id = ${id} for update of d`.execute(
    tx,
  )
  return rows[0] && ofStored(rows[0])
}

/** The deletion of a practice that goes on. */
export const findOpenDeletion = async (tx: Tx, practiceId: number): Promise<DeletionRow | undefined> => {
  const { rows } = await sql<Stored>`
    select ${row} from practice_deletions d join users a on a.id = d.asked_by
    where d.practice = ${practiceId} and d.state in ('closing', 'destroying')`.execute(tx)
  return rows[0] && ofStored(rows[0])
}

export interface NewDeletion {
  readonly practiceId: number
  readonly askedBy: number
  readonly language: string
  readonly keeper: Keeper | null
  readonly days: number
}

/** Undefined where one goes on already. */
export const insertDeletion = async (tx: Tx, one: NewDeletion): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into practice_deletions (practice, practice_uid, practice_name, timezone, state, ground, language, asked_by,
      destroy_after, keeper_name, keeper_address, keeper_contact)
    select id, uid, name, timezone, 'closing', 'asked', ${one.language}, ${one.askedBy},
      now() + make_interval(days => ${one.days}), ${one.keeper?.name ?? null}, ${one.keeper?.address ?? null},
      ${one.keeper?.contact ?? null}
    from practices where id = ${one.practiceId}
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** From the next request on the practice is only read, or goes on. */
export const writeClosing = async (tx: Tx, practiceId: number, isClosing: boolean): Promise<void> => {
  await sql`
    update practices set closing_at = choose(${isClosing}, now(), null::timestamptz) where id = ${practiceId}`.execute(
    tx,
  )
}

export const writeTakenBack = async (
  tx: Tx,
  { id }: Authorized<DeletionRow>,
  userId: number,
): Promise<void> => {
  await sql`
    update practice_deletions set state = 'taken_back', taken_back_by = ${userId}, taken_back_at = now()
    where id = ${id} and state = 'closing'`.execute(tx)
}

export const writeTold = async (tx: Tx, { id }: Authorized<DeletionRow>): Promise<void> => {
  await sql`update practice_deletions set told_at = now() where id = ${id}`.execute(tx)
}

/** The bytes of a certificate, for whoever owned the practice. */
export const findCertificate = async (
  tx: Tx,
  id: number,
  userId: number,
): Promise<{ readonly content: Buffer; readonly code: string } | undefined> => {
  const { rows } = await sql<{ content: Buffer; code: string }>`
    select d.paper as content, d.paper_code as code from practice_deletions d
    join practice_deletion_owners o on o.deletion_id = d.id and o.user_id = ${userId}
    where d.id = ${id} and d.state = 'done'`.execute(tx)
  return rows[0]
}

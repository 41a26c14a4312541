import type { Standing } from '@ulna/contract/permissions'
import type { Member } from '@ulna/contract/practices/practices.members'
import { sql } from 'kysely'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../../platform/database/wire.ts'

/** What a member is, and who asked for clinical access that waits for an owner. */
export interface MemberStanding extends Standing {
  readonly clinicalAskedBy: number | null
}

/** What a service decides by. */
export interface MemberState extends MemberStanding {
  /** The id is called practiceRoleId on the wire. */
  readonly id: number
  readonly userId: number
  readonly doctorId: number
  readonly version: number
  /** The membership is over. */
  readonly ended: boolean
  /** The person cannot sign in: the account was switched off, or was never activated. */
  readonly disabled: boolean
}

export interface MemberWish {
  readonly ids?: readonly number[]
  readonly userIds?: readonly number[]
}

/**
 * Every owner of a practice and the memberships asked for, ended ones included, locked in the order of their ids: who
 * decides about members waits here for whoever decides at the same time, and then sees what became of it.
 */
export const lockMembers = async (
  tx: Tx,
  practiceId: number,
  { ids = [], userIds = [] }: MemberWish,
): Promise<MemberState[]> => {
  const { rows } = await sql<MemberState>`
    select m.id, m.user_id as "userId", m.doctor_id as "doctorId", m.version, m.role, m.clinical,
      m.clinical_asked_by as "clinicalAskedBy",
      m.ended_at is not null as ended, u.disabled_at is not null or u.activated_at is null as disabled
    from memberships m join users u on u.id = m.user_id
    where m.practice_id = ${practiceId}
      and (m.role = 'owner' or m.id = any(${ids}::bigint[]) or m.user_id = any(${userIds}::bigint[]))
    order by m.id
    for update of m`.execute(tx)
  return rows
}

/** Gives a member a role, and brings back somebody who was one before. */
export const setStanding = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<MemberState>,
  { role, clinical, clinicalAskedBy }: MemberStanding,
): Promise<void> => {
  await sql`
    update memberships set role = ${role}, clinical = ${clinical}, clinical_asked_by = ${clinicalAskedBy},
      clinical_asked_at = choose(${clinicalAskedBy}::bigint is not null, either(clinical_asked_at, now()), null::timestamptz),
      ended_at = null, version = version + 1
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

export interface Profile {
  readonly version: number
  readonly licenceNumber: string | null
}

/** The professional profile of a member; whoever else changes it waits until the transaction ends. */
export const lockProfile = (tx: Tx, practiceId: number, doctorId: number): Promise<Profile> =>
  tx
    .selectFrom('doctors')
    .select(['version', 'licence_number as licenceNumber'])
    .where('practice_id', '=', practiceId)
    .where('id', '=', doctorId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const setLicenceNumber = async (
  tx: Tx,
  practiceId: number,
  { doctorId }: Authorized<MemberState>,
  licenceNumber: string | null,
): Promise<void> => {
  await tx
    .updateTable('doctors')
    .set((set) => ({
      licence_number: licenceNumber,
      version: set('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', doctorId)
    .execute()
}

export const endMembership = async (
  tx: Tx,
  practiceId: number,
  { id }: Authorized<MemberState>,
): Promise<void> => {
  await tx
    .updateTable('memberships')
    .set((set) => ({
      ended_at: sql<Date>`now()`,
      clinical_asked_by: null,
      clinical_asked_at: null,
      version: set('version', '+', 1),
    }))
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** Whether the account behind a membership asks for more than a password. */
const hasSecondFactor = sql`u.totp_confirmed_at is not null or coalesce(f.has_passkey, false)`

const clinicalRequest = sql`case when m.clinical_asked_by is null then 'null' else ${wireObject<
  NonNullable<Member['clinicalAsked']>
>({
  by: sql`to_json(a.first_name || ' ' || a.last_name)`,
  at: wire.instant('m.clinical_asked_at'),
})} end`

const memberWire = (callerId: number) =>
  wireObject<Member>({
    practiceRoleId: wire.number('m.id'),
    version: wire.number('m.version'),
    userId: wire.number('m.user_id'),
    doctorId: wire.number('m.doctor_id'),
    doctorVersion: wire.number('d.version'),
    username: wire.text('u.username'),
    email: wire.text('u.email'),
    firstName: wire.text('d.first_name'),
    lastName: wire.text('d.last_name'),
    fullName: wire.text('d.full_name'),
    color: wire.number('d.color'),
    licenceNumber: wire.optionalText('d.licence_number'),
    role: wire.plain('m.role'),
    clinical: wire.flag('m.clinical'),
    clinicalAsked: clinicalRequest,
    self: wire.boolean(sql`m.user_id = ${callerId}`),
    secondFactor: wire.boolean(hasSecondFactor),
    disabled: wire.boolean(sql`u.disabled_at is not null`),
    arrived: wire.boolean(sql`u.activated_at is not null`),
    lastSeenAt: wire.optionalInstant('f.last_seen_at'),
    createdAt: wire.instant('m.created_at'),
  })

/** What accounts of members have that no practice owns, as rows; read apart from what a practice owns. */
const accountFacts = async (tx: Tx, practiceId: number): Promise<string> => {
  const { rows } = await sql<{ facts: string }>`
    select coalesce(json_agg(json_build_object('user_id', m.user_id,
      'last_seen_at', (select max(s.last_seen_at) from sessions s
        where s.practice_id = ${practiceId} and s.user_id = m.user_id),
      'has_passkey', exists (select from passkeys k where k.user_id = m.user_id))), '[]')::text as facts
    from memberships m where m.practice_id = ${practiceId} and m.ended_at is null`.execute(tx)
  return rows[0]?.facts ?? '[]'
}

const membersOf = (practiceId: number, facts: string) => sql`
  memberships m
  join users u on u.id = m.user_id
  join doctors d on d.practice_id = ${practiceId} and d.id = m.doctor_id
  left join users a on a.id = m.clinical_asked_by
  left join json_to_recordset(${facts}::json) as f (user_id bigint, last_seen_at timestamptz, has_passkey boolean)
    on f.user_id = m.user_id
  where m.practice_id = ${practiceId} and m.ended_at is null`

/** The members of a practice as a wire array, by name. `callerId` marks the one who asks. */
export const findMembers = async (
  tx: Tx,
  practiceId: number,
  callerId: number,
): Promise<WireList<Member>> => {
  const { rows } = await sql<WireList<Member>>`
    select ${wireArray(memberWire(callerId), sql`public.fold(d.full_name), m.id`)} as rows, count(*)::int as total
    from ${membersOf(practiceId, await accountFacts(tx, practiceId))}`.execute(tx)
  return rows[0] ?? noRows
}

/** Wire JSON of one member, who is locked as such. */
export const findMember = async (
  tx: Tx,
  practiceId: number,
  id: number,
  callerId: number,
): Promise<Json<Member>> => {
  const members = membersOf(practiceId, await accountFacts(tx, practiceId))
  const { rows } = await sql<WireRow<Member>>`
    select ${memberWire(callerId)} as wire from ${members} and m.id = ${id}`.execute(tx)
  const [member] = rows
  if (!member) throw new Error('the member was not found')
  return member.wire
}

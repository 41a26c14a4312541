import type { Invitation, InvitationOffer } from '@ulna/contract/practices/practices.members'
import type { Language } from '@ulna/contract/record-class/record-class'
import type { Role } from '@ulna/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Authorized } from '../../../platform/authorized.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import {
  type Json,
  noRows,
  type WireList,
  type WireRow,
  wire,
  wireArray,
  wireObject,
} from '../../../platform/database/wire.ts'

/** What a service decides by. */
export interface InvitationState {
  readonly practiceId: number
  readonly id: number
  readonly email: string
  readonly role: Role
  /** Wished for, whoever may give it. */
  readonly clinical: boolean
  /** Who gives it; null where it is asked for. */
  readonly clinicalBy: number | null
  readonly linkVersion: number
  readonly invitedBy: number
  /** Neither answered nor withdrawn. */
  readonly open: boolean
  readonly expired: boolean
  /** The last mail left less than a minute ago. */
  readonly justSent: boolean
}

const isOpen = sql`i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null`

const state = sql`
  i.practice_id as "practiceId", i.id, i.email, i.role, i.clinical, i.clinical_by as "clinicalBy", i.link_version as "linkVersion",
  i.invited_by as "invitedBy", ${isOpen} as open, i.expires_at <= now() as expired,
  coalesce(i.sent_at > now() - interval '1 minute', false) as "justSent"`

const lockWhere = async (tx: Tx, where: RawBuilder<unknown>): Promise<InvitationState | undefined> => {
  const { rows } = await sql<InvitationState>`
    select ${state} from invitations i where ${where} for update`.execute(tx)
  return rows[0]
}

/** An invitation of a practice, open or not, locked. */
export const lockInvitation = (
  tx: Tx,
  practiceId: number,
  id: number,
): Promise<InvitationState | undefined> => lockWhere(tx, sql`i.practice_id = ${practiceId} and i.id = ${id}`)

/** Who made an invitation, and who gives the clinical access that it names; nobody where there is none. */
export const findPeopleBehind = async (tx: Tx, practiceId: number, id: number): Promise<number[]> => {
  const row = await tx
    .selectFrom('invitations')
    .select(['invited_by', 'clinical_by'])
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? [row.invited_by, ...(row.clinical_by === null ? [] : [row.clinical_by])] : []
}

/** The open invitation of a practice for an address, expired or not, locked. */
export const lockOpenInvitation = (
  tx: Tx,
  practiceId: number,
  email: string,
): Promise<InvitationState | undefined> =>
  lockWhere(tx, sql`i.practice_id = ${practiceId} and lower(i.email) = lower(${email}) and ${isOpen}`)

export interface InvitationColumns {
  readonly userId: number | null
  readonly byAddress: boolean
  readonly fullName: string | null
  readonly role: Role
  readonly clinical: boolean
  readonly clinicalBy: number | null
  readonly language: Language
  readonly invitedBy: number
  /** Days until it ends. */
  readonly days: number
}

const endsIn = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

export const insertInvitation = async (
  tx: Tx,
  practiceId: number,
  email: string,
  columns: InvitationColumns,
): Promise<number> => {
  const row = await tx
    .insertInto('invitations')
    .values({
      practice_id: practiceId,
      email,
      user_id: columns.userId,
      by_address: columns.byAddress,
      full_name: columns.fullName,
      role: columns.role,
      clinical: columns.clinical,
      clinical_by: columns.clinicalBy,
      language: columns.language,
      invited_by: columns.invitedBy,
      expires_at: endsIn(columns.days),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What the next mail says; the link of the one before ends. */
export const updateInvitation = async (
  tx: Tx,
  { practiceId, id }: Authorized<InvitationState>,
  columns: InvitationColumns,
): Promise<void> => {
  await sql`
    update invitations set user_id = coalesce(${columns.userId}, user_id), by_address = by_address or ${columns.byAddress},
      full_name = coalesce(${columns.fullName}, full_name), role = ${columns.role}, clinical = ${columns.clinical},
      clinical_by = ${columns.clinicalBy}, language = ${columns.language}, invited_by = ${columns.invitedBy}, expires_at = ${endsIn(columns.days)},
      link_version = link_version + 1, sent_at = null
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

/** Another mail with another link, from whoever asks for it. */
export const renewInvitation = async (
  tx: Tx,
  { practiceId, id }: Authorized<InvitationState>,
  renewal: { readonly invitedBy: number; readonly days: number },
): Promise<void> => {
  await sql`
    update invitations set invited_by = ${renewal.invitedBy}, expires_at = ${endsIn(renewal.days)},
      link_version = link_version + 1, sent_at = null
    where practice_id = ${practiceId} and id = ${id}`.execute(tx)
}

export type InvitationEnd = 'accepted_at' | 'declined_at' | 'withdrawn_at'

export const endInvitation = async (
  tx: Tx,
  { practiceId, id }: Authorized<InvitationState>,
  how: InvitationEnd,
): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set({ [how]: sql`now()` })
    .where('practice_id', '=', practiceId)
    .where('id', '=', id)
    .execute()
}

/** Withdraws the open invitations that somebody made, those to roles they may still invite to excepted. */
export const withdrawInvitationsBy = async (
  tx: Tx,
  practiceId: number,
  userId: number,
  stillTheirs: readonly Role[],
): Promise<void> => {
  await sql`
    update invitations i set withdrawn_at = now()
    where i.practice_id = ${practiceId} and i.invited_by = ${userId} and ${isOpen}
      and i.role <> all(${stillTheirs}::text[])`.execute(tx)
}

/** Clinical access that somebody gave by invitation and may not give any longer is asked for from now on. */
export const askForClinicalOf = async (tx: Tx, practiceId: number, userId: number): Promise<void> => {
  await sql`update invitations i set clinical_by = null
    where i.practice_id = ${practiceId} and i.clinical_by = ${userId} and ${isOpen}`.execute(tx)
}

/** Withdraws the open invitations to somebody, as far as they are known to be theirs. */
export const withdrawInvitationsTo = async (tx: Tx, practiceId: number, userId: number): Promise<void> => {
  await sql`
    update invitations i set withdrawn_at = now()
    where i.practice_id = ${practiceId} and ${isOpen}
      and (i.user_id = ${userId} or lower(i.email) = (select lower(u.email) from users u where u.id = ${userId}))`.execute(
    tx,
  )
}

// The practice sees what it knew of a chosen user: the name it gave, or a user name that is no address.
const knownAs = sql`case
  when i.by_address then i.email
  else coalesce(i.full_name, case when position('@' in u.username) = 0 then u.username end, '')
end`

const clinicalColumns = {
  clinical: wire.boolean(sql`i.clinical and i.clinical_by is not null`),
  clinicalAsked: wire.boolean(sql`i.clinical and i.clinical_by is null`),
}

const invitationWire = wireObject<Invitation>({
  id: wire.number('i.id'),
  email: sql`to_json(${knownAs})`,
  role: wire.plain('i.role'),
  ...clinicalColumns,
  language: wire.plain('i.language'),
  invitedBy: sql`to_json(b.first_name || ' ' || b.last_name)`,
  createdAt: wire.instant('i.created_at'),
  sentAt: wire.optionalInstant('i.sent_at'),
  expiresAt: wire.instant('i.expires_at'),
  expired: wire.boolean(sql`i.expires_at <= now()`),
})

const invitationsOf = (practiceId: number) => sql`
  invitations i join users b on b.id = i.invited_by left join users u on u.id = i.user_id
  where i.practice_id = ${practiceId} and ${isOpen}`

/** The invitations of a practice that wait for an answer as a wire array, newest first. */
export const findInvitations = async (tx: Tx, practiceId: number): Promise<WireList<Invitation>> => {
  const { rows } = await sql<WireList<Invitation>>`
    select ${wireArray(invitationWire, sql`i.created_at desc, i.id desc`)} as rows, count(*)::int as total
    from ${invitationsOf(practiceId)}`.execute(tx)
  return rows[0] ?? noRows
}

/** Wire JSON of an invitation that waits for its answer and is locked as such. */
export const findInvitation = async (tx: Tx, practiceId: number, id: number): Promise<Json<Invitation>> => {
  const { rows } = await sql<WireRow<Invitation>>`
    select ${invitationWire} as wire from ${invitationsOf(practiceId)} and i.id = ${id}`.execute(tx)
  const [invitation] = rows
  if (!invitation) throw new Error('the invitation was not found')
  return invitation.wire
}

const offerWire = wireObject<InvitationOffer>({
  id: wire.number('i.id'),
  practiceName: wire.text('p.name'),
  practiceLogoUrl: wire.optionalText('p.logo_url'),
  invitedBy: sql`to_json(b.first_name || ' ' || b.last_name)`,
  email: wire.text('i.email'),
  role: wire.plain('i.role'),
  ...clinicalColumns,
  language: sql`'"' || coalesce(a.language, i.language) || '"'`,
  registered: wire.boolean(sql`a.id is not null`),
  expiresAt: wire.instant('i.expires_at'),
})

const offers = sql`
  invitations i join practices p on p.id = i.practice_id join users b on b.id = i.invited_by
  left join users a on lower(a.email) = lower(i.email) and a.disabled_at is null
  where ${isOpen} and i.expires_at > now()`

/** Wire JSON of what a link that still counts invites to. */
export const findOffer = async (
  tx: Tx,
  practiceId: number,
  id: number,
  linkVersion: number,
): Promise<Json<InvitationOffer> | undefined> => {
  const { rows } = await sql<WireRow<InvitationOffer>>`
    select ${offerWire} as wire from ${offers}
      and i.practice_id = ${practiceId} and i.id = ${id} and i.link_version = ${linkVersion}`.execute(tx)
  return rows[0]?.wire
}

// Two conditions with an index each: to the user, and to an address that was proven to be theirs.
const isTo = (userId: number | RawBuilder<unknown>) => sql`(
  i.user_id = ${userId}
  or lower(i.email) = (select lower(o.email) from users o where o.id = ${userId} and o.email_verified_at is not null)
)`

const readOffersTo = prepared<WireList<InvitationOffer>, { readonly userId: number }>(
  ({ userId }) => sql`
    select ${wireArray(offerWire, sql`i.created_at desc, i.id desc`)} as rows, count(*)::int as total
    from ${offers} and ${isTo(userId)}`,
)

/** What somebody is invited to, as a wire array, newest first. */
export const findOffersTo = async (tx: Tx, userId: number): Promise<WireList<InvitationOffer>> =>
  (await readOffersTo(tx, { userId }))[0] ?? noRows

/** The practice of an invitation to somebody that can be answered; undefined when there is none of theirs. */
export const findPracticeInviting = async (
  tx: Tx,
  userId: number,
  id: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ practiceId: number }>`
    select i.practice_id as "practiceId" from invitations i
    where i.id = ${id} and ${isOpen} and i.expires_at > now() and ${isTo(userId)}`.execute(tx)
  return rows[0]?.practiceId
}

/** What the mail of an invitation says. */
export interface InvitationLetter {
  readonly email: string
  readonly language: Language
  readonly practice: string
  readonly invitedBy: string
  readonly role: Role
}

/** The mail that is still to be sent; undefined when the invitation ended or a newer mail replaces it. */
export const findLetter = async (
  tx: Tx,
  practiceId: number,
  id: number,
  linkVersion: number,
): Promise<InvitationLetter | undefined> => {
  const { rows } = await sql<InvitationLetter>`
    select i.email, coalesce(a.language, i.language) as language, p.name as practice,
      b.first_name || ' ' || b.last_name as "invitedBy", i.role
    from ${offers} and i.practice_id = ${practiceId} and i.id = ${id} and i.link_version = ${linkVersion}
      and i.sent_at is null`.execute(tx)
  return rows[0]
}

export const noteSent = async (
  tx: Tx,
  practiceId: number,
  id: number,
  linkVersion: number,
): Promise<void> => {
  await sql`update invitations set sent_at = now()
    where practice_id = ${practiceId} and id = ${id} and link_version = ${linkVersion}`.execute(tx)
}

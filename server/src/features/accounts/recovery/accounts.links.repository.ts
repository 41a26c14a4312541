import type { Language } from '@ulna/contract/record-class/record-class'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../../platform/database/database.ts'

export type MailLinkPurpose = 'reset_password' | 'activate' | 'confirm_mail'

export interface NewLink {
  readonly userId: number
  readonly purpose: MailLinkPurpose
  /** Where it is mailed to. */
  readonly email: string
  readonly minutes: number
}

/** Ends the open links of a person, all of them or those of one purpose. */
export const endLinks = async (tx: Tx, userId: number, purpose?: MailLinkPurpose): Promise<void> => {
  await sql`
    update mail_links set ended_at = now()
    where user_id = ${userId} and ended_at is null
      and (${purpose ?? null}::text is null or purpose = ${purpose ?? null})`.execute(tx)
}

/** Stores a link; older ones for the same end. */
export const insertLink = async (tx: Tx, { userId, purpose, email, minutes }: NewLink): Promise<number> => {
  // Two at once would not see each other's: the account is what they wait for.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
  await endLinks(tx, userId, purpose)
  const { rows } = await sql<{ id: number }>`
    insert into mail_links (user_id, purpose, email, expires_at)
    values (${userId}, ${purpose}, ${email}, now() + make_interval(mins => ${minutes}))
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the link was not stored')
  return id
}

/** A link with the account it belongs to. */
export interface MailLink {
  readonly id: number
  readonly userId: number
  readonly purpose: MailLinkPurpose
  readonly email: string
  /** Whether the link is neither used, replaced nor expired, and the account may sign in. */
  readonly open: boolean
  readonly accountEmail: string
  readonly replacedEmail: string | null
  readonly firstName: string
  readonly language: Language
}

const linkColumns = sql`
  l.id, l.user_id as "userId", l.purpose, l.email, l.replaced_email as "replacedEmail",
  l.ended_at is null and l.expires_at > now() and u.disabled_at is null as open,
  u.email as "accountEmail", u.first_name as "firstName", u.language`

export const findLink = async (queries: Queries, id: number): Promise<MailLink | undefined> => {
  const { rows } = await sql<MailLink>`
    select ${linkColumns} from mail_links l join users u on u.id = l.user_id where l.id = ${id}`.execute(
    queries,
  )
  return rows[0]
}

/** The same with link and account locked: of two calls one finds it used. */
export const lockLink = async (tx: Tx, id: number): Promise<MailLink | undefined> => {
  await sql`
    select 1 from users where id = (select user_id from mail_links where id = ${id}) for no key update`.execute(
    tx,
  )
  const { rows } = await sql<MailLink>`
    select ${linkColumns} from mail_links l join users u on u.id = l.user_id
    where l.id = ${id} for update of l`.execute(tx)
  return rows[0]
}

/** The address of the open link that waits to be confirmed. */
export const findPendingEmail = async (queries: Queries, userId: number): Promise<string | null> => {
  const { rows } = await sql<{ email: string }>`
    select email from mail_links
    where user_id = ${userId} and purpose = 'confirm_mail' and ended_at is null and expires_at > now()
    order by id desc limit 1`.execute(queries)
  return rows[0]?.email ?? null
}

/**
 * Gives the account of a link the address the link was mailed to. A user name that was the former address becomes the
 * new one. The link keeps the former, whose owner is told.
 */
export const takeOverEmail = async (tx: Tx, { id, userId, email }: MailLink): Promise<void> => {
  const { rows } = await sql<{ email: string | null }>`
    select email from users where id = ${userId} for no key update`.execute(tx)
  await sql`update mail_links set replaced_email = ${rows[0]?.email ?? null} where id = ${id}`.execute(tx)
  await sql`
    update users set email = ${email}, email_verified_at = now(), version = version + 1, updated_at = now(),
      username = case when lower(username) = lower(email) then ${email} else username end
    where id = ${userId}`.execute(tx)
}
